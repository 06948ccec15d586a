// All texts of the page in Nigerian Pidgin.
import type { DrawReason, RefusalCode, RoundEnd, SpokenWord } from '../generated/protocol'
import type { FamilyName } from '../families'
import { seatOf } from '../lib/events'
import {
  capitalized,
  cardName,
  cardsNamed,
  list,
  person,
  subject,
  suitName,
  type Clause,
  type Narrator,
  type ToldEvent
} from '../lib/sentences'
import { messages as en, type Messages } from './en'

/** What the language calls itself. */
export const languageName = 'Naijá (Pidgin)'

/** What players of each family do with their cards. */
const PLAYED: Record<FamilyName, string> = { matching: 'play', yaniv: 'throw' }

const WHY_DRAWN: Record<DrawReason, string> = {
  turn: '',
  pick: '',
  market: ' for general market',
  silence: '',
  'false-call': ' for wrong call',
  challenge: ' after the challenge',
  fine: ' as fine',
  timeout: ' because time don finish',
  owed: ' wey remain from before'
}

const ENDED: Record<RoundEnd, string> = {
  out: 'The round don finish.',
  called: 'The round don finish.',
  count: 'Market don finish, so we go count cards.',
  blocked: 'Nobody fit play or draw again, so the round don finish.',
  stopped: 'The round don too long, so e stop here.',
  deserted: 'Na only one player remain, so the round don finish.'
}

function describeEvent(event: ToldEvent, narrator: Narrator): Clause {
  const seat = seatOf(event) ?? -1
  const of = (text: string): Clause => ({ seat, text })
  const named = () => ('cards' in event ? cardsNamed(event.cards, messages) : '')
  switch (event.kind) {
    case 'turned':
      return { text: `Dem open ${named()}.` }
    case 'buried':
      return { text: `${named()} go back inside market.` }
    case 'played':
      return of(`${PLAYED[narrator.family]} ${named()}`)
    case 'called':
      return of(`call ${suitName(event.suit, messages)}`)
    case 'drew': {
      const what = event.cards.length > 0 ? named() : event.count === 1 ? 'one card' : `${event.count} cards`
      return of(event.reason === 'pick' ? `pick ${what}` : `draw ${what}${WHY_DRAWN[event.reason]}`)
    }
    case 'took':
      return of(`carry ${named()}`)
    case 'passed':
      return of('pass')
    case 'skipped':
      return of('miss turn')
    case 'again':
      return of('go play again')
    case 'reversed':
      return { text: 'The play don turn go the other side.' }
    case 'pending':
      return of(`get ${event.count} cards to pick`)
    case 'cancelled':
      return { text: 'The pick don clear.' }
    case 'swapped':
      return of(`change hand with ${person(event.other, narrator)}`)
    case 'said':
      return of(`talk “${spoken(event.word, narrator)}”`)
    case 'caught':
      return event.by === null
        ? of('forget to talk the word')
        : { seat: event.by, text: `catch ${person(seat, narrator)}: the word no come out` }
    case 'false-call':
      return of('call when e no suppose call')
    case 'challenged': {
      const verdict = event.guilty ? 'get the colour true true' : 'no get the colour'
      return { text: `${subject(event.by, narrator)} challenge ${person(seat, narrator)}, wey ${verdict}.` }
    }
    case 'reshuffled':
      return { text: `Dem shuffle the old cards make new market of ${event.count}.` }
    case 'slapped':
      return of(`slap ${named()} put for top`)
    case 'exchanged':
      return of(`change ${named()} for the joker wey dey table`)
    case 'yaniv':
      return of(`call Yaniv with ${event.points} points`)
    case 'assaf':
      return of(`talk Assaf with ${event.points} points`)
    case 'timed-out':
      return of('no get time again')
    case 'left':
      return of('don comot')
    case 'out':
      return of(`don finish cards, na number ${event.place}`)
    case 'shown':
      return of(event.cards.length === 0 ? 'no get any card remain' : `get ${named()} remain`)
    case 'ended':
      return { text: ENDED[event.how] }
  }
}

function spoken(word: SpokenWord, narrator: Narrator): string {
  return word === 'semi-last-card' ? 'semi last card' : narrator.word
}

const card = (notation = '') => cardName(notation, messages)
const suit = (name = '') => suitName(name, messages)
const cards = (count = '') => (count === '1' ? 'one card' : `${count} cards`)

/** Why a hinted move is good, by the code of the reason and the things it mentions. */
const REASONS: Record<string, (things: string[]) => string> = {
  out: () => 'you go finish with am',
  swap: ([own, other]) => `you go change ${cards(own)} for ${cards(other)}`,
  'make-draw': ([left]) => `the next person get only ${cards(left)} remain, make e draw`,
  skip: ([left]) => `the next person get only ${cards(left)} remain, make e miss turn`,
  'add-to': ([faced]) => `the pick go grow: the next person go face ${cards(faced)}`,
  'pass-on': ([faced]) => `pass the pick: the next person go face ${cards(faced)}`,
  cancel: ([waiting]) => `the pick of ${cards(waiting)} go vanish`,
  'no-answer': ([waiting]) => `you no get card wey fit answer the pick of ${cards(waiting)}`,
  block: () => 'block the suspension: na the next person go face am',
  'call-held': ([called, held]) => `you get ${cards(held)} of ${suit(called)} for hand`,
  'call-lacked': ([called]) => `the next person no get ${suit(called)} before`,
  'call-tried': ([called]) => `when I look front, ${suit(called)} better pass`,
  'call-guess': ([called]) => `no guess better pass ${suit(called)}`,
  'stay-lacked': ([stayed]) => `stay for ${suit(stayed)}, the next person no get am before`,
  'change-lacked': ([changed]) => `change to ${suit(changed)}, the next person no get am before`,
  'keep-to-answer': ([kept, pick]) => `keep ${card(kept)}, you fit use am answer pick ${pick}`,
  'keep-wild': ([kept]) => `keep ${card(kept)} for when nothing else go fit`,
  'keep-card': ([kept]) => `keep ${card(kept)} for later`,
  'nothing-to-play': () => 'you no get anything to play',
  again: () => 'you go play again after am',
  hit: ([count]) => `the next person go draw ${cards(count)}`,
  'only-fit': () => 'no other card for your hand fit enter',
  follow: ([count]) => `${cards(count)} for your hand fit follow am`,
  'rid-many': ([count]) => `${cards(count)} go comot for your hand one time`,
  'rid-highest': () => 'the card wey get the highest points go comot for your hand',
  rid: () => 'one card go comot for your hand',
  doubt: () => 'e be like say e get another card wey e for play',
  say: () => 'talk the word before anybody catch you',
  catch: () => 'the person never talk the word, catch am',
  yaniv: ([points]) => `you get only ${points}, e be like say the others hold pass that one`,
  wait: ([points, held]) => `no call with ${points} yet, somebody get only ${cards(held)}`,
  slap: () => 'one card less to count',
  exchange: ([given]) => `give ${card(given)} for joker, joker no dey count`,
  'keep-drawn': () => 'keep the card',
  'rid-for-stock': ([points]) => `${points} points go comot for one card from market`,
  'rid-for-set': ([points, taken]) => `${points} points go comot for ${card(taken)}, wey go make set`,
  'rid-for-run': ([points, taken]) => `${points} points go comot for ${card(taken)}, wey go make run`,
  'rid-for-card': ([points, taken, counts]) =>
    `${points} points go comot for ${card(taken)}, wey be ${counts}`
}

/** Why something is refused. */
const REFUSALS: Record<RefusalCode, string> = {
  stale: 'E don late: the table don move.',
  unreadable: 'I no understand that one.',
  'round-over': 'The round don finish.',
  'not-your-turn': 'E never reach your turn.',
  'not-playing': 'You no dey inside this round.',
  'not-in-hand': 'You no get that card.',
  'does-not-fit': 'That card no fit enter now.',
  'must-answer': 'You go first answer the pick, or draw.',
  'must-counter': 'You get card wey fit answer: play am.',
  'must-play': 'You get card wey fit enter: here na who no fit play dey draw.',
  'only-drawn': 'Na only the card wey you just draw you fit play.',
  'must-play-drawn': 'The card wey you draw fit enter, so play am.',
  'only-block': 'Dem don suspend you: block with the same number, or pass.',
  'may-not-finish': 'You no fit finish with that card: draw, then finish with another one.',
  'call-needed': 'Call wetin you want.',
  'no-call': 'You no dey call anything with that card.',
  'no-recall': 'You no fit use another wild card answer the call.',
  'only-if-stuck': 'That card na for person wey no get the colour.',
  'no-groups': 'Here na one card at a time.',
  'not-a-group': 'Cards wey you play together must get the same number.',
  'partner-needed': 'Who you wan change hand with?',
  'bad-partner': 'You fit change hand only with person wey still get cards.',
  'no-swap': 'That card no dey change hand.',
  'cannot-pass': 'You no fit pass now.',
  'cannot-draw': 'You no fit draw now.',
  'nothing-to-say': 'Nothing dey for you to talk now.',
  'nobody-to-catch': 'You no fit catch that person now.',
  'nothing-to-challenge': 'Nothing dey to challenge.',
  'too-many-points': 'Your hand too heavy to call Yaniv.',
  'must-call': 'Your hand don empty: call Yaniv.',
  'not-a-set':
    'Throw one card, cards of the same number, or three or more wey follow each other for one suit.',
  'cannot-take': 'You no fit carry that card now.',
  'no-slap': 'You no get anything to slap now.',
  'no-exchange': 'No joker dey wey that card fit take change.',
  'no-hints': 'For this table nobody dey show road.',
  'no-order': 'That one no dey possible now.',
  'bad-name': 'That name no good: one to 24 letters, no comma.',
  'hidden-character':
    'Something dey inside wey person no fit see, or wey dey turn the writing: comot am, use letters wey dey show.',
  'stacked-marks': 'Too many marks dey on top one letter, or mark no get letter: comot some.',
  'mixed-scripts':
    'The letters no be from one alphabet, and some resemble others: write each word with one alphabet.',
  'looks-latin': 'The letters only resemble ABC: write am with the real ABC letters.',
  'reserved-word':
    'That word na for the people wey dey run the server and for computer players: choose another one.',
  full: 'The table don full.',
  banned: 'You no fit play for here for now.',
  blocked: 'You no fit sit down for this table.',
  removed: 'Dem don remove you from this table.',
  seats: 'You don hold too many seats for tables wey never start: leave one first.',
  'no-person': 'Nobody else get that name for the table.',
  'no-vote': 'Two other people must gree before person go comot, and people never reach.',
  left: 'You don comot from this match.',
  'name-taken': 'Somebody for the table get that name already.',
  'no-bot': 'No computer player get that name.',
  'no-match': 'No match dey now.',
  'no-request': 'Nobody dey ask you for anything.',
  'no-round': 'No round remain to play.',
  'no-seat': 'You no get seat for this table.',
  'no-takeback': 'You no fit take back now.',
  'not-here': 'That one no dey for this table.',
  nothing: 'Nothing dey for you to do now.',
  players: 'The number of people no reach, or e too many.',
  playing: 'Wait make the match finish.',
  rules: 'These rules no fit play like that.',
  seated: 'You don sit down already.',
  seen: 'Somebody don see hidden card, so the play stand.',
  'too-early': 'Small time: you no fit catch person so quick.',
  'too-late': 'E don late.',
  busy: 'Small time, abeg.',
  fault: 'The table don stop: something spoil.',
  'not-host': 'Na the person wey open the table go decide that one.',
  'bad-message': 'The message no clear.',
  'bad-ticket': 'The ticket don expire: come again.',
  'bad-version': 'This page don old: load am again.',
  'chat-off': 'For this table you fit only use the ready-made words.',
  'bad-phrase': 'That phrase no dey.',
  long: 'That one too long.',
  'no-watching': 'For this table nobody dey watch.',
  'too-long-game': 'This table don play tire: open new one.',
  'wrong-share': 'That one no be wetin you promise.',
  'wrong-signature': 'That signature no be for this round.',
  'no-mix': 'This device dey shuffle alone.',
  origin: 'This page no fit talk to this server.',
  'no-key': 'The server no know you: load the page again.',
  tables: 'You don open too many tables.',
  unknown: 'Nothing dey here.'
}

export const messages: Messages = {
  // The same in English.
  direction: en.direction,
  and: en.and,
  of: en.of,
  coloured: en.coloured,
  ranks: en.ranks,
  guide: en.guide,
  houseRules: en.houseRules,
  settings: en.settings,
  languageLabel: en.languageLabel,
  sound: en.sound,
  on: en.on,
  off: en.off,
  back: en.back,
  home: en.home,
  close: en.close,
  print: en.print,
  person: en.person,
  computer: en.computer,
  computers: en.computers,
  seat: en.seat,
  nameOf: en.nameOf,
  seconds: en.seconds,
  rulesIn: en.rulesIn,
  botNames: en.botNames,
  newName: en.newName,
  fileText: en.fileText,
  line: en.line,
  firstRules: en.firstRules,
  secondRules: en.secondRules,
  round: en.round,
  penalty: en.penalty,
  cards: en.cards,
  points: en.points,
  secondsLeft: en.secondsLeft,
  play: en.play,
  pass: en.pass,
  challenge: en.challenge,
  yaniv: en.yaniv,
  semi: en.semi,
  bot: en.bot,
  scores: en.scores,
  menu: en.menu,
  step: en.step,
  playOn: en.playOn,
  pause: en.pause,
  player: en.player,
  copyLink: en.copyLink,
  seats: en.seats,

  you: 'you',
  You: 'You',
  the: (name) => name,
  stamps: {
    skipped: 'Miss turn',
    again: 'Again',
    caught: 'E don catch!',
    'false-call': 'Wrong call',
    yaniv: 'Yaniv!',
    assaf: 'Assaf!',
    slapped: 'Slap!',
    out: 'Finish!'
  },
  suits: { circle: 'ball', triangle: 'angle', square: 'carpet', whot: 'Whot' },
  refusals: REFUSALS,
  reason: (code, things, [own, next]) => {
    const words = REASONS[code]
    return words ? words(things) + (own ? ` (e go win ${own} for 100, the next one ${next})` : '') : null
  },
  phrases: {
    hello: 'How far!',
    'good-luck': 'Good luck o!',
    'well-played': 'You do well!',
    thanks: 'Thank you o!',
    sorry: 'Abeg no vex!',
    oops: 'Chai!',
    wow: 'Ah ah!',
    ouch: 'E pain me o!',
    'hurry-up': 'Oya, play!',
    'one-moment': 'Small small…',
    'good-game': 'Correct game!',
    again: 'Make we play again?',
    laugh: '😄 Ha ha!',
    cry: '😢 Oh no…',
    heart: '❤️ Lovely!',
    clap: '👏 Bravo!'
  },
  describeEvent,
  list: (parts) => list(parts, 'and'),

  tagline: 'The card games wey you sabi from small',
  playGame: (title) => `Play ${title} with computer`,
  pickGame: 'Choose game',
  marks: { table: 'For table', fits: 'E fit enter', not: 'E no fit enter' },
  otherValue: 'Another thing…',
  gameGroups: { shapes: 'Whot', colours: 'UNO', french: 'With normal cards' },
  firstLevel: 'How you sabi play reach?',
  firstLevels: {
    easy: ['Small', 'I just dey learn'],
    medium: ['Get sense', 'I sabi the game'],
    hard: ['Strong', 'Bring am come']
  },
  firstLevelAbout: 'You fit change am for settings later.',
  players: (least, most) => (least === most ? `${least} people` : `${least}–${most} people`),
  withFriends: 'Play with your people',
  withFriendsAbout: 'Open table, send the link. No account, just name.',
  seatsTaken: (players, seats) => `People don take ${players} out of ${seats} seat.`,
  gameIsOn: 'Game dey go on for here. You fit watch am.',
  joinTable: 'Enter table',
  code: 'Table code',
  join: 'Enter',
  makeTable: 'Open table',
  openTables: 'Tables wey dey open',
  noOpenTables: 'No open table now.',
  goOn: 'Continue',
  atTable: (code) => `Go back to table ${code}`,
  watchDemo: 'Watch four computers play',
  setUp: 'People, level and house rules',
  guideTo: (title) => `How dem dey play ${title}`,
  rulesPage: 'All the rules',
  compare: 'Compare rules',
  compareAbout: 'Where two rules no be the same',
  editRules: 'Change the rules',
  yourName: 'Your name',
  looks: { auto: 'Like the phone', light: 'Bright', dark: 'Dark' },
  speed: 'Computer players',
  speeds: { normal: 'Take time', quick: 'Fast fast' },
  offlineReady: 'You fit play without network',
  offlineGet: 'Keep am to play without network',
  offlineGetting: 'E dey come…',
  newVersion: 'New version don come.',
  reload: 'Load am',
  loading: 'Small time…',
  loadingEngine: (percent: number) => `E dey load… ${percent}%`,
  failed: 'E no work. Network dey?',
  noSuchGame: (name) => `No game dey wey dem call “${name}”.`,
  toGames: 'All the games',
  retry: 'Try again',
  whoPlays: 'Who dey play',
  addSeat: 'Add one person',
  removeSeat: (name) => `Comot ${name}`,
  others: 'The other people',
  nobodyElse: 'Nobody else dey the table.',
  mute: 'No hear am',
  unmute: 'Hear am again',
  block: 'Block',
  unblock: 'Unblock',
  nowBlocked: (name) => `You no go hear ${name} again, and ${name} no go sit down for your tables.`,
  nowUnblocked: (name) => `You dey hear ${name} again.`,
  report: 'Report',
  reportWhy: 'Wetin happen?',
  reportSent: 'The person wey dey run this server go look am.',
  removePerson: 'Remove',
  voteOut: 'Vote to remove',
  wasRemoved: (name) => `Dem don remove ${name} from the table.`,
  votedOut: (name, given, needed) => `${given} out of ${needed} don gree make ${name} comot.`,
  removed: 'Dem don remove you from this table.',
  news: (text) => `From the server: ${text}`,
  atServer: 'For the server',
  logOut: 'Log out here',
  logOutEverywhere: 'Log out everywhere',
  logOutMeans: 'Your seats for the server follow one key wey dey this browser. If you log out, you drop am.',
  loggedOut: 'You don log out.',
  notAllowed: 'This server no gree make you enter for now.',
  level: 'How computer sabi play',
  theirLevel: 'How dem sabi play',
  computerOf: (level) => level,
  levels: { easy: 'small', medium: 'get sense', hard: 'strong', expert: 'sabi pass', master: 'oga' },
  noLimit: 'No limit',
  start: 'Oya start',
  changed: (number) => (number === 0 ? 'as e be' : `${number} changes`),
  search: 'Find rule',
  onlyChanged: 'Only wetin change',
  usual: (value) => `normally ${value}`,
  asUsual: 'As e be',
  accepted: 'Use these rules',
  waits: 'This one dey wait for another change:',
  meansNow: 'The rules now talk say:',
  noOption: 'No rule like that.',
  saysNothing: 'no talk anything',
  same: 'The two rules na the same.',
  yourTurn: 'Na your turn',
  turnOf: (name) => `Na ${name} turn`,
  thinking: (name) => `${name} dey think…`,
  dealt: (name, round) => `Round ${round}: ${name} share card.`,
  stock: (number) => `Market: ${number} cards`,
  stockLabel: 'Market',
  topCard: (name) => `For top: ${name}`,
  called: (suit) => `Dem call ${suit}`,
  penaltyLabel: (number) => `${number} cards to pick`,
  hand: 'Your cards',
  playable: 'fit play',
  actions: 'Wetin you fit do',
  opponents: 'The others',
  playCards: (number) => (number === 1 ? 'Play am' : `Play ${number} cards`),
  throwTake: 'Throw, draw from market',
  throwTakeCard: (name) => `Throw, carry ${name}`,
  draw: 'Go market',
  take: (number) => (number === 1 ? 'Pick the card' : `Pick ${number} cards`),
  keep: 'Keep the card',
  keepHand: 'Hold your own hand',
  miss: 'Miss turn',
  say: (word) => `Talk “${word}”`,
  sayWith: (word) => `and talk “${word}”`,
  catch: (name) => `Catch ${name}`,
  callWhich: 'Wetin you dey call?',
  takeWhich: 'Throw, then carry:',
  chooseMore: 'Touch the other cards wey follow am.',
  swapWith: 'Who you wan change hand with?',
  hintThrow: 'Touch the cards wey you wan throw.',
  cancel: 'No be that one',
  undo: 'Undo am',
  hint: 'Show me road',
  hinted: (move, why) => `Try this: ${move}. ${capitalized(why)}.`,
  hintPlay: (cards) => `play ${cards}`,
  hintThrow_: (cards) => `throw ${cards}`,
  hintCall: (suit) => `call ${suit}`,
  andCall: (suit) => ` and call ${suit}`,
  andSwap: (name) => ` and change hand with ${name}`,
  andTake: (card) => ` and carry ${card}`,
  andDraw: ' and draw from market',
  asksBack: (name) => `${name} wan take back.`,
  agree: 'I gree',
  refuse: 'I no gree',
  held: {
    move: 'Your play go count small time: other people fit still react.',
    catch: 'Your catch go count small time, unless e talk the word first.'
  },
  announceForMe: (word) => `Help me talk “${word}”`,
  owes: 'never talk the word',
  folded: 'don comot',
  log: 'Wetin happen',
  leave: 'Comot for table',
  leaveSure: 'You wan comot? Computer go take your seat.',
  say_: 'Talk something',
  replay: 'Replay am',
  openCards: 'Show all cards',
  noRecord: 'No game dey to watch again.',
  roundOver: 'The round don finish',
  matchOver: 'The match don finish',
  wins: (names) => `${list(names, 'and')} win!`,
  nextRound: 'Next round',
  rematch: 'Play again',
  shuffleKept: 'The shuffle na wetin the server promise.',
  shuffleNotHeard:
    'This phone no hear any promise before dem share card, so e no fit talk whether the shuffle straight.',
  shuffledAlone:
    'The cards na wetin the server promise. But na only the server shuffle, so e fit don choose them.',
  someShuffledAlone: (alone, deals) =>
    `The server shuffle ${alone} of ${deals} sharing alone, so e fit don choose those cards.`,
  shuffleCode: (code) =>
    `The code of the shuffle na ${code}. Your friends suppose get the same one: if their own different, dem show somebody another shuffle.`,
  sameCards: 'Wetin the server write down na the same cards and moves wey you see.',
  recordWrong: (why) => `WARNING: wetin the server write down for this match no correct: ${why}.`,
  waitsForDevice: (names) =>
    names.length === 0
      ? 'Dem never share card: no phone dey help shuffle. E go continue once one phone answer.'
      : `${list(names, 'and')} say make the server shuffle alone. Then e fit choose the cards.`,
  shuffleAlarms: {
    noPromise: (round) =>
      `WARNING: dem share round ${round} without promise. The server fit don choose the cards.`,
    changedPromise: (deal) => `WARNING: the server change the promise for deal ${deal}.`,
    changedList: (deal) => `WARNING: for deal ${deal} the server change wetin the phones promise.`,
    changedHistory: (deal) =>
      `WARNING: before deal ${deal} the server change the story of the sharing wey pass.`,
    shuffledAlone: (deal) =>
      `WARNING: the server shuffle deal ${deal} alone, and nobody for here agree. E fit don choose the cards.`,
    tooManyRestarts: (deal) => `WARNING: the server start deal ${deal} again pass how e suppose.`,
    broken: (deal) => `WARNING: deal ${deal} NO BE wetin the server promise.`,
    notRevealed: (deal) => `WARNING: the server no gree show how dem shuffle deal ${deal}.`,
    otherCards: (deal) => `WARNING: for deal ${deal} you see other cards, no be wetin the server write down.`
  },
  checkShuffle: 'Check the shuffle',
  checkAbout:
    'Before dem share card, the server and everybody phone go first promise their own part of the shuffle. Dem go show am only when the match don finish. Now this phone go calculate everything again by itself: every promise, every sharing and every card wey person draw.',
  checking: 'E dey calculate…',
  asPromised: (deals, table) =>
    `Nobody choose the cards. ${deals === 1 ? 'The sharing' : `All the ${deals} sharing`} for table ${table} and every card wey person draw na wetin dem promise before.`,
  notPromised: (why) => `The cards NO BE wetin dem promise: ${why}.`,
  otherPromise: (deal) => `for deal ${deal} dem tell this phone another promise`,
  otherCards: (deal) => `for deal ${deal} this phone see other cards or moves`,
  cutRecord: (deals) =>
    `This record stop before the match finish. ${deals === 1 ? 'The sharing wey dey' : `The ${deals} sharing wey dey`} inside na wetin dem promise, but the rest no dey.`,
  aloneAtTable:
    'Na only the server shuffle, so e fit don choose the cards. The only thing wey sure be say e no change them after.',
  signedBy: (names) =>
    `The phone of ${list(names, 'and')} don sign am: the names, moves and results na wetin dem see.`,
  signedByNobody:
    'No phone sign this record. Who keep am fit don change names and moves, or comot one sharing wey dem leave.',
  notSignedBy: (deal, names) => `The phone of ${list(names, 'and')} no sign the round of deal ${deal}.`,
  codeOfShuffle: (code) => `The code of the shuffle na ${code}. Check am with your friends.`,
  heardBefore: (deals) =>
    `This phone hear the promise of ${deals} sharing before dem share card, and na the same.`,
  notHeardBefore: 'This phone no dey the table, so e no fit talk when dem make the promise.',
  dealsOfMatch: 'Who shuffle am',
  dealBy: (deal, names) =>
    names.length === 0
      ? `Deal ${deal}: na only the server.`
      : `Deal ${deal}: the server and the phone of ${list(names, 'and')}.`,
  dealGivenUp: (deal, names) => `Dem leave deal ${deal}, because nothing come from ${names}.`,
  openRecord: 'Open record file',
  record: 'Save the record',

  passTo: (name) => `Give the phone to ${name}`,
  passAbout: 'Make nobody else look o!',
  iAm: (name) => `Na me be ${name}`,
  lobby: 'We dey wait for people',
  makerStarts: (name) => `Na ${name} make the table, na im go start am.`,
  shareTable: 'Send the link',
  watchSoon: 'The game don start. You go see am just now, small time behind.',
  invite: 'Send this link, or make dem scan the code.',
  sitHere: 'Sit down',
  watch: 'Just watch',
  watching: 'You dey watch, small time behind.',
  addBot: 'Add computer player',
  lost: 'Network don cut. E go come back by itself…',
  noServer: 'We no fit reach the server. Check your network, then try again.',
  takenOver: 'This table don open for another window.',
  takeBack: 'Play here',
  noTable: 'No table like that for here. Maybe the code no correct, or dem don pack the table since.',
  chat: 'Write give the others',
  send: 'Send',
  look: 'How e go look',
  offlineNone: 'For this server you no fit play without network.',
  timePerTurn: 'Time for one turn',
  shareLink: 'Copy link',
  copied: 'E don copy.',
  notCopied: 'E no fit copy for here.',
  saveFile: 'Save as file',
  openFile: 'Open rule file',
  readFile: 'Read am',
  badFile: 'This rule file get mistake. Correct am, then use am again:',
  titleOfRules: 'Wetin dem dey call the rules',
  emptyPile: 'No card dey yet',
  suspendedLabel: (number) => `${number} go miss turn`,
  toTheRight: 'The play dey go right',
  toTheLeft: 'The play dey go left',
  slap: (name) => `Slap ${name}`,
  exchange: (name) => `Change ${name} for the joker`,
  away: 'no dey',
  offline: 'network no dey',
  eyes: 'Who dey look',
  stepBack: 'Go back one step',
  stepOn: 'Go front one step',
  toStart: 'Go the beginning',
  toEnd: 'Go the end',
  place: 'Position',
  openToAll: 'Make everybody for here see the table',
  chatOn: 'Make people fit write to each other',
  connecting: 'E dey connect…',
  tooOld: 'The server don get new version of this page. Load am, the game go continue from where e dey.',
  faulty: (id) =>
    `This table don hang because the program get fault. Wetin una play no lost. The person wey dey run the server go find am with number ${id}.`,
  broken: 'Something spoil for the program. Your game still dey.',

  nth: en.nth,
  gamesInProgress: 'Games wey never finish',
  moreGames: (number) => (number === 1 ? '1 more game' : `${number} more games`),
  continueGame: (title) => `Continue ${title}`,
  savedAbout: en.savedAbout,
  deleteGame: (title) => `Delete this ${title} game`,
  deleteSure: 'You wan delete this game finish?',
  delete: en.delete,
  keepGame: 'Leave am',
  gamesFull: (most, title) =>
    `This phone dey keep ${most} games. If you start new one, the oldest go comot: ${title}.`,

  yourScore: en.yourScore,
  goal: ({ rounds, target, limit, low }) =>
    limit != null
      ? `pass ${limit}, you comot`
      : target != null
        ? low
          ? `when person reach ${target}, the smallest win`
          : `who first reach ${target} win`
        : rounds === 1
          ? 'na one round'
          : `after ${rounds} rounds the ${low ? 'smallest' : 'biggest'} win`,
  handWorth: en.handWorth,
  leavesWith: en.leavesWith,
  leavesAloud: (points, drawn) =>
    drawn ? `, go remain ${en.points(points)} and the card wey you draw` : `, go remain ${en.points(points)}`,

  youFinish: (place) => `You carry ${en.nth(place)}!`,
  outAbout: 'Your cards don finish. The others dey play on for the remaining positions.',
  youAreEliminated: 'You don comot for the match',
  eliminatedAbout: (score, limit) =>
    limit === null
      ? `You get ${en.points(score)}. The others dey play on.`
      : `You get ${en.points(score)}, and who pass ${limit} go comot. The others dey play on.`,
  skipRound: 'Jump go the result',
  skipMatch: 'Jump go where the match finish',
  skipping: 'Dem dey play the rest…',
  leaveFreely: 'You fit comot now: your position dey safe.',

  roundNumberOver: (round) => `Round ${round} don finish`,
  winsRound: (names) => `${list(names, 'and')} win the round!`,
  winsMatch: (names) => `${list(names, 'and')} win the match!`,
  roundPlace: en.roundPlace,
  matchPlace: en.matchPlace,
  pointsAdded: en.pointsAdded,
  noCards: 'no card',
  notInRound: en.notInRound,
  outOfMatch: 'don comot for the match',
  whyCalled: (caller, beatenBy, cost) => {
    const call = `${caller.name} call Yaniv with ${en.points(caller.points)}`
    if (beatenBy.length === 0) return `${call}, and nobody beat am.`
    const held = list(
      beatenBy.map(({ name, points }) => `${name === 'You' ? 'you' : name} get ${points}`),
      'and'
    )
    return `${call}, but ${held}: Assaf!${cost === null ? '' : ` ${caller.name} add ${cost[0]} + ${cost[1]}.`}`
  },
  whyOut: (name) => `${name} no get card again.`,
  whyLast: (name, you) => `Na only ${you ? 'you' : name} still get card.`,
  whyOver: {
    count: 'Market don finish, so dem count the hands.',
    blocked: 'Nobody fit play or draw again.',
    stopped: 'The round too long, so dem stop am.',
    deserted: 'Na only one person remain for the table.'
  },
  landed: (name, reached, total) => `${name} land for ${reached}, so e turn ${total}.`,
  eliminated: (name, limit) =>
    limit === null ? `${name} don comot for the match.` : `${name} pass ${limit} and don comot for the match.`
}

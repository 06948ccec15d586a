// All texts of the page in English. A language is one file of this shape; the page finds it by itself.
import type { DrawReason, GoalItem, RefusalCode, RoundEnd, SpokenWord } from '../generated/protocol'
import type { FamilyName } from '../families'
import { seatOf } from '../lib/events'
import type { PictureMark } from '../lib/ruleQueries'
import {
  capitalized,
  cardsNamed,
  list,
  person,
  subject,
  suitName,
  type Clause,
  type Narrator,
  type ToldEvent
} from '../lib/sentences'

/** What the language calls itself. */
export const languageName = 'English'

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** What players of each family do with their cards: another player, and the reader. */
const PLAYED: Record<FamilyName, [they: string, you: string]> = {
  matching: ['plays', 'play'],
  yaniv: ['throws', 'throw']
}

/** A place in figures: "1st", "22nd". */
function nth(place: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd' } as Partial<Record<Intl.LDMLPluralRule, string>>
  return `${place}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)] ?? 'th'}`
}

/** A player who called or answered a call, with the points of the hand. */
export interface Declarer {
  name: string
  points: number
  you: boolean
}

/** Why the hand of a caller decided the round: nobody beat it, or who did and what that costs. */
function whyCalled(caller: Declarer, beatenBy: Declarer[], cost: [number, number] | null): string {
  const call = `${caller.name} called Yaniv with ${count(caller.points, 'point')}`
  if (beatenBy.length === 0) return `${call}, and nobody beat that.`
  const held = list(
    beatenBy.map(({ name, points }) => `${name === 'You' ? 'you' : name} held ${points}`),
    'and'
  )
  const price = cost === null ? '' : ` ${caller.name} ${caller.you ? 'add' : 'adds'} ${cost[0]} + ${cost[1]}.`
  return `${call}, but ${held}: Assaf!${price}`
}

const WHY_DRAWN: Record<DrawReason, string> = {
  turn: '',
  pick: '',
  market: ' for the general market',
  silence: '',
  'false-call': ' for the wrong call',
  challenge: ' after the challenge',
  fine: ' as a penalty',
  timeout: ' for running out of time',
  owed: ' still owed from earlier'
}

const ENDED: Record<RoundEnd, string> = {
  out: 'The round is over.',
  called: 'The round is over.',
  count: 'The stock has run out, so hands are counted.',
  blocked: 'Nobody can play or draw, so the round is over.',
  stopped: 'The round has gone on too long, so it ends here.',
  deserted: 'Everybody else has left, so the round is over.'
}

function describeEvent(event: ToldEvent, narrator: Narrator): Clause {
  const seat = seatOf(event) ?? -1
  const own = seat === narrator.you
  const of = (others: string, you: string): Clause => ({ seat, text: own ? you : others })
  const named = () => ('cards' in event ? cardsNamed(event.cards, messages) : '')
  switch (event.kind) {
    case 'turned':
      return { text: `${capitalized(named())} is turned up.` }
    case 'buried':
      return { text: `${capitalized(named())} goes back into the stock.` }
    case 'played': {
      const [they, you] = PLAYED[narrator.family]
      return of(`${they} ${named()}`, `${you} ${named()}`)
    }
    case 'called':
      return of(`calls ${suitName(event.suit, messages)}`, `call ${suitName(event.suit, messages)}`)
    case 'drew': {
      const what =
        event.cards.length > 0 ? named() : event.count === 1 ? 'a card' : count(event.count, 'card')
      const why = WHY_DRAWN[event.reason]
      return event.reason === 'pick'
        ? of(`picks up ${what}`, `pick up ${what}`)
        : of(`draws ${what}${why}`, `draw ${what}${why}`)
    }
    case 'took':
      return of(`takes ${named()}`, `take ${named()}`)
    case 'passed':
      return of('passes', 'pass')
    case 'skipped':
      return of('misses a turn', 'miss a turn')
    case 'again':
      return of('goes again', 'go again')
    case 'reversed':
      return { text: 'Play changes direction.' }
    case 'pending': {
      const what = event.count === 1 ? 'a card' : count(event.count, 'card')
      return of(`has ${what} to pick up`, `have ${what} to pick up`)
    }
    case 'cancelled':
      return { text: 'The penalty is cancelled.' }
    case 'swapped':
      return of(
        `swaps hands with ${person(event.other, narrator)}`,
        `swap hands with ${person(event.other, narrator)}`
      )
    case 'said':
      return of(`says “${spoken(event.word, narrator)}”`, `say “${spoken(event.word, narrator)}”`)
    case 'caught': {
      if (event.by === null) return of(`forgot to say “${narrator.word}”`, `forgot to say “${narrator.word}”`)
      const verb = event.by === narrator.you ? 'catch' : 'catches'
      return { seat: event.by, text: `${verb} ${person(seat, narrator)} not saying “${narrator.word}”` }
    }
    case 'false-call':
      return of('makes a wrong call', 'make a wrong call')
    case 'challenged': {
      const verb = event.by === narrator.you ? 'challenge' : 'challenges'
      const verdict = event.guilty ? 'had a card of that colour' : 'had no card of that colour'
      return { text: `${subject(event.by, narrator)} ${verb} ${person(seat, narrator)}, who ${verdict}.` }
    }
    case 'reshuffled':
      return { text: `The pile is shuffled into a new stock of ${count(event.count, 'card')}.` }
    case 'slapped':
      return of(`slaps down ${named()}`, `slap down ${named()}`)
    case 'exchanged':
      return of(`swaps ${named()} for the joker on the table`, `swap ${named()} for the joker on the table`)
    case 'yaniv':
      return of(
        `calls Yaniv with ${count(event.points, 'point')}`,
        `call Yaniv with ${count(event.points, 'point')}`
      )
    case 'assaf':
      return of(
        `says Assaf with ${count(event.points, 'point')}`,
        `say Assaf with ${count(event.points, 'point')}`
      )
    case 'timed-out':
      return of('runs out of time', 'run out of time')
    case 'left':
      return of('leaves the table', 'leave the table')
    case 'out':
      return of(`finishes ${nth(event.place)}!`, `finish ${nth(event.place)}!`)
    case 'shown':
      return event.cards.length === 0
        ? of('has no cards left', 'have no cards left')
        : of(`still has ${named()}`, `still have ${named()}`)
    case 'ended':
      return { text: ENDED[event.how] }
  }
}

function spoken(word: SpokenWord, narrator: Narrator): string {
  return word === 'semi-last-card' ? 'semi last card' : narrator.word
}

const RANKS: Record<string, string> = {
  A: 'Ace',
  J: 'Jack',
  Q: 'Queen',
  K: 'King',
  JK: 'Joker',
  wild: 'Wild',
  draw2: 'Draw 2',
  draw4: 'Wild Draw 4',
  skip: 'Skip',
  reverse: 'Reverse',
  swap: 'Swap Hands'
}

const SUITS: Record<string, string> = { whot: 'Whot' }

const PHRASES: Record<string, string> = {
  hello: 'Hello!',
  'good-luck': 'Good luck!',
  'well-played': 'Well played!',
  thanks: 'Thanks!',
  sorry: 'Sorry!',
  oops: 'Oops!',
  wow: 'Wow!',
  ouch: 'Ouch!',
  'hurry-up': 'Hurry up!',
  'one-moment': 'Just a moment…',
  'good-game': 'Good game!',
  again: 'One more game?',
  laugh: '😄 Ha ha!',
  cry: '😢 Oh no…',
  heart: '❤️ Lovely!',
  clap: '👏 Bravo!'
}

/** The table's own sentence, which is English and names the cards it is about. */
const AS_SENT = null

/** The words for each refusal. */
const REFUSALS: Record<RefusalCode, string | null> = {
  'bad-message': AS_SENT,
  'bad-name': AS_SENT,
  'bad-partner': AS_SENT,
  'bad-phrase': AS_SENT,
  'bad-ticket': AS_SENT,
  'bad-version': AS_SENT,
  banned: AS_SENT,
  blocked: AS_SENT,
  busy: AS_SENT,
  'call-needed': AS_SENT,
  'cannot-draw': AS_SENT,
  'cannot-pass': AS_SENT,
  'cannot-take': AS_SENT,
  'chat-off': AS_SENT,
  'does-not-fit': AS_SENT,
  fault: AS_SENT,
  full: AS_SENT,
  'hidden-character': AS_SENT,
  left: AS_SENT,
  long: AS_SENT,
  'looks-latin': AS_SENT,
  'may-not-finish': AS_SENT,
  'mixed-scripts': AS_SENT,
  'must-answer': AS_SENT,
  'must-call': AS_SENT,
  'must-counter': AS_SENT,
  'must-play': AS_SENT,
  'must-play-drawn': AS_SENT,
  'name-taken': AS_SENT,
  'no-bot': AS_SENT,
  'no-call': AS_SENT,
  'no-exchange': AS_SENT,
  'no-groups': AS_SENT,
  'no-hints': AS_SENT,
  'no-key': AS_SENT,
  'no-match': AS_SENT,
  'no-person': AS_SENT,
  'no-vote': AS_SENT,
  'no-mix': 'This device shuffles on its own.',
  'no-order': AS_SENT,
  'no-recall': AS_SENT,
  'no-request': AS_SENT,
  'no-round': AS_SENT,
  'no-seat': AS_SENT,
  'no-slap': AS_SENT,
  'no-swap': AS_SENT,
  'no-takeback': AS_SENT,
  'no-watching': AS_SENT,
  'nobody-to-catch': AS_SENT,
  'not-a-group': AS_SENT,
  'not-a-set': AS_SENT,
  'not-here': AS_SENT,
  'not-host': AS_SENT,
  'not-in-hand': AS_SENT,
  'not-playing': AS_SENT,
  'not-your-turn': AS_SENT,
  nothing: AS_SENT,
  'nothing-to-challenge': AS_SENT,
  'nothing-to-say': AS_SENT,
  'only-block': AS_SENT,
  'only-drawn': AS_SENT,
  'only-if-stuck': AS_SENT,
  origin: AS_SENT,
  'partner-needed': AS_SENT,
  players: AS_SENT,
  playing: AS_SENT,
  removed: AS_SENT,
  'reserved-word': AS_SENT,
  'round-over': AS_SENT,
  rules: AS_SENT,
  seated: AS_SENT,
  seats: AS_SENT,
  seen: AS_SENT,
  'stacked-marks': AS_SENT,
  stale: 'Too late: the game has moved on.',
  tables: AS_SENT,
  'too-early': AS_SENT,
  'too-late': AS_SENT,
  'too-long-game': AS_SENT,
  'too-many-points': AS_SENT,
  unknown: AS_SENT,
  unreadable: AS_SENT,
  'wrong-share': AS_SENT,
  'wrong-signature': AS_SENT
}

export const messages = {
  /** The direction of writing: `ltr` or `rtl`. */
  direction: 'ltr',
  and: 'and',
  you: 'you',
  You: 'You',
  the: (name: string) => `the ${name}`,
  of: (rank: string, suit: string) => `${rank} of ${suit}`,
  coloured: (suit: string, rank: string) => `${suit} ${rank}`,
  ranks: RANKS,
  suits: SUITS,
  /** Stamps that appear for a moment over a player. */
  stamps: {
    skipped: 'Misses a turn',
    again: 'Goes again',
    caught: 'Caught!',
    'false-call': 'Wrong call',
    yaniv: 'Yaniv!',
    assaf: 'Assaf!',
    slapped: 'Slap!',
    out: 'Out!'
  } as Record<string, string>,
  refusals: REFUSALS,
  /** Why a hinted move is good, from the reason's code, the things it mentions and the odds; null for the table's own words. */
  reason: (_code: string, _things: string[], _odds: string[]): string | null => null,
  phrases: PHRASES,
  describeEvent,
  list: (parts: string[]) => list(parts, 'and'),

  tagline: 'The card games you grew up with',
  playGame: (title: string) => `Play ${title} against the computer`,
  pickGame: 'Pick a game',
  marks: { table: 'On the table', fits: 'Fits', not: 'Does not fit' } as Record<PictureMark, string>,
  otherValue: 'Something else…',
  gameGroups: {
    shapes: 'Whot',
    colours: 'UNO',
    french: 'With a deck of cards'
  } as Record<string, string>,
  firstLevel: 'How well do you play?',
  firstLevels: {
    easy: ['Easy', 'I’m new to this'],
    medium: ['Medium', 'I know the game'],
    hard: ['Hard', 'Give me a real fight']
  } as Record<string, [name: string, about: string]>,
  firstLevelAbout: 'You can change this later in the settings.',
  players: (least: number, most: number) =>
    least === most ? `${least} players` : `${least}–${most} players`,
  withFriends: 'Play with friends',
  withFriendsAbout: 'Open a table and send your friends the link. No account needed, just a name.',
  seatsTaken: (players: number, seats: number) => `${players} of ${seats} seats taken`,
  gameIsOn: 'A game is in progress. You can watch.',
  joinTable: 'Join a table',
  code: 'Table code',
  join: 'Join',
  makeTable: 'Open a table',
  openTables: 'Open tables',
  noOpenTables: 'No open tables right now.',
  goOn: 'Continue',
  atTable: (code: string) => `Back to table ${code}`,
  watchDemo: 'Watch the computer play',
  setUp: 'Players, level and house rules',
  guide: 'How to play',
  guideTo: (title: string) => `How to play ${title}`,
  rulesPage: 'All the rules',
  compare: 'Compare rules',
  compareAbout: 'Where two sets of rules differ',
  houseRules: 'House rules',
  editRules: 'Change the rules',
  settings: 'Settings',
  yourName: 'Your name',
  languageLabel: 'Language',
  look: 'Colours',
  looks: { auto: 'Same as the device', light: 'Light', dark: 'Dark' } as Record<string, string>,
  speed: 'Computer speed',
  speeds: { normal: 'Normal', quick: 'Fast' } as Record<string, string>,
  sound: 'Sound',
  on: 'On',
  off: 'Off',
  offlineReady: 'Ready to play offline',
  offlineGet: 'Save for playing offline',
  offlineGetting: 'Saving…',
  offlineNone: 'This server does not support offline play.',
  newVersion: 'A new version is ready.',
  reload: 'Update',
  back: 'Back',
  home: 'Home',
  close: 'Close',
  print: 'Print',
  loading: 'One moment…',
  loadingEngine: (percent: number) => `Loading… ${percent}%`,
  failed: 'That did not work. Are you online?',
  noSuchGame: (name: string) => `There is no game called “${name}”.`,
  toGames: 'All games',
  retry: 'Try again',

  whoPlays: 'Who is playing?',
  person: 'Person',
  computer: 'Computer',
  computers: 'Computer players',
  computerOf: (level: string) => capitalized(level),
  seat: (number: number) => `Seat ${number}`,
  nameOf: (number: number) => `Name of player ${number}`,
  addSeat: 'Add a player',
  removeSeat: (name: string) => `Remove ${name}`,
  others: 'The other people',
  nobodyElse: 'Nobody else is at the table.',
  mute: 'Mute',
  unmute: 'Unmute',
  block: 'Block',
  unblock: 'Unblock',
  nowBlocked: (name: string) => `You hear nothing more of ${name}, who gets no seat at your tables.`,
  nowUnblocked: (name: string) => `You hear ${name} again.`,
  report: 'Report',
  reportWhy: 'What is wrong?',
  reportSent: 'Whoever runs this server will look at it.',
  removePerson: 'Remove',
  voteOut: 'Vote to remove',
  wasRemoved: (name: string) => `${name} was removed from the table.`,
  votedOut: (name: string, given: number, needed: number) =>
    `${given} of the ${needed} who are needed want ${name} to be removed.`,
  removed: 'You were removed from this table.',
  news: (text: string) => `From the server: ${text}`,
  atServer: 'At the server',
  logOut: 'Log out here',
  logOutEverywhere: 'Log out everywhere',
  logOutMeans:
    'Your seats at tables of the server belong to a key in this browser. Whoever logs out gives it up.',
  loggedOut: 'You are logged out.',
  notAllowed: 'This server does not let you in for the moment.',
  level: 'Level of the computer players',
  theirLevel: 'Their level',
  levels: { easy: 'easy', medium: 'medium', hard: 'hard', expert: 'expert', master: 'master' } as Record<
    string,
    string
  >,
  timePerTurn: 'Time per turn',
  noLimit: 'No limit',
  seconds: (number: number) => {
    if (number >= 3600 && number % 3600 === 0) return count(number / 3600, 'hour')
    return number >= 120 && number % 60 === 0 ? `${number / 60} minutes` : `${number} seconds`
  },
  start: 'Start',
  rulesIn: 'Rules',
  changed: (number: number) => (number === 0 ? 'standard' : count(number, 'change')),
  botNames: ['Amara', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Femi', 'Gozie', 'Habib', 'Ife'],
  newName: (number: number) => `Player ${number}`,

  search: 'Search the rules',
  onlyChanged: 'Show only what I changed',
  usual: (value: string) => `standard: ${value}`,
  asUsual: 'Undo this change',
  accepted: 'Play by these rules',
  shareLink: 'Copy link',
  copied: 'Copied.',
  notCopied: 'Copying is not possible here.',
  saveFile: 'Save as file',
  openFile: 'Open a rule file',
  fileText: 'Rule file',
  readFile: 'Use this file',
  badFile: 'There are mistakes in this rule file. Fix them, then use it again:',
  titleOfRules: 'Name of your rules',
  waits: 'This does not work with the other rules yet:',
  line: (line: number, column: number) => (line > 0 ? `Line ${line}, column ${column}: ` : ''),
  meansNow: 'This means:',
  noOption: 'No rules found.',

  firstRules: 'First rules',
  secondRules: 'Second rules',
  saysNothing: 'does not mention it',
  same: 'These rules are the same.',

  yourTurn: 'Your turn',
  turnOf: (name: string) => `${name}’s turn`,
  thinking: (name: string) => `${name} is thinking…`,
  round: (number: number) => `Round ${number}`,
  dealt: (name: string, round: number, you: boolean) => `Round ${round}: ${name} ${you ? 'deal' : 'deals'}.`,
  stock: (number: number) => `Stock: ${count(number, 'card')}`,
  stockLabel: 'Stock',
  topCard: (name: string) => `Top card: ${name}`,
  emptyPile: 'No card yet',
  called: (suit: string) => `Called: ${suit}`,
  penalty: (number: number) => `+${number}`,
  penaltyLabel: (number: number) => `${count(number, 'card')} to pick up`,
  suspendedLabel: (number: number) => (number === 1 ? 'Skips the next player' : `Skips ${number} players`),
  toTheRight: 'Play goes to the right',
  toTheLeft: 'Play goes to the left',
  cards: (number: number) => count(number, 'card'),
  points: (number: number) => count(number, 'point'),
  hand: 'Your hand',
  playable: 'can be played',
  secondsLeft: (number: number) => `${number} s`,
  actions: 'What you can do',
  opponents: 'The other players',
  play: 'Play',
  playCards: (number: number) => (number === 1 ? 'Play it' : `Play ${number} cards`),
  throwTake: 'Throw and draw from the stock',
  throwTakeCard: (name: string) => `Throw and take the ${name}`,
  draw: 'Draw a card',
  take: (number: number) => (number === 1 ? 'Pick up a card' : `Pick up ${number} cards`),
  pass: 'Pass',
  keep: 'Keep the card',
  keepHand: 'Keep your hand',
  miss: 'Miss your turn',
  challenge: 'Challenge',
  yaniv: 'Yaniv!',
  slap: (name: string) => `Slap down the ${name}`,
  exchange: (name: string) => `Swap the ${name} for the joker`,
  say: (word: string) => `Say “${word}”`,
  semi: 'semi last card',
  sayWith: (word: string) => `and say “${word}”`,
  catch: (name: string) => `Catch ${name}`,
  callWhich: 'What should be played next?',
  takeWhich: 'Throw, then take:',
  chooseMore: 'Now tap the cards that go with it.',
  swapWith: 'Swap hands with:',
  hintThrow: 'Tap the cards you want to throw.',
  cancel: 'Cancel',
  undo: 'Undo',
  hint: 'Give me a hint',
  hinted: (move: string, why: string) => `Hint: ${move}. ${capitalized(why)}.`,
  hintPlay: (cards: string) => `play ${cards}`,
  hintThrow_: (cards: string) => `throw ${cards}`,
  hintCall: (suit: string) => `call ${suit}`,
  andCall: (suit: string) => ` and call ${suit}`,
  andSwap: (name: string) => ` and swap hands with ${name}`,
  andTake: (card: string) => ` and take ${card}`,
  andDraw: ' and draw from the stock',
  asksBack: (name: string) => `${name} wants to undo a move.`,
  agree: 'Allow',
  refuse: 'No',
  held: {
    move: 'Your move counts in a moment: others may still react.',
    catch: 'Your catch counts in a moment, unless the word is said first.'
  },
  announceForMe: (word: string) => `Say “${word}” for me`,
  owes: 'has not said the word',
  folded: 'has left',
  away: 'away',
  bot: 'computer',
  offline: 'not connected',
  log: 'History',
  scores: 'Scores',
  menu: 'Menu',
  leave: 'Leave the table',
  leaveSure: 'Leave the game? The computer will play for you.',
  say_: 'Say something',
  record: 'Save the game',
  replay: 'Replay',
  openCards: 'Everybody’s cards',
  noRecord: 'There is no game to replay.',
  eyes: 'Cards shown',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  stepBack: 'One step back',
  stepOn: 'One step forward',
  playOn: 'Play',
  pause: 'Pause',
  toStart: 'To the beginning',
  toEnd: 'To the end',

  roundOver: 'Round over',
  matchOver: 'Match over',
  wins: (names: string[]) => `${list(names, 'and')} ${oneOther(names) ? 'wins' : 'win'}!`,
  place: 'Place',
  player: 'Player',
  nextRound: 'Next round',
  rematch: 'Play again',

  shuffleKept: 'The shuffle was fair: it is what the server had promised.',
  shuffleNotHeard:
    'This device heard no promise before the cards were dealt, so it cannot tell whether the shuffle was fair.',
  shuffledAlone:
    'The cards are what the server had promised. But it shuffled alone, so it could have chosen them.',
  someShuffledAlone: (alone: number, deals: number) =>
    `The server shuffled ${alone} of ${deals} deals alone, so it could have chosen those cards.`,
  shuffleCode: (code: string) =>
    `The code of the shuffle is ${code}. Your friends have the same one: if theirs differs, somebody was shown another shuffle.`,
  sameCards: 'The server’s record tells the same cards and moves that you saw.',
  recordWrong: (why: string) => `WARNING: the server’s record of this match is wrong: ${why}.`,
  waitsForDevice: (names: string[]) =>
    names.length === 0
      ? 'The cards are not dealt yet: no player’s device helps to shuffle. It goes on as soon as one does.'
      : `The server may shuffle alone, says ${list(names, 'and')}. It could then choose the cards.`,
  shuffleAlarms: {
    noPromise: (round: number) =>
      `WARNING: round ${round} was dealt without a promise. The server could have chosen the cards.`,
    changedPromise: (deal: number) => `WARNING: the server changed its promise for deal ${deal}.`,
    changedList: (deal: number) =>
      `WARNING: for deal ${deal} the server changed what the players’ devices had promised.`,
    changedHistory: (deal: number) =>
      `WARNING: before deal ${deal} the server changed the story of the earlier deals.`,
    shuffledAlone: (deal: number) =>
      `WARNING: the server shuffled deal ${deal} alone, and nobody here had agreed. It could have chosen the cards.`,
    tooManyRestarts: (deal: number) =>
      `WARNING: the server started deal ${deal} again more often than it may.`,
    broken: (deal: number) => `WARNING: deal ${deal} is NOT what the server had promised.`,
    notRevealed: (deal: number) => `WARNING: the server does not show how deal ${deal} was shuffled.`,
    otherCards: (deal: number) =>
      `WARNING: in deal ${deal} you saw other cards than the server’s record tells.`
  },
  checkShuffle: 'Check the shuffle',
  checkAbout:
    'Before each deal, the server and every player’s device commit to a secret part of the shuffle and reveal it only after the match. This device now checks all of it: every promise, every deal and every card drawn.',
  checking: 'Checking…',
  asPromised: (deals: number, table: string) =>
    `Nobody chose the cards. ${deals === 1 ? 'The deal' : `All ${deals} deals`} at table ${table} and every card drawn match what was promised beforehand.`,
  notPromised: (why: string) => `The cards are NOT what was promised: ${why}.`,
  otherPromise: (deal: number) => `for deal ${deal} this device was given a different promise`,
  otherCards: (deal: number) => `in deal ${deal} this device saw other cards or moves`,
  cutRecord: (deals: number) =>
    `This record stops before the match is over. ${deals === 1 ? 'Its deal matches' : `Its ${deals} deals match`} what was promised, but the rest is missing.`,
  aloneAtTable:
    'The server shuffled alone, so it could have chosen the cards. All that is certain is that it did not change them later.',
  signedBy: (names: string[]) =>
    `Signed by the ${names.length === 1 ? 'device' : 'devices'} of ${list(names, 'and')}: the names, moves and results are those that they saw.`,
  signedByNobody:
    'No player’s device has signed this record. Whoever kept it could have changed names and moves, or left out a deal that was given up.',
  notSignedBy: (deal: number, names: string[]) =>
    `The round of deal ${deal} is not signed by the device of ${list(names, 'and')}.`,
  codeOfShuffle: (code: string) => `The code of the shuffle is ${code}. Compare it with your friends.`,
  heardBefore: (deals: number) =>
    `This device got the ${deals === 1 ? 'promise' : `promises for ${deals} deals`} before the cards were dealt, and nothing has changed since.`,
  notHeardBefore: 'This device was not at the table, so it cannot say when the promises were made.',
  dealsOfMatch: 'Who shuffled?',
  dealBy: (deal: number, names: string[]) =>
    names.length === 0
      ? `Deal ${deal}: the server alone.`
      : `Deal ${deal}: the server and the ${names.length === 1 ? 'device' : 'devices'} of ${list(names, 'and')}.`,
  dealGivenUp: (deal: number, names: string) => `Deal ${deal} was abandoned because ${names} did not answer.`,
  openRecord: 'Open a saved game',

  passTo: (name: string) => `Pass the device to ${name}`,
  passAbout: 'Everybody else: no peeking!',
  iAm: (name: string) => `I am ${name}`,

  lobby: 'Waiting for players',
  makerStarts: (name: string) => `${name} opened this table and will start the game.`,
  invite: 'Send this link to your friends, or let them scan the code.',
  copyLink: 'Copy link',
  shareTable: 'Send link',
  sitHere: 'Take a seat',
  watch: 'Watch',
  watching: 'You are watching, with a short delay.',
  watchSoon: 'The game is on. You will see it in a moment, a little behind the players.',
  addBot: 'Add a computer player',
  seats: 'Seats',
  openToAll: 'List this table for everybody on this server',
  chatOn: 'Allow chat',
  connecting: 'Connecting…',
  lost: 'Connection lost. Reconnecting…',
  noServer: 'The server cannot be reached. Check your connection and try again.',
  takenOver: 'This table is open in another window.',
  takeBack: 'Play here',
  noTable: 'There is no such table. Maybe the code has a typo, or the table was closed some time ago.',
  chat: 'Message',
  send: 'Send',
  tooOld: 'The server has a newer version of this page. Update to carry on with your game.',
  faulty: (id: string) =>
    `This table has stopped because of a bug. No moves are lost. Tell whoever runs the server this number: ${id}.`,
  broken: 'Something went wrong. Your game is saved.',

  nth,
  gamesInProgress: 'Games in progress',
  moreGames: (number: number) => count(number, 'more game', 'more games'),
  continueGame: (title: string) => `Continue ${title}`,
  savedAbout: (round: number | null, when: string) =>
    [round === null ? '' : `Round ${round}`, when].filter((part) => part !== '').join(' · '),
  deleteGame: (title: string) => `Delete this game of ${title}`,
  deleteSure: 'Delete this game for good?',
  delete: 'Delete',
  keepGame: 'Keep it',
  gamesFull: (most: number, title: string) =>
    `This device keeps ${most} games. A new one replaces the oldest: ${title}.`,

  yourScore: (score: number) => `Score: ${score}`,
  goal: ({ rounds, target, limit, low }: GoalItem) =>
    limit != null
      ? `over ${limit} is out`
      : target != null
        ? low
          ? `ends at ${target}, lowest wins`
          : `first to ${target} wins`
        : rounds === 1
          ? 'single round'
          : `${low ? 'lowest' : 'highest'} after ${rounds} rounds wins`,
  handWorth: (points: number) => `Hand: ${points}`,
  leavesWith: (points: number, drawn: boolean) => (drawn ? `${points} + ?` : `= ${points}`),
  leavesAloud: (points: number, drawn: boolean) =>
    drawn ? `, leaves ${count(points, 'point')} and the card you draw` : `, leaves ${count(points, 'point')}`,

  youFinish: (place: number) => `You finish ${nth(place)}!`,
  outAbout: 'You have no cards left. The others play on for the remaining places.',
  youAreEliminated: 'You are out of the match',
  eliminatedAbout: (score: number, limit: number | null) =>
    limit === null
      ? `You have ${count(score, 'point')}. The others play on.`
      : `You have ${count(score, 'point')}, and anyone over ${limit} is out. The others play on.`,
  skipRound: 'Skip to the result',
  skipMatch: 'Skip to the end of the match',
  skipping: 'Playing the rest…',
  leaveFreely: 'You can leave now: your place is safe.',

  roundNumberOver: (round: number) => `Round ${round} is over`,
  winsRound: (names: string[]) => `${list(names, 'and')} ${oneOther(names) ? 'wins' : 'win'} the round!`,
  winsMatch: (names: string[]) => `${list(names, 'and')} ${oneOther(names) ? 'wins' : 'win'} the match!`,
  roundPlace: 'Round',
  matchPlace: 'Match',
  pointsAdded: 'Points',
  noCards: 'no cards',
  notInRound: '–',
  outOfMatch: 'out of the match',
  whyCalled,
  whyOut: (name: string, you: boolean) => `${name} ${you ? 'have' : 'has'} no cards left.`,
  whyLast: (name: string, you: boolean) => `Only ${you ? 'you still have' : `${name} still has`} cards.`,
  whyOver: {
    count: 'The stock is used up, so the hands are counted.',
    blocked: 'Nobody can play or draw any more.',
    stopped: 'The round went on for too long and was stopped.',
    deserted: 'Only one player is left at the table.'
  } as Record<string, string>,
  landed: (name: string, reached: number, total: number, you: boolean) =>
    `${name} ${you ? 'land' : 'lands'} on ${reached}, which becomes ${total}.`,
  eliminated: (name: string, limit: number | null, you: boolean) =>
    limit === null
      ? `${name} ${you ? 'are' : 'is'} out of the match.`
      : `${name} ${you ? 'are' : 'is'} over ${limit} and out of the match.`
}

/** Whether this is one player, and not the reader. */
function oneOther(names: readonly string[]): boolean {
  return names.length === 1 && names[0] !== 'You'
}

export type Messages = typeof messages

// All texts of the page in English. A language is one file of this shape; the page finds it by itself.
import type { DrawReason, RefusalCode, RoundEnd, SpokenWord } from '../generated/protocol'
import { seatOf } from '../lib/events'
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

function ordinal(place: number): string {
  return (
    ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'][
      place
    ] ?? `${place}th`
  )
}

const WHY_DRAWN: Record<DrawReason, string> = {
  turn: '',
  pick: '',
  market: ' for the general market',
  silence: ' for the missing word',
  'false-call': ' for the false call',
  challenge: ' after the challenge',
  fine: ' as a fine',
  timeout: ' because time ran out',
  owed: ' still owed from before'
}

const ENDED: Record<RoundEnd, string> = {
  out: 'The round is over.',
  called: 'The round is over.',
  count: 'The stock is used up, so the hands are counted.',
  blocked: 'Nobody can play or draw any more, so the round is over.',
  stopped: 'The round has gone on for too long and is stopped here.',
  deserted: 'Only one player is left at the table, so the round is over.'
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
      return { text: `${capitalized(named())} goes back into the stock, and the next card is turned.` }
    case 'played':
      return narrator.throws
        ? of(`throws ${named()}`, `throw ${named()}`)
        : of(`plays ${named()}`, `play ${named()}`)
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
      return { text: 'The direction of play changes.' }
    case 'pending': {
      const penalty = `a penalty of ${count(event.count, 'card')}`
      return of(`now faces ${penalty}`, `now face ${penalty}`)
    }
    case 'cancelled':
      return { text: 'The penalty is gone.' }
    case 'swapped':
      return of(
        `swaps hands with ${person(event.other, narrator)}`,
        `swap hands with ${person(event.other, narrator)}`
      )
    case 'said':
      return of(`says “${spoken(event.word, narrator)}”`, `say “${spoken(event.word, narrator)}”`)
    case 'caught': {
      if (event.by === null) return of('forgot to say the word', 'forgot to say the word')
      const verb = event.by === narrator.you ? 'catch' : 'catches'
      return { seat: event.by, text: `${verb} ${person(seat, narrator)}: the word was not said` }
    }
    case 'false-call':
      return of('called out of place', 'called out of place')
    case 'challenged': {
      const verb = event.by === narrator.you ? 'challenge' : 'challenges'
      const verdict = event.guilty ? 'did hold a card of the colour' : 'held no card of the colour'
      return { text: `${subject(event.by, narrator)} ${verb} ${person(seat, narrator)}, who ${verdict}.` }
    }
    case 'reshuffled':
      return { text: `The discards are shuffled and make a new stock of ${count(event.count, 'card')}.` }
    case 'slapped':
      return of(`slaps ${named()} onto the throw`, `slap ${named()} onto the throw`)
    case 'exchanged':
      return of(
        `exchanges ${named()} for the joker on the table`,
        `exchange ${named()} for the joker on the table`
      )
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
      return of(
        `is out of cards and comes ${ordinal(event.place)}`,
        `are out of cards and come ${ordinal(event.place)}`
      )
    case 'shown':
      return event.cards.length === 0
        ? of('is left with no card', 'are left with no card')
        : of(`is left with ${named()}`, `are left with ${named()}`)
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
  draw4: 'Wild draw 4',
  skip: 'Skip',
  reverse: 'Reverse',
  swap: 'Swap hands'
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
  'one-moment': 'One moment…',
  'good-game': 'Good game!',
  again: 'Once more?',
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
  busy: AS_SENT,
  'call-needed': AS_SENT,
  'cannot-draw': AS_SENT,
  'cannot-pass': AS_SENT,
  'cannot-take': AS_SENT,
  'chat-off': AS_SENT,
  'does-not-fit': AS_SENT,
  fault: AS_SENT,
  full: AS_SENT,
  left: AS_SENT,
  long: AS_SENT,
  'may-not-finish': AS_SENT,
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
  'no-mix': 'This device shuffles alone.',
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
  'round-over': AS_SENT,
  rules: AS_SENT,
  seated: AS_SENT,
  seen: AS_SENT,
  stale: 'That came too late: the table had moved on.',
  tables: AS_SENT,
  'too-early': AS_SENT,
  'too-late': AS_SENT,
  'too-long-game': AS_SENT,
  'too-many-points': AS_SENT,
  unknown: AS_SENT,
  unreadable: AS_SENT,
  'wrong-share': AS_SENT
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
    again: 'Again',
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
  players: (least: number, most: number) =>
    least === most ? `${least} players` : `${least}–${most} players`,
  withFriends: 'Play with friends',
  withFriendsAbout: 'Make a table and send the link. No account, just a name.',
  seatsTaken: (players: number, seats: number) => `${players} of ${seats} seats are taken.`,
  joinTable: 'Join a table',
  code: 'Code of the table',
  join: 'Join',
  makeTable: 'Make a table',
  openTables: 'Open tables',
  noOpenTables: 'No open table right now.',
  goOn: 'Go on',
  goOnAbout: (title: string) => `Your game of ${title} waits`,
  atTable: (code: string) => `Back to table ${code}`,
  watchDemo: 'Watch four computer players',
  setUp: 'People, level and house rules',
  guide: 'Guide',
  guideTo: (title: string) => `How to play ${title}`,
  rulesPage: 'Every rule',
  compare: 'Compare rules',
  compareAbout: 'What two rule sets say where they differ',
  houseRules: 'House rules',
  editRules: 'Change the rules',
  settings: 'Settings',
  yourName: 'Your name',
  languageLabel: 'Language',
  look: 'Look',
  looks: { auto: 'As the device', light: 'Light', dark: 'Dark' } as Record<string, string>,
  speed: 'Computer players',
  speeds: { normal: 'Take their time', quick: 'Hardly think' } as Record<string, string>,
  sound: 'Sound',
  on: 'On',
  off: 'Off',
  offlineReady: 'Ready to play without a network',
  offlineGet: 'Keep for playing without a network',
  offlineGetting: 'Fetching…',
  offlineNone: 'This server was built without offline play.',
  newVersion: 'There is a new version.',
  reload: 'Load it',
  back: 'Back',
  home: 'Home',
  close: 'Close',
  print: 'Print',
  loading: 'One moment…',
  failed: 'That did not work. Is the network there?',
  retry: 'Try again',

  whoPlays: 'Who plays',
  person: 'Person',
  computer: 'Computer',
  computerOf: (level: string) => capitalized(level),
  seat: (number: number) => `Seat ${number}`,
  nameOf: (number: number) => `Name of player ${number}`,
  addSeat: 'One more player',
  removeSeat: (name: string) => `Take ${name} away`,
  level: 'How well the computer plays',
  levels: { easy: 'easy', medium: 'medium', hard: 'hard', expert: 'expert', master: 'master' } as Record<
    string,
    string
  >,
  timePerTurn: 'Time for a turn',
  noLimit: 'No limit',
  seconds: (number: number) =>
    number >= 120 && number % 60 === 0 ? `${number / 60} minutes` : `${number} seconds`,
  start: 'Start',
  rulesIn: 'Rules',
  changed: (number: number) => (number === 0 ? 'as usual' : count(number, 'change')),
  botNames: ['Amara', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Femi', 'Gozie', 'Habib', 'Ife'],
  newName: (number: number) => `Player ${number}`,

  search: 'Search the rules',
  onlyChanged: 'Only what is different',
  usual: (value: string) => `usually ${value}`,
  asUsual: 'As usual',
  accepted: 'Use these rules',
  shareLink: 'Copy a link',
  copied: 'Copied.',
  notCopied: 'That cannot be copied here.',
  saveFile: 'Save as a file',
  openFile: 'Open a rule file',
  fileText: 'Rule file',
  readFile: 'Read it',
  badFile: 'This rule file has faults, so the rules below are others:',
  titleOfRules: 'What the rules are called',
  waits: 'This waits for another change:',
  line: (line: number, column: number) => (line > 0 ? `Line ${line}, column ${column}: ` : ''),
  meansNow: 'The rules now say:',
  noOption: 'No rule matches that.',

  firstRules: 'First rules',
  secondRules: 'Second rules',
  saysNothing: 'says nothing about it',
  same: 'These rules are the same.',

  yourTurn: 'Your turn',
  turnOf: (name: string) => `${name}’s turn`,
  thinking: (name: string) => `${name} is thinking…`,
  round: (number: number) => `Round ${number}`,
  dealt: (name: string, round: number, you: boolean) => `Round ${round}: ${name} ${you ? 'deal' : 'deals'}.`,
  stock: (number: number) => `Stock: ${count(number, 'card')}`,
  stockLabel: 'Stock',
  topCard: (name: string) => `On top: ${name}`,
  emptyPile: 'No card yet',
  called: (suit: string) => `Called: ${suit}`,
  penalty: (number: number) => `+${number}`,
  penaltyLabel: (number: number) => `${count(number, 'card')} to pick up`,
  suspendedLabel: (number: number) => `${count(number, 'player')} to miss a turn`,
  toTheRight: 'Play goes round to the right',
  toTheLeft: 'Play goes round to the left',
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
  take: (number: number) => (number === 1 ? 'Take the card' : `Take the ${number} cards`),
  pass: 'Pass',
  keep: 'Keep the card',
  miss: 'Miss the turn',
  challenge: 'Challenge',
  yaniv: 'Yaniv!',
  slap: (name: string) => `Slap the ${name}`,
  exchange: (name: string) => `Swap the ${name} for the joker`,
  say: (word: string) => `Say “${word}”`,
  semi: 'semi last card',
  sayWith: (word: string) => `and say “${word}”`,
  catch: (name: string) => `Catch ${name}`,
  callWhich: 'Which one do you call?',
  takeWhich: 'Throw, and take:',
  chooseMore: 'Tap the cards that go with it.',
  swapWith: 'With whom do you swap hands?',
  hintThrow: 'Tap the cards that you throw.',
  cancel: 'Not that',
  undo: 'Take back',
  hint: 'Give me a hint',
  hinted: (move: string, why: string) => `Hint: ${move}. ${capitalized(why)}.`,
  hintPlay: (cards: string) => `play ${cards}`,
  hintThrow_: (cards: string) => `throw ${cards}`,
  hintCall: (suit: string) => `call ${suit}`,
  andCall: (suit: string) => ` and call ${suit}`,
  andSwap: (name: string) => ` and swap hands with ${name}`,
  andTake: (card: string) => ` and take ${card}`,
  andDraw: ' and draw from the stock',
  asksBack: (name: string) => `${name} wants a move back.`,
  agree: 'Agree',
  refuse: 'No',
  held: 'Your move waits a moment: somebody may still slap.',
  announceForMe: 'Say the word for me',
  owes: 'has not said the word',
  folded: 'has left',
  away: 'away',
  bot: 'computer',
  offline: 'not connected',
  log: 'What happened',
  scores: 'Scores',
  menu: 'Menu',
  leave: 'Leave the table',
  leaveSure: 'Leave the game? A computer player takes your seat.',
  say_: 'Say something',
  record: 'Save the record',
  replay: 'Watch it again',
  openCards: 'Open cards',
  noRecord: 'There is no game to watch again.',
  eyes: 'Seen by',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  stepBack: 'One step back',
  stepOn: 'One step on',
  playOn: 'Play',
  pause: 'Pause',
  toStart: 'To the beginning',
  toEnd: 'To the end',

  roundOver: 'The round is over',
  matchOver: 'The match is over',
  youWin: 'You win!',
  wins: (names: string[]) => `${list(names, 'and')} ${names.length === 1 ? 'wins' : 'win'}!`,
  place: 'Place',
  player: 'Player',
  thisRound: 'This round',
  total: 'Total',
  nextRound: 'Next round',
  rematch: 'Play again',

  shuffleKept: 'The shuffles were what the server had promised.',
  shuffleBroken: (deal: number) => `Deal ${deal} is NOT what the server had promised.`,
  checkShuffle: 'Check the shuffle',
  checkAbout:
    'Before each deal the server and the players’ devices promise a part of the shuffle, and show it only after the match. This device now works everything out again by itself: every promise, every deal and every card that was drawn.',
  checking: 'Working it out…',
  asPromised: (deals: number, table: string) =>
    `Nobody chose the cards. ${deals === 1 ? 'The deal' : `All ${deals} deals`} at table ${table} and every card drawn are what was promised before.`,
  notPromised: (why: string) => `The cards are NOT what was promised: ${why}.`,
  otherPromise: (deal: number) => `for deal ${deal} this device was told another promise`,
  heardBefore: (deals: number) =>
    `This device heard the ${deals === 1 ? 'promise' : `promises of ${deals} deals`} before the cards were dealt, and they are the same.`,
  notHeardBefore: 'This device was not at the table, so it cannot say when the promises were made.',
  dealsOfMatch: 'Who shuffled',
  dealBy: (deal: number, names: string[]) =>
    names.length === 0
      ? `Deal ${deal}: the server alone.`
      : `Deal ${deal}: the server together with the ${names.length === 1 ? 'device' : 'devices'} of ${list(names, 'and')}.`,
  dealGivenUp: (deal: number, names: string) =>
    `Deal ${deal} was given up, because nothing came from ${names}.`,
  openRecord: 'Open a record file',

  passTo: (name: string) => `Pass the device to ${name}`,
  passAbout: 'Nobody else looks, please.',
  iAm: (name: string) => `I am ${name}`,

  lobby: 'Waiting for players',
  makerStarts: (name: string) => `${name} made the table and starts the game.`,
  invite: 'Send this link, or let them scan the code.',
  copyLink: 'Copy the link',
  sitHere: 'Sit down',
  watch: 'Look on',
  watching: 'You look on, a moment later than it happens.',
  addBot: 'Add a computer player',
  seats: 'Seats',
  openToAll: 'Show the table to everybody here',
  chatOn: 'Let people write to each other',
  connecting: 'Connecting…',
  lost: 'The line is cut. Coming back by itself…',
  takenOver: 'This table is open in another window.',
  takeBack: 'Play here',
  noTable:
    'There is no such table here. Perhaps the code has a mistake in it, or the table was put away long ago.',
  chat: 'Write to the others',
  send: 'Send',
  tooOld: 'The server has a newer version of this page. Load it, and the game goes on where it was.',
  faulty: (id: string) =>
    `This table stands still because of a fault in the program. Nothing that was played is lost. Whoever runs the server finds it under the number ${id}.`,
  broken: 'Something in the program went wrong. Your game is kept.'
}

export type Messages = typeof messages

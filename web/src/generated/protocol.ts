// Made by `npm run types` from docs/protocol.schema.json. Do not edit.

export type ClientMsg = 
  | { do: "hello"; v: number; ticket: string; last?: number | null; name?: string | null }
  | { do: "act"; id: CommandId; n: number; m: string }
  | { do: "ask"; id: CommandId; m: string }
  | { do: "hint"; id: CommandId }
  | { do: "sit"; id: CommandId; name: string }
  | { do: "bot"; id: CommandId; name: string; level?: BotLevel }
  | { do: "unbot"; id: CommandId; name: string }
  | { do: "rules"; id: CommandId; rules: string }
  | { do: "start"; id: CommandId }
  | { do: "next"; id: CommandId }
  | { do: "rematch"; id: CommandId }
  | { do: "leave"; id: CommandId }
  | { do: "remove"; id: CommandId; name: string }
  | { do: "block"; id: CommandId; name: string; on: boolean }
  | { do: "report"; id: CommandId; name: string; why?: string }
  | { do: "ready"; id: CommandId }
  | { do: "return"; id: CommandId }
  | { do: "announce"; id: CommandId; on: boolean }
  | { do: "takeback"; id: CommandId }
  | { do: "consent"; id: CommandId; yes: boolean }
  | { do: "say"; id: CommandId; p: Phrase }
  | { do: "chat"; id: CommandId; t: string }
  | { do: "mix"; id: CommandId; on: boolean }
  | { do: "promise"; id: CommandId; deal: number; c: string; key?: string | null }
  | { do: "open"; id: CommandId; deal: number; e: string }
  | { do: "alone"; id: CommandId; yes: boolean }
  | { do: "sign"; id: CommandId; deal: number; seen: string; sig: string }

export type CommandId = string

export type BotLevel = "easy" | "medium" | "hard" | "expert" | "master"

export type Phrase = "hello" | "good-luck" | "well-played" | "thanks" | "sorry" | "oops" | "wow" | "ouch" | "hurry-up" | "one-moment" | "good-game" | "again" | "laugh" | "cry" | "heart" | "clap"

export type Item = 
  | { hello: HelloItem }
  | { ok: string }
  | { no: RefusedItem }
  | { you: number | null }
  | { players: (PlayerItem)[] }
  | { rules: string }
  | { deal: DealItem }
  | { scores: ScoresItem }
  | { did: [number, string] }
  | { scene: SceneItem }
  | { turn: number }
  | { time: [number, number] }
  | { answer: AnswerItem }
  | { hint: HintItem }
  | { stale: number }
  | { round: RoundItem }
  | { match: MatchItem }
  | { note: string }
  | { shuffle: ShuffleItem }
  | { alone: AloneItem }
  | { sign: SignItem }
  | { rewound: number }
  | { said: SaidItem }
  | { on: (number)[] }
  | { maker: string | null }
  | { fault: string }
  | { bye: number }

export type HelloItem = { v: number; table: string; chat?: boolean; maker?: string | null; delay?: number }

export type RefusedItem = { id?: string | null; code: RefusalCode; why?: string; n?: number | null }

export type RefusalCode = "bad-message" | "bad-name" | "bad-partner" | "bad-phrase" | "bad-ticket" | "bad-version" | "banned" | "blocked" | "busy" | "call-needed" | "cannot-draw" | "cannot-pass" | "cannot-take" | "chat-off" | "does-not-fit" | "fault" | "full" | "hidden-character" | "left" | "long" | "looks-latin" | "may-not-finish" | "mixed-scripts" | "must-answer" | "must-call" | "must-counter" | "must-play" | "must-play-drawn" | "name-taken" | "no-bot" | "no-call" | "no-exchange" | "no-groups" | "no-hints" | "no-key" | "no-match" | "no-mix" | "no-order" | "no-person" | "no-recall" | "no-request" | "no-round" | "no-seat" | "no-slap" | "no-swap" | "no-takeback" | "no-vote" | "no-watching" | "nobody-to-catch" | "not-a-group" | "not-a-set" | "not-here" | "not-host" | "not-in-hand" | "not-playing" | "not-your-turn" | "nothing" | "nothing-to-challenge" | "nothing-to-say" | "only-block" | "only-drawn" | "only-if-stuck" | "origin" | "partner-needed" | "players" | "playing" | "removed" | "reserved-word" | "round-over" | "rules" | "seated" | "seats" | "seen" | "stacked-marks" | "stale" | "tables" | "too-early" | "too-late" | "too-long-game" | "too-many-points" | "unknown" | "unreadable" | "wrong-share" | "wrong-signature"

export type PlayerItem = [string, PlayerKind]

export type PlayerKind = "person" | "bot" | "away" | "left" | "folded"

export type DealItem = { round: number; dealer: number; cuts?: (Cut)[]; goal?: GoalItem | null }

export type Cut = [number, string]

export type GoalItem = { rounds?: number | null; target?: number | null; limit?: number | null; low?: boolean }

export type ScoresItem = { round: number; dealer: number; scores: (number)[]; playing: (number)[]; goal?: GoalItem | null; rank?: (number)[]; out?: (number)[]; ending?: string }

export type SceneItem = { n?: number | null; new?: boolean; turn?: number | null; phase?: ScenePhase | null; seats?: string | null; hold?: (number)[] | null; know?: Record<string, string>; plays?: string | null; owes?: string | null; worth?: Record<string, number> | null; done?: Record<string, number> | null; stock?: string | null; pile?: string | null; throw?: string | null; discards?: string | null; signs?: string | null; may?: string; leaves?: (number)[]; end?: string | null }

export type ScenePhase = "call" | "lead" | "turn" | "again" | "drawn" | "answer" | "suspended" | "slap" | "over"

export type AnswerItem = { m: string; code?: RefusalCode | null; why?: string | null }

export type HintItem = { n: number; m: string; why: string; about?: string }

export type RoundItem = { end: string; scores: (number)[]; playing: (number)[]; rank?: (number)[]; out?: (number)[] }

export type MatchItem = { won: (number)[]; scores: (number)[] }

export type ShuffleItem = 
  | { promised: { deal: number; c: string; rules: string; transcript?: string | null } }
  | { frozen: { deal: number; parts: (PartItem)[]; keys?: (PartItem)[] } }
  | { "given-up": { deal: number; seats: (number)[] } }
  | { without: number }
  | { revealed: (ProofItem)[] }

export type PartItem = [number, string]

export type ProofItem = { deal: number; c: string; s: string; parts?: (OpenedItem)[]; keys?: (PartItem)[]; given_up?: (RestartItem)[] }

export type OpenedItem = [number, string, string]

export type RestartItem = [number, string, (number)[]]

export type AloneItem = { deal: number; agreed?: (number)[] }

export type SignItem = { deal: number; digest: string }

export type SaidItem = { seat: number; p?: Phrase; t?: string }

export type Guest = { token: string }

export type CreateTable = { game?: string | null; rules?: string; seconds?: number | null; seats?: number | null; bots?: number; level?: BotLevel; open?: boolean; chat?: boolean }

export type CreatedTable = { table: string; link: string }

export type Lobby = { tables: (TableSummary)[] }

export type TableSummary = { table: string; title: string; players: number; seats: number; seconds: number; playing: boolean }

export type TicketRequest = { table: string }

export type Ticket = { ticket: string }

export type Invitation = { resume: string }

export type Resume = { resume: string }

export type Logout = { everywhere?: boolean }

export type PresetList = { presets: (PresetInfo)[] }

export type PresetInfo = { name: string; title: string; about: string; family: string; players: PlayerRange }

export type PlayerRange = { least: number; most: number }

export type RulesInfo = { name: string; title: string; about: string; history: string; family: string; base?: string | null; players: PlayerRange; clauses: (ClauseInfo)[]; options: (OptionEntry)[]; toml: string }

export type ClauseInfo = { section: string; topic: string; text: string }

export type OptionEntry = { key: string; value: OptionValue; help: string; accepted: string; values: (OptionValue)[] }

export type OptionValue = boolean | number | string | (string)[]

export type PackInfo = { seats: number; style: PackStyle; suits: (string)[]; ranks: (string)[]; words: (LocalWord)[]; size: number; cards: (CardInfo)[] }

export type PackStyle = "shapes" | "french" | "colours"

export type LocalWord = { word: string; means: string }

export type CardInfo = { card: string; name: string; suit?: string | null; rank: string; copies: number; points: number }

export type DescribeRules = { game?: string | null; rules?: string; seats?: number | null }

export type DescribedRules = { rules: RulesInfo; pack: PackInfo }

export type Problem = { code: RefusalCode; why: string }

export type EventKind = "dealt" | "turned" | "buried" | "played" | "called" | "drew" | "took" | "passed" | "skipped" | "again" | "reversed" | "pending" | "cancelled" | "swapped" | "said" | "caught" | "false-call" | "challenged" | "reshuffled" | "slapped" | "exchanged" | "timed-out" | "left" | "out" | "shown" | "ended" | "yaniv" | "assaf"

export type Declaration = "yaniv" | "assaf"

export type MoveVerbs = { matching: "play" | "draw" | "pass" | "challenge" | "call" | "say" | "catch"; yaniv: "yaniv" | "throw" | "slap" | "swap" | "pass" }

export type DrawReason = "turn" | "pick" | "market" | "silence" | "false-call" | "challenge" | "fine" | "timeout" | "owed"

export type RoundEnd = "out" | "count" | "blocked" | "stopped" | "deserted" | "called"

export type SpokenWord = "semi-last-card" | "last-card"

export type TableOrder = "timeout" | "leave" | "fine"

export type NoteWord = "held" | "kept" | "back" | "left" | "removed" | "vote" | "news" | "asked" | "denied" | "lapsed" | "undone" | "announcing"

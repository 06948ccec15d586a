// Questions about rules and records, answered by the WebAssembly in the worker.
import type { Item, ProofItem } from '../generated/protocol'
import type { SeenRound } from './fairShuffle'
import { request } from './workerClient'

export interface LoadedRules {
  rules: string
  title: string
  about: string
  players: [number, number]
  /** Line, column and message of each fault. */
  faults: [number, number, string][]
}

export interface RuleOption {
  section: string
  key: string
  help: string
  value: string
  said: string
  usual: string | null
  words: [string, string][]
  range: [number, number] | null
  typed: boolean
}

/** What a picture is an example of: the card on the table, cards that fit on it, and one that does not. */
export type PictureMark = 'table' | 'fits' | 'not'

export interface GuideSection {
  heading: string
  entries: { step: number | null; pictures: string[][]; marks?: PictureMark[]; texts: string[] }[]
}

/** A record whose shuffles were checked. */
export interface CheckedRecord {
  table: string
  names: string[]
  deals: ProofItem[]
  /** The code of everything that was promised. */
  code: string
  /** Whether the record goes on to the end of the match. */
  complete: boolean
  /** Whose devices signed each round, and whose could have and did not, by seat. */
  rounds: { deal: number; by: number[]; missing: number[] }[]
  /** The deal whose cards or moves are not what this device saw. */
  differs?: number
}

/** The functions of the WebAssembly that can be asked for by name. */
export type QueryName =
  'load' | 'options' | 'sentences' | 'change' | 'guide' | 'page' | 'difference' | 'replay' | 'check'

function query<T>(name: QueryName, ...words: (string | number | undefined)[]): Promise<T> {
  return request<T>({ do: 'query', name, words })
}

export const ruleQueries = {
  load: (text: string) => query<LoadedRules>('load', text),
  options: (rules: string) => query<RuleOption[]>('options', rules),
  sentences: (rules: string, key: string) => query<string[]>('sentences', rules, key),
  change: (rules: string, changes: [string, string][]) =>
    query<LoadedRules>('change', rules, JSON.stringify(changes)),
  guide: (rules: string) => query<GuideSection[]>('guide', rules),
  page: (rules: string) => query<GuideSection[]>('page', rules),
  difference: (one: string, two: string) => query<[string | null, string | null][]>('difference', one, two),
  replay: (record: string, seat?: number) => query<{ steps: Item[][] }>('replay', record, seat),
  check: (record: string, seen: readonly SeenRound[]) =>
    query<CheckedRecord>('check', record, JSON.stringify(seen))
}

/** The rules of a preset as a rule file. */
export function presetRules(name: string): string {
  return `extends = "${name}"\n`
}

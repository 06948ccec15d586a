// Questions about rules, answered by the worker.
import type { ProofItem } from '../generated/protocol'
import { ask } from './workerClient'

export interface Loaded {
  rules: string
  title: string
  about: string
  players: [number, number]
  faults: [number, number, string][]
}

export interface Option {
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

export interface Section {
  heading: string
  entries: { step: number | null; pictures: string[][]; texts: string[] }[]
}

/** A record whose cards are what was promised. */
export interface Checked {
  table: string
  names: string[]
  deals: ProofItem[]
}

function call<T>(name: string, ...words: (string | number | undefined)[]): Promise<T> {
  return ask<T>({ do: 'book', name, words })
}

export const book = {
  load: (text: string) => call<Loaded>('load', text),
  options: (rules: string) => call<Option[]>('options', rules),
  sentences: (rules: string, key: string) => call<string[]>('sentences', rules, key),
  change: (rules: string, changes: [string, string][]) =>
    call<Loaded>('change', rules, JSON.stringify(changes)),
  guide: (rules: string) => call<Section[]>('guide', rules),
  page: (rules: string) => call<Section[]>('page', rules),
  difference: (one: string, two: string) => call<[string | null, string | null][]>('difference', one, two),
  replay: (record: string, seat?: number) => call<{ steps: unknown[][] }>('replay', record, seat),
  check: (record: string) => call<Checked>('check', record)
}

/** The rules of a preset as a file. */
export function extend(name: string): string {
  return `extends = "${name}"\n`
}

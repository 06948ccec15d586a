// Programs in other languages generate their types from docs/protocol.schema.json. A widely used generator makes types
// of it that name every case and know what is inside.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileFromFile } from 'json-schema-to-typescript'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'lastcard-schema-'))

/** The errors of a program that uses the generated types. */
function errors(program: string): string[] {
  const path = join(folder, 'program.ts')
  writeFileSync(path, program)
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [] }
  const found = ts.getPreEmitDiagnostics(ts.createProgram([path], options))
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

describe('types generated from the schema', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'protocol.d.ts'), await compileFromFile('../docs/protocol.schema.json'))
  }, 300_000)

  test('a program can use them', () => {
    const program = `
      import type { ClientMsg, CommandAct, CreateTable, Item, RefusalCode } from './protocol'
      const act: CommandAct = { do: 'act', id: '7', n: 3, m: 'draw' }
      export const sent: ClientMsg[] = [act, { do: 'say', id: '8', p: 'well-played' }]
      export const table: CreateTable = { game: 'yaniv', bots: 1, level: 'hard' }
      export function hear(frame: Item[]): (RefusalCode | string)[] {
        return frame.flatMap((item) => {
          if ('did' in item) return item.did[1].split(';').slice(item.did[0])
          if ('players' in item) return item.players.map(([name, kind]) => (kind === 'bot' ? '' : name.trim()))
          if ('no' in item) return [item.no.code]
          return []
        })
      }`
    expect(errors(program)).toEqual([])
  }, 300_000)

  test.each([
    ['a phrase that nobody knows', `{ do: 'say', id: '8', p: 'nonsense' }`],
    ['a command without an id', `{ do: 'start' }`],
    ['a field of the wrong type', `{ do: 'act', id: '7', n: 'three', m: 'draw' }`]
  ])(
    'and is refused %s',
    (_, message) => {
      const program = `import type { ClientMsg } from './protocol'\nexport const sent: ClientMsg = ${message}`
      expect(errors(program)).not.toEqual([])
    },
    300_000
  )
})

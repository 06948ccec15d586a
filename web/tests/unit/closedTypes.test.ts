// What the protocol gains does not compile until the page handles it: the page is type-checked against a protocol
// with one more case.
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

const PROTOCOL = 'src/generated/protocol.ts'
const ROOTS = ['src/env.d.ts', 'src/lib/game.svelte.ts', 'src/messages/pcm.ts']

/** Parsed files that are the same in every program. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** The files with errors if one text of a file is replaced by another. */
function filesWithErrors(changed: string, from: string, to: string): string[] {
  const config = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, process.cwd())
  const host = ts.createCompilerHost(options)
  const read = (path: string) => ts.sys.readFile(path) ?? ''
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (path, target, ...others) => {
    if (path !== join(process.cwd(), changed)) {
      if (!parsed.has(path)) parsed.set(path, getSourceFile(path, target, ...others))
      return parsed.get(path)
    }
    const text = read(path)
    expect(text).toContain(from)
    return ts.createSourceFile(path, text.replaceAll(from, to), target)
  }
  const program = ts.createProgram(
    ROOTS.map((root) => join(process.cwd(), root)),
    options,
    host
  )
  const files = program.getSemanticDiagnostics().flatMap(({ file }) => file?.fileName ?? [])
  const own = files.filter((path) => path.includes('/src/')).map((path) => path.replace(/.*\/src\//, ''))
  // The worker needs the WebAssembly, and a page can be built without it.
  return [...new Set(own)].filter((path) => path !== 'worker.ts').sort()
}

describe('the page does not compile', () => {
  beforeAll(() => expect(filesWithErrors(PROTOCOL, 'export', 'export')).toEqual([]), 300_000)

  test.each([
    [
      'an event',
      PROTOCOL,
      'EventKind = ',
      'EventKind = "teleported" | ',
      ['lib/events.ts', 'messages/en.ts', 'messages/pcm.ts']
    ],
    [
      'a declaration',
      PROTOCOL,
      '"assaf"',
      '"assaf" | "bingo"',
      ['families/index.ts', 'messages/en.ts', 'messages/pcm.ts']
    ],
    [
      'a family',
      PROTOCOL,
      'MoveVerbs = {',
      'MoveVerbs = { toy: "roll";',
      ['families/index.ts', 'messages/en.ts', 'messages/pcm.ts']
    ],
    [
      'a move',
      PROTOCOL,
      'MoveVerbs = { matching: ',
      'MoveVerbs = { matching: "roll" | ',
      ['families/matching.ts']
    ],
    [
      'a reason to draw',
      PROTOCOL,
      'DrawReason = ',
      'DrawReason = "tax" | ',
      ['lib/events.ts', 'messages/en.ts', 'messages/pcm.ts']
    ],
    [
      'an item',
      PROTOCOL,
      '  | { bye: number }',
      '  | { bye: number }\n  | { fanfare: number }',
      ['lib/tableView.ts']
    ],
    [
      'something to announce',
      'src/lib/tableView.ts',
      'export type Update =',
      "export type Update =\n  | { kind: 'fanfare' }",
      ['lib/game.svelte.ts']
    ],
    [
      'a refusal',
      PROTOCOL,
      'RefusalCode = ',
      'RefusalCode = "no-sense" | ',
      ['messages/en.ts', 'messages/pcm.ts']
    ]
  ])(
    'with %s that it does not handle',
    (_, changed, from, to, files) => {
      expect(filesWithErrors(changed, from, to)).toEqual(files)
    },
    300_000
  )
})

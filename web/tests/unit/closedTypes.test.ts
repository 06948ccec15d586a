// What the protocol gains does not compile until the page handles it: the page is type-checked against a protocol
// with one more case.
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

const PROTOCOL = join(process.cwd(), 'src/generated/protocol.ts')
const ROOTS = ['src/env.d.ts', 'src/lib/events.ts', 'src/lib/tableView.ts', 'src/messages/pcm.ts']

/** Parsed files that are the same in every program. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** The files with errors if one text of the protocol is replaced by another. */
function filesWithErrors(from: string, to: string): string[] {
  const config = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, process.cwd())
  const host = ts.createCompilerHost(options)
  const read = (path: string) => ts.sys.readFile(path) ?? ''
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (path, target, ...others) => {
    if (path !== PROTOCOL) {
      if (!parsed.has(path)) parsed.set(path, getSourceFile(path, target, ...others))
      return parsed.get(path)
    }
    const text = read(path)
    expect(text).toContain(from)
    return ts.createSourceFile(path, text.replace(from, to), target)
  }
  const program = ts.createProgram(
    ROOTS.map((root) => join(process.cwd(), root)),
    options,
    host
  )
  const errors = program.getSemanticDiagnostics().filter(({ file }) => file?.fileName.includes('/src/'))
  return [...new Set(errors.map(({ file }) => file!.fileName.replace(/.*\/src\//, '')))].sort()
}

describe('the page does not compile', () => {
  beforeAll(() => expect(filesWithErrors('export', 'export')).toEqual([]), 300_000)

  test.each([
    [
      'an event',
      'EventKind = ',
      'EventKind = "teleported" | ',
      ['lib/events.ts', 'messages/en.ts', 'messages/pcm.ts']
    ],
    [
      'a reason to draw',
      'DrawReason = ',
      'DrawReason = "tax" | ',
      ['lib/events.ts', 'messages/en.ts', 'messages/pcm.ts']
    ],
    ['an item', '  | { bye: number }', '  | { bye: number }\n  | { fanfare: number }', ['lib/tableView.ts']],
    ['a refusal', 'RefusalCode = ', 'RefusalCode = "no-sense" | ', ['messages/en.ts', 'messages/pcm.ts']]
  ])(
    'with %s that it does not handle',
    (_, from, to, files) => {
      expect(filesWithErrors(from, to)).toEqual(files)
    },
    300_000
  )
})

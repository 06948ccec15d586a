// Generates the TypeScript types of the protocol from docs/protocol.schema.json, which a Rust test keeps up to date.
import { readFileSync, writeFileSync } from 'node:fs'

const schemaFile = new URL('../../docs/protocol.schema.json', import.meta.url)
export const typesFile = new URL('../src/generated/protocol.ts', import.meta.url)

/** The type of a schema. */
function type(schema) {
  if (schema === true) return 'unknown'
  if (schema.$ref) return schema.$ref.split('/').pop()
  // A reference with a description beside it.
  if (schema.allOf?.length === 1) return type(schema.allOf[0])
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const cases = schema.oneOf ?? schema.anyOf
  if (cases) {
    const own = schema.properties ? ` & ${object(schema)}` : ''
    return cases.map(type).join(' | ') + own
  }
  if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one })).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return Array.isArray(schema.items)
        ? `[${schema.items.map(type).join(', ')}]`
        : `(${type(schema.items)})[]`
    case 'object':
      return object(schema)
  }
  throw new Error(`no type for ${JSON.stringify(schema)}`)
}

function object(schema) {
  if (!schema.properties)
    return `Record<string, ${type(schema.additionalProperties || Object.values(schema.patternProperties ?? {})[0] || true)}>`
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${optional}: ${type(field)}`
  })
  const rest = schema.$ref ? ` & ${schema.$ref.split('/').pop()}` : ''
  return `{ ${fields.join('; ')} }${rest}`
}

/** A case that refers to another type may have fields beside the reference. */
function definition(schema) {
  if (!schema.oneOf) return type(schema)
  const cases = schema.oneOf.map((one) =>
    one.$ref && one.properties
      ? `(${object({ ...one, $ref: undefined })} & ${one.$ref.split('/').pop()})`
      : type(one)
  )
  return cases.map((one) => `\n  | ${one}`).join('')
}

/** The content of the generated file. */
export function types() {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'))
  const parts = Object.entries(schema.definitions).map(
    ([name, one]) => `export type ${name} = ${definition(one)}\n`
  )
  return '// Made by `npm run types` from docs/protocol.schema.json. Do not edit.\n\n' + parts.join('\n')
}

if (process.argv[1]?.endsWith('protocolTypes.mjs')) writeFileSync(typesFile, types())

import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Encodable, stringifyJson } from '../json.ts'
import type { Method } from './define.ts'
import { methods } from './index.ts'
import type { AnyParam } from './param.ts'

const FILE = 'resources/rpc-methods.txt'
const HASH_DIGITS = 12

/** Returns the value with the members of each object in alphabetical order. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]))
}

function hashSchema(schema: unknown): string {
  const canonical = JSON.stringify(sortMembers(JSON.parse(stringifyJson(schema as Encodable))))
  return createHash('sha256').update(canonical).digest('hex').slice(0, HASH_DIGITS)
}

const formatParam = ({ name, presence, traits }: AnyParam) =>
  `${name}${presence === 'optional' ? '?' : ''}: ${traits.kind}`

const formatMethod = ({ name, params, result }: Method) =>
  `${name}(${params.map(formatParam).join(', ')}) → ${hashSchema(result.schema)}`

describe('the RPC contract', () => {
  it(`matches ${FILE} in methods, parameters and result schemas`, async () => {
    const all: readonly Method[] = Object.values(methods)
    const lines = all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((method) => `${formatMethod(method)}\n`)
    const renew = `${FILE} differs from the contract; "npx vitest run --project unit src-shared/rpc -u" writes it anew`
    await expect(lines.join(''), renew).toMatchFileSnapshot(resolve(import.meta.dirname, '../..', FILE))
  })

  it('hashes result schemas independently of the order of their members', () => {
    const schema = { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, b: { minimum: 0 } } }
    const reordered = { properties: { b: { minimum: 0 }, a: { type: 'string' } }, required: ['a', 'b'], type: 'object' }
    expect(hashSchema(reordered)).toBe(hashSchema(schema))
    expect(hashSchema({ ...schema, required: ['b', 'a'] })).not.toBe(hashSchema(schema))
    expect(hashSchema({ ...schema, properties: { a: { type: 'string' } } })).not.toBe(hashSchema(schema))
  })
})

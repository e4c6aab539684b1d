import { describe, expect, it } from 'vitest'
import { parseTransaction } from '../../primitives/index.ts'
import { vectorLines } from '../../testing/vectors.ts'
import { fromHex } from '../../util/index.ts'
import { encodeTransaction } from './transaction.ts'

interface Shown {
  readonly name: string
  readonly hex?: string
  readonly json?: Readonly<Record<string, unknown>>
}

const shown = vectorLines<Shown>('shielded/reference.jsonl').filter(
  ({ name, hex, json }) => name.startsWith('decoderawtransaction') && hex !== undefined && json !== undefined,
)

/** Amounts of a recorded reply as this program has them before they are written: satoshis. */
function inSatoshis(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => inSatoshis(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inSatoshis(field, key)]))
  if (typeof value !== 'number') return value
  if (/Zat$/.test(name)) return BigInt(value)
  return /^(value|valueBalance|vpub_old|vpub_new)$/.test(name) ? BigInt(Math.round(value * 1e8)) : value
}

describe('a decoded shielded transaction', () => {
  it.each(shown.map((entry) => [entry.name, entry] as const))('%s', (_, { hex, json }) => {
    // In which order the fields are written stands in the contract.
    expect(encodeTransaction(parseTransaction(fromHex(hex!)), false)).toEqual(inSatoshis(json))
  })
})

import { describe, expect, it } from 'vitest'
import { parseTransaction } from '../../primitives/index.ts'
import { vectorLines } from '../../testing/vectors.ts'
import { fromHex } from '../../util/index.ts'
import { encodeTransaction } from './transaction.ts'

interface RecordedTransaction {
  readonly name: string
  readonly hex?: string
  readonly json?: Readonly<Record<string, unknown>>
}

const shown = vectorLines<RecordedTransaction>('shielded/reference.jsonl').filter(
  ({ name, hex, json }) => name.startsWith('decoderawtransaction') && hex !== undefined && json !== undefined,
)

/** Converts the amounts of a recorded reply to satoshis, as results have them before they are encoded. */
function inSatoshis(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => inSatoshis(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inSatoshis(field, key)]))
  if (typeof value !== 'number') return value
  if (/Zat$/.test(name)) return BigInt(value)
  return /^(value|valueBalance|vpub_old|vpub_new)$/.test(name) ? BigInt(Math.round(value * 1e8)) : value
}

describe('encodeTransaction', () => {
  it.each(shown.map((entry) => [entry.name, entry] as const))(
    'encodes the shielded fields of %s as recorded',
    (_, { hex, json }) => {
      // The order of the fields is defined in the contract, so only values are compared.
      expect(encodeTransaction(parseTransaction(fromHex(hex!)), false)).toEqual(inSatoshis(json))
    },
  )
})

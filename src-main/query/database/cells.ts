/** Converts values of PostgreSQL to those of SQLite's driver. */

export interface ReplyColumn {
  readonly name: string
  /** Number of the column's type. */
  readonly type: number
}

const TYPES = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, float4: 700, float8: 701, numeric: 1700 } as const
const INTEGERS: ReadonlySet<number> = new Set([TYPES.int8, TYPES.int2, TYPES.int4])
/** Width of the texts that chain.db uses for sums beyond 64 bits (addressIndex/schema.ts). */
const SUM_DIGITS = 30

/** @param text value in the server's text format @param safe true to return integers as bigint */
export function cellFrom(text: string | null, type: number, safe: boolean): unknown {
  if (text === null) return null
  if (INTEGERS.has(type)) return safe ? BigInt(text) : Number(text)
  switch (type) {
    case TYPES.bytea:
      return Buffer.from(text.slice(2), 'hex')
    case TYPES.numeric:
      return sumFrom(BigInt(text), safe)
    case TYPES.float4:
    case TYPES.float8:
      return Number(text)
    case TYPES.bool: {
      const value = text === 't' ? 1 : 0
      return safe ? BigInt(value) : value
    }
    default:
      return text
  }
}

function sumFrom(sum: bigint, safe: boolean): unknown {
  if (BigInt.asIntN(64, sum) !== sum) return sum.toString().padStart(SUM_DIGITS, '0')
  return safe ? sum : Number(sum)
}

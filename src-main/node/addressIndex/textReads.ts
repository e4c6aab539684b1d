import type { AddressDeltaText, AddressQueries, AddressUnspentText } from '../interfaces.ts'
import { toDisplayHex } from '../util/index.ts'
import { createHeightSearch } from './places.ts'
import { createView, littleEndianOrder, type ViewDeps } from './view.ts'

const HEX_LENGTH = 64
const COMMA = 44
const ZERO = 48
/** An io from which on key order is not the order of the reference's index (see schema.ts). */
const FIRST_UNORDERED_IO = 0x200

/** The greatest io; then each column of all rows: txid, height, position, io, value. All are null if there is no row. */
type DeltaColumns = [number | null, string | null, string | null, string | null, string | null, string | null]
/** txid, script, output index, value, height */
type UnspentTextRow = [string, string, bigint, bigint, bigint]

/** Turns ids in internal order, one after another, into display order, all at once: one buffer instead of one for each. */
function toDisplayOrder(ids: string): string[] {
  const text = Buffer.from(ids, 'hex').reverse().toString('hex')
  const length = text.length / HEX_LENGTH
  return Array.from({ length }, (_, at) => text.slice((length - 1 - at) * HEX_LENGTH, (length - at) * HEX_LENGTH))
}

/** The numbers of a list such as `12,0,7`: digits and commas, nothing else. */
function toNumbers(list: string): number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at)
    if (code === COMMA) {
      numbers.push(number)
      number = 0
    } else number = number * 10 + code - ZERO
  }
  numbers.push(number)
  return numbers
}

type TextReads = Pick<AddressQueries, 'transactionIds' | 'deltaTexts' | 'unspentTexts'>

/**
 * Whole histories as texts, for replies that list them: text from SQLite costs a third of what its buffers do.
 */
export function createTextReads(deps: ViewDeps): TextReads {
  const { db, accounts, flush } = deps
  const firstAtHeight = createHeightSearch(db)
  const view = createView(deps)
  // A long text for each column costs less than as many rows: those live until the last is read, and the garbage
  // collector copies each of them meanwhile. CROSS JOIN keeps the order of the inner query.
  const selectIds = db
    .prepare<[number, number, number], [string | null, string | null]>(
      `SELECT group_concat(hex(t.txid), ''), group_concat(t.height)
       FROM (SELECT DISTINCT tx FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx) d
       CROSS JOIN txs t ON t.ordinal = d.tx`,
    )
    .raw(true)
  const selectDeltas = db
    .prepare<[number, number, number], DeltaColumns>(
      `SELECT max(d.io), group_concat(hex(t.txid), ''), group_concat(t.height), group_concat(t.position),
              group_concat(d.io), group_concat(d.value)
       FROM (SELECT tx, io, value FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx, io) d
       CROSS JOIN txs t ON t.ordinal = d.tx`,
    )
    .raw(true)
  const selectUnspent = db
    .prepare<[number], UnspentTextRow>(
      `SELECT hex(t.txid), hex(o.script), u.output - t.ordinal, u.value, t.height
       FROM address_unspent u JOIN outputs o ON o.id = u.output
       JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= u.output) WHERE u.address = ?`,
    )
    .raw(true)
    .safeIntegers(true)

  const idOf: (address: Parameters<TextReads['unspentTexts']>[0]) => number | undefined = (address) => {
    flush()
    return accounts.find(address)?.id
  }
  /** Ordinals of a range of heights: the least, and one beyond the last. */
  const span = (range: { readonly start: number; readonly end: number } | undefined): [number, number] =>
    range === undefined ? [0, Number.MAX_SAFE_INTEGER] : [firstAtHeight(range.start), firstAtHeight(range.end + 1)]

  return {
    transactionIds(address, range) {
      const id = idOf(address)
      if (id === undefined) return []
      const [ids, heights] = selectIds.get(id, ...span(range)) ?? [null, null]
      if (ids === null || heights === null) return []
      const txids = toDisplayOrder(ids)
      return toNumbers(heights).map((height, at) => ({ txid: txids[at]!, height }))
    },
    deltaTexts(address, range) {
      const id = idOf(address)
      if (id === undefined) return []
      const [greatest, ids, heights, positions, ios, values] = selectDeltas.get(id, ...span(range))!
      if (greatest === null) return []
      // Transactions with hundreds of inputs or outputs of one address are rare: they go the slower way.
      if (greatest >= FIRST_UNORDERED_IO) {
        return Array.from(view.deltas(address, range), ({ txid, ...delta }) => ({ ...delta, txid: toDisplayHex(txid) }))
      }
      const txids = toDisplayOrder(ids!)
      const height = toNumbers(heights!)
      const position = toNumbers(positions!)
      const io = toNumbers(ios!)
      return values!.split(',').map(
        (value, at): AddressDeltaText => ({
          satoshis: BigInt(value),
          txid: txids[at]!,
          height: height[at]!,
          blockIndex: position[at]!,
          index: io[at]! >> 1,
        }),
      )
    },
    unspentTexts(address) {
      const id = idOf(address)
      if (id === undefined) return []
      const rows = selectUnspent.all(id).sort((a, b) => {
        if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1
        return littleEndianOrder(Number(a[2]), Number(b[2]))
      })
      const txids = toDisplayOrder(rows.map(([txid]) => txid).join(''))
      return rows.map(
        ([, script, index, satoshis, height], at): AddressUnspentText => ({
          txid: txids[at]!,
          index: Number(index),
          script: script.toLowerCase(),
          satoshis,
          height: Number(height),
        }),
      )
    },
  }
}

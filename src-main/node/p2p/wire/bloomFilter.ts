/** Bloom filters of light clients (BIP37). */
import { type OutPoint, type Transaction, txidOf } from '../../primitives/index.ts'
import { classify, opAt } from '../../script/index.ts'
import { ByteWriter } from '../../util/index.ts'
import { murmur3 } from './murmur3.ts'
import type { FilterLoadMessage } from './types.ts'

export const MAX_FILTER_BYTES = 36_000
export const MAX_FILTER_FUNCTIONS = 50
/** longest item of a filteradd: what a script can push */
export const MAX_FILTER_ITEM = 520

/** Which outputs of a matching transaction are added to the filter, so that their spends match, too. */
export const FILTER_UPDATE = { none: 0, all: 1, pubkeyOnly: 2, mask: 3 } as const

const SEED_STEP = 0xfba4c795

export interface BloomFilter {
  /** at most 36,000 bytes and 50 functions; a larger filter is misbehaviour */
  readonly withinLimits: boolean
  contains(item: Uint8Array): boolean
  insert(item: Uint8Array): void
  /** Whether the transaction matches. A match may add its outputs to the filter, by the filter's flags. */
  matches(tx: Transaction): boolean
  /** the message that loads an equal filter */
  message(): FilterLoadMessage
}

export type FilterParameters = Omit<FilterLoadMessage, 'type'>

/** A filter as a peer loaded it; the data are copied. */
export function createBloomFilter(parameters: FilterParameters): BloomFilter {
  const { hashFunctions, tweak, flags } = parameters
  const data = parameters.data.slice()
  const bits = data.length * 8
  /** number of bytes that are not 0xff; an empty filter counts as full */
  let open = data.reduce((count, byte) => count + (byte === 0xff ? 0 : 1), 0)
  let full = open === 0
  let empty = !full && data.every((byte) => byte === 0)
  const withinLimits = data.length <= MAX_FILTER_BYTES && hashFunctions <= MAX_FILTER_FUNCTIONS

  const place = (index: number, item: Uint8Array) => murmur3((Math.imul(index, SEED_STEP) + tweak) | 0, item) % bits
  function contains(item: Uint8Array): boolean {
    if (full) return true
    if (empty) return false
    for (let i = 0; i < hashFunctions; i++) {
      const at = place(i, item)
      if (((data[at >> 3] ?? 0) & (1 << (at & 7))) === 0) return false
    }
    return true
  }
  function insert(item: Uint8Array): void {
    if (full) return
    for (let i = 0; i < hashFunctions; i++) {
      const at = place(i, item)
      const before = data[at >> 3] ?? 0
      const after = before | (1 << (at & 7))
      data[at >> 3] = after
      // Counted, not searched: with an almost full filter every output of a block is added, and each search would read all bytes.
      if (after === 0xff && before !== 0xff) open--
    }
    empty = false
    full = open === 0
  }

  function matchOutputs(tx: Transaction, txid: Uint8Array): boolean {
    let found = false
    tx.vout.forEach(({ scriptPubKey }, index) => {
      if (!someData(scriptPubKey, contains)) return
      found = true
      if (wantsSpends(flags, scriptPubKey)) insert(outPointBytes({ hash: txid, index }))
    })
    return found
  }

  return {
    withinLimits,
    contains,
    insert,
    matches(tx) {
      if (full) return true
      if (empty) return false
      const txid = txidOf(tx)
      // Outputs are checked even if the txid matches, because they may have to be added to the filter.
      const outside = contains(txid)
      if (matchOutputs(tx, txid) || outside) return true
      return tx.vin.some(({ prevout, scriptSig }) => contains(outPointBytes(prevout)) || someData(scriptSig, contains))
    },
    message: () => ({ type: 'filterload', data: data.slice(), hashFunctions, tweak, flags }),
  }
}

/** An empty filter for about so many items, with about this false positive rate. */
export function newBloomFilter(items: number, falsePositives: number, tweak: number, flags: number): BloomFilter {
  const wanted = (-1 / Math.LN2 ** 2) * items * Math.log(falsePositives)
  const size = Math.floor(Math.min(wanted, MAX_FILTER_BYTES * 8) / 8)
  const functions = Math.floor(Math.min(Math.floor((size * 8) / items) * Math.LN2, MAX_FILTER_FUNCTIONS))
  return createBloomFilter({ data: new Uint8Array(size), hashFunctions: functions, tweak, flags })
}

function wantsSpends(flags: number, script: Uint8Array): boolean {
  const update = flags & FILTER_UPDATE.mask
  if (update !== FILTER_UPDATE.pubkeyOnly) return update === FILTER_UPDATE.all
  const { type } = classify(script, { cc: true })
  return type === 'pubkey' || type === 'multisig'
}

/** Whether any data push of a script passes the test; stops at what cannot be parsed. */
function someData(script: Uint8Array, test: (data: Uint8Array) => boolean): boolean {
  for (let op = opAt(script, 0); op; op = opAt(script, op.end)) {
    if (op.data.length > 0 && test(op.data)) return true
  }
  return false
}

function outPointBytes({ hash, index }: OutPoint): Uint8Array {
  return new ByteWriter(36).bytes(hash).u32le(index).finish()
}

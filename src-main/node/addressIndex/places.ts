import type { AddressDelta } from '../core/index.ts'
import { plainBytes } from '../storage/index.ts'

/** Where a transaction stands in the chain. */
export interface TxPosition {
  readonly txid: Uint8Array
  readonly height: number
  readonly position: number
}

/** tx, io, value; then of the transaction, unless it is not written yet: txid, height, position */
export type DeltaRow = [bigint, bigint, bigint, Uint8Array | null, bigint | null, bigint | null]

/** @param placeOf finds transactions that are not written yet */
export function createDeltaDecoder(placeOf: (txNum: number) => TxPosition | undefined) {
  return ([tx, io, satoshis, txid, height, position]: DeltaRow): AddressDelta => {
    const txNum = Number(tx)
    const at = Number(io)
    const place =
      txid === null ? placeOf(txNum) : { txid: plainBytes(txid), height: Number(height), position: Number(position) }
    if (place === undefined) throw new Error(`address index: no transaction with tx number ${txNum}`)
    return {
      satoshis,
      txid: place.txid,
      txNum,
      height: place.height,
      blockIndex: place.position,
      index: at >> 1,
      spending: (at & 1) === 1,
    }
  }
}

/** Beyond every tx number. */
export const END = Number.MAX_SAFE_INTEGER

/** Tx numbers of a range of heights, each end of which may be open: the least, and one beyond the last. */
export const txNumsOf = (
  firstAtHeight: (height: number) => number,
  { start, end }: { readonly start?: number | undefined; readonly end?: number | undefined } = {},
): [first: number, end: number] => [
  start === undefined ? 0 : firstAtHeight(start),
  end === undefined ? END : firstAtHeight(end + 1),
]

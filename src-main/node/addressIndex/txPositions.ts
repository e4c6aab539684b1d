import type { AddressDelta } from '../core/index.ts'
import { plainBytes } from '../storage/index.ts'

export interface TxPosition {
  readonly txid: Uint8Array
  readonly height: number
  readonly position: number
}

/**
 * Row of a change: tx, io, value, then txid, height and position of the transaction, which are null if it is not
 * written yet.
 */
export type DeltaRow = [bigint, bigint, bigint, Uint8Array | null, bigint | null, bigint | null]

/** @param findUnwrittenTx finds transactions that are not yet written */
export function createDeltaDecoder(findUnwrittenTx: (txNum: number) => TxPosition | undefined) {
  return ([tx, io, satoshis, txid, height, position]: DeltaRow): AddressDelta => {
    const txNum = Number(tx)
    const at = Number(io)
    const place =
      txid === null
        ? findUnwrittenTx(txNum)
        : { txid: plainBytes(txid), height: Number(height), position: Number(position) }
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

/** Greater than every tx number. */
export const END = Number.MAX_SAFE_INTEGER

/** Returns the tx numbers of a range of heights as [first, end). Either end of the range may be open. */
export const txNumRange = (
  firstAtHeight: (height: number) => number,
  { start, end }: { readonly start?: number | undefined; readonly end?: number | undefined } = {},
): [first: number, end: number] => [
  start === undefined ? 0 : firstAtHeight(start),
  end === undefined ? END : firstAtHeight(end + 1),
]

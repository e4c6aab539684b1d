import {
  type ChainParams,
  claimsNotarisation,
  isShapedForPay,
  notaryPayOutputs,
  paysNotaries,
} from '../consensus/index.ts'
import type { MempoolEntry } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import type { TxOut } from '../primitives/types.ts'

/** The notarisation that a block may include, and all other notarisations. */
export interface WaitingNotarisation {
  /** oldest notarisation that a block can pay for, with the outputs of its coinbase; undefined if none qualifies */
  readonly paid: { readonly entry: MempoolEntry; readonly outputs: readonly TxOut[] } | undefined
  /** all other notarisations, which must not be in the block */
  readonly others: readonly MempoolEntry[]
}

const NONE: WaitingNotarisation = { paid: undefined, others: [] }

/** Finds notarisations in the mempool of a chain with `-ac_notarypay`. @param place height and time of the block */
export function waitingNotarisation(
  params: ChainParams,
  mempool: Mempool,
  place: { readonly height: number; readonly time: number },
  excluded: ReadonlySet<MempoolEntry>,
): WaitingNotarisation {
  if (!paysNotaries(params, place.height)) return NONE
  let paid: WaitingNotarisation['paid']
  const others: MempoolEntry[] = []
  for (const entry of mempool.ordered()) {
    if (excluded.has(entry) || !claimsNotarisation(params, entry.tx)) continue
    const outputs = paid === undefined ? outputsFor(params, mempool, entry, place) : undefined
    if (outputs === undefined) others.push(entry)
    else paid = { entry, outputs }
  }
  return { paid, others }
}

/**
 * Returns the outputs that pay the signers. A paid notarisation must directly follow the coinbase, so it cannot have
 * unconfirmed parents.
 */
function outputsFor(
  params: ChainParams,
  mempool: Mempool,
  entry: MempoolEntry,
  place: { readonly height: number; readonly time: number },
): readonly TxOut[] | undefined {
  if (mempool.parents(entry).length > 0 || !isShapedForPay(params, entry.tx, place.time)) return undefined
  return notaryPayOutputs(params, entry, place)
}

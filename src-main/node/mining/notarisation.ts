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

/** The notarisation that a block may hold, and all that it may not. */
export interface WaitingNotarisation {
  /** the oldest that a block can pay for, and what its coinbase pays; undefined: there is none */
  readonly paid: { readonly entry: MempoolEntry; readonly outputs: readonly TxOut[] } | undefined
  /** the others, none of which could be in the block */
  readonly others: readonly MempoolEntry[]
}

const NONE: WaitingNotarisation = { paid: undefined, others: [] }

/** Looks for notarisations in the mempool of a chain with `-ac_notarypay`. @param place of the block */
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

/** Nothing may come between the coinbase and the notarisation, so that it has no unconfirmed parents. */
function outputsFor(
  params: ChainParams,
  mempool: Mempool,
  entry: MempoolEntry,
  place: { readonly height: number; readonly time: number },
): readonly TxOut[] | undefined {
  if (mempool.parents(entry).length > 0 || !isShapedForPay(params, entry.tx, place.time)) return undefined
  return notaryPayOutputs(params, entry, place)
}

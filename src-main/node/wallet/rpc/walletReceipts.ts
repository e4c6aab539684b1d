import { findScriptAddress } from '../../script/index.ts'
import { compareBytes } from '../../util/index.ts'
import type { Steps, Wallet, WalletTx } from '../index.ts'

/** Payments to an address of the wallet. */
export interface Receipt {
  amount: bigint
  /** blocks from the newest payment to the tip */
  depth: number
  /** confirmations of the newest payment, limited by notarisation */
  confirmations: number
  readonly txids: string[]
}

export interface ReceiptQuery {
  readonly minconf: number
  /** true if `minconf` counts blocks, ignoring notarisation */
  readonly byDepth?: boolean
  /** include watch-only addresses */
  readonly watched: boolean
  readonly ccEnabled: boolean
}

/** Returns the wallet's transactions sorted by txid, as in the reference's wallet map. */
export const sortedByTxid = ({ ledger }: Wallet): WalletTx[] =>
  [...ledger.transactions()].sort((a, b) => compareBytes(a.txid, b.txid))

/** Outputs per event-loop slice: finding the address of one output takes 0.01 ms. */
const OUTPUTS_PER_BATCH = 500

/** Collects the payments to each address of the wallet, without coinbases (rpc.md §9). */
export function* collectReceipts(
  wallet: Wallet,
  { minconf, byDepth = false, watched, ccEnabled }: ReceiptQuery,
): Steps<ReadonlyMap<string, Receipt>> {
  const found = new Map<string, Receipt>()
  const { ledger } = wallet
  const payments = sortedByTxid(wallet)
    .filter((wtx) => !wtx.coinbase && (byDepth ? ledger.depth(wtx) >= minconf : ledger.isConfirmed(wtx, minconf)))
    .map((wtx) => ({ wtx, depth: ledger.depth(wtx), confirmations: ledger.confirmations(wtx) }))
  let done = 0
  for (const { wtx, depth, confirmations } of payments) {
    for (const output of wtx.tx.vout) {
      if (++done % OUTPUTS_PER_BATCH === 0) yield
      const ownership = wallet.ledger.ownershipOf(output)
      const counts = ownership === 'spendable' || (watched && ownership === 'watched')
      const address = counts ? findScriptAddress(output.scriptPubKey, { cc: ccEnabled }) : undefined
      if (address === undefined) continue
      const received = found.get(address) ?? { amount: 0n, depth, confirmations, txids: [] }
      received.amount += output.value
      received.depth = Math.min(received.depth, depth)
      received.confirmations = Math.min(received.confirmations, confirmations)
      received.txids.push(wtx.txidHex)
      found.set(address, received)
    }
  }
  return found
}

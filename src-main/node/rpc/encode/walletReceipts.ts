import { addressOf } from '../../script/index.ts'
import { compareBytes } from '../../util/index.ts'
import type { Steps, Wallet, WalletTx } from '../../wallet/index.ts'

/** What was paid to an address of the wallet. */
export interface Receipt {
  amount: bigint
  /** of the newest payment */
  confirmations: number
  readonly txids: string[]
}

interface ReceiptQuery {
  readonly minconf: number
  /** include watch-only addresses */
  readonly watched: boolean
  readonly ccEnabled: boolean
}

/** The wallet's transactions in the order of the reference: that of its wallet map. */
export const byTxid = ({ ledger }: Wallet): WalletTx[] =>
  [...ledger.transactions()].sort((a, b) => compareBytes(a.txid, b.txid))

/** Outputs between two pauses: finding the address of one takes a hundredth of a millisecond. */
const OUTPUTS_AT_A_TIME = 500

/** What each address of the wallet was paid, coinbases left out (rpc.md §9). */
export function* receiptsOf(
  wallet: Wallet,
  { minconf, watched, ccEnabled }: ReceiptQuery,
): Steps<ReadonlyMap<string, Receipt>> {
  const found = new Map<string, Receipt>()
  const payments = byTxid(wallet).map((wtx) => ({ wtx, depth: wallet.ledger.depth(wtx) }))
  let done = 0
  for (const { wtx, depth } of payments) {
    if (wtx.coinbase || depth < minconf) continue
    for (const output of wtx.tx.vout) {
      if (++done % OUTPUTS_AT_A_TIME === 0) yield
      const ownership = wallet.ledger.ownershipOf(output)
      const counts = ownership === 'spendable' || (watched && ownership === 'watched')
      const address = counts ? addressOf(output.scriptPubKey, { cc: ccEnabled }) : undefined
      if (address === undefined) continue
      const received = found.get(address) ?? { amount: 0n, confirmations: depth, txids: [] }
      received.amount += output.value
      received.confirmations = Math.min(received.confirmations, depth)
      received.txids.push(wtx.txidHex)
      found.set(address, received)
    }
  }
  return found
}

import { addressOf } from '../../script/index.ts'
import type { AddressBook } from '../ownership/index.ts'
import type { WalletLedger, WalletTx } from './ledgerTypes.ts'

/** One line of a transaction's story: an output that was paid to somebody, or that the wallet received. */
export interface HistoryItem {
  /** undefined for a script without an address */
  readonly address: string | undefined
  readonly index: number
  /** satoshis, positive */
  readonly value: bigint
  /** it is at an address that the wallet only looks at */
  readonly watched: boolean
}

export interface TxAmounts {
  /** outputs paid by this wallet, its own change left out; empty when it paid nothing */
  readonly sent: readonly HistoryItem[]
  readonly received: readonly HistoryItem[]
  /** satoshis; undefined unless this wallet paid it */
  readonly fee: bigint | undefined
  /** received minus spent, the fee not counted as spent */
  readonly net: bigint
  /** coins that the wallet only looks at were spent */
  readonly spendsWatched: boolean
}

interface Deps {
  readonly ledger: WalletLedger
  readonly book: AddressBook
  readonly ccEnabled: boolean
}

/**
 * Tells what a wallet transaction meant for the wallet, as listtransactions and gettransaction report it (rpc.md §9).
 * `withWatched`: what the wallet only looks at counts too.
 */
export function createTxAmounts({
  ledger,
  book,
  ccEnabled,
}: Deps): (wtx: WalletTx, withWatched?: boolean) => TxAmounts {
  /** Change goes to a key that was never handed out as an address. */
  const isChange = (address: string | undefined) => address !== undefined && book.labelOf(address) === null

  return ({ tx }, withWatched = false) => {
    const debit = ledger.debit(tx, withWatched)
    const outputs = tx.vout.map((output, index) => {
      const ownership = ledger.ownershipOf(output)
      const address = addressOf(output.scriptPubKey, { cc: ccEnabled })
      return {
        address,
        index,
        value: output.value,
        own: ownership !== undefined,
        counts: ownership === 'spendable' || (withWatched && ownership === 'watched'),
        // By the address, as the reference does: its owner may be paid by key.
        watched: address !== undefined && book.isWatched(address),
      }
    })
    const paid = tx.vout.reduce((sum, { value }) => sum + value, 0n)
    const credit = outputs.reduce((sum, { counts, value }) => sum + (counts ? value : 0n), 0n)
    const fromMe = debit > 0n
    const visible = fromMe ? outputs.filter(({ own, address }) => !(own && isChange(address))) : outputs
    const fee = fromMe ? debit - paid : undefined
    return {
      sent: fromMe ? visible : [],
      received: visible.filter(({ counts }) => counts),
      fee,
      net: credit - debit + (fee ?? 0n),
      spendsWatched: withWatched && debit > ledger.debit(tx),
    }
  }
}

import { findScriptAddress } from '../../script/index.ts'
import { shieldedValue } from '../../shielded/index.ts'
import type { AddressBook } from '../ownership/index.ts'
import type { WalletTx } from './ledgerTypes.ts'
import type { WalletLedger } from './walletLedger.ts'

/** Output of a transaction as listed by RPC: paid or received by the wallet. */
export interface HistoryItem {
  /** undefined for a script without an address */
  readonly address: string | undefined
  readonly index: number
  /** satoshis, positive */
  readonly value: bigint
  /** true if its address is watch-only */
  readonly watched: boolean
}

export interface TxAmounts {
  /** outputs paid by this wallet without its own change; empty if it paid nothing */
  readonly sent: readonly HistoryItem[]
  readonly received: readonly HistoryItem[]
  /** satoshis; undefined unless this wallet paid it */
  readonly fee: bigint | undefined
  /** received minus spent, without the fee */
  readonly net: bigint
  /** true if watch-only coins were spent */
  readonly spendsWatched: boolean
}

interface AmountsDeps {
  readonly ledger: WalletLedger
  readonly book: AddressBook
  readonly ccEnabled: boolean
}

/**
 * Returns a function that computes the amounts of a wallet transaction for listtransactions and gettransaction (rpc.md
 * §9). With `withWatched`, watch-only outputs count too.
 */
export function createTxAmounts({
  ledger,
  book,
  ccEnabled,
}: AmountsDeps): (wtx: WalletTx, withWatched?: boolean) => TxAmounts {
  /** Change goes to a key without a label: its address was never handed out. */
  const isChange = (address: string | undefined) => address !== undefined && book.labelOf(address) === null

  return ({ tx }, withWatched = false) => {
    const debit = ledger.debit(tx, withWatched)
    const outputs = tx.vout.map((output, index) => {
      const ownership = ledger.ownershipOf(output)
      const address = findScriptAddress(output.scriptPubKey, { cc: ccEnabled })
      return {
        address,
        index,
        value: output.value,
        own: ownership !== undefined,
        counts: ownership === 'spendable' || (withWatched && ownership === 'watched'),
        // Check the address, as the reference does: the output may pay to the public key itself.
        watched: address !== undefined && book.isWatched(address),
      }
    })
    const shielded = shieldedValue(tx)
    const paid = tx.vout.reduce((sum, { value }) => sum + value, shielded.out - shielded.in)
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

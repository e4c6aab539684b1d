import { addressOf } from '../script/index.ts'
import type { KeyStore } from './keys.ts'
import type { Ledger, WalletTx } from './ledger.ts'

/** One line of a transaction's story: an output that was paid to somebody, or that the wallet received. */
export interface HistoryItem {
  /** undefined for a script without an address */
  readonly address: string | undefined
  readonly index: number
  /** satoshis, positive */
  readonly value: bigint
}

export interface TxAmounts {
  /** outputs paid by this wallet, its own change left out; empty when it paid nothing */
  readonly sent: readonly HistoryItem[]
  readonly received: readonly HistoryItem[]
  /** satoshis; undefined unless this wallet paid it */
  readonly fee: bigint | undefined
  /** received minus spent, the fee not counted as spent */
  readonly net: bigint
}

interface Deps {
  readonly ledger: Ledger
  readonly keys: KeyStore
  readonly ccEnabled: boolean
  /** the 20-byte hash that an address stands for */
  readonly hashOf: (address: string) => Uint8Array | undefined
}

/** Tells what a wallet transaction meant for the wallet, as listtransactions and gettransaction report it (rpc.md §9). */
export function createHistory({ ledger, keys, ccEnabled, hashOf }: Deps): (wtx: WalletTx) => TxAmounts {
  /** Change goes to a key that was never handed out as an address. */
  const isChange = (address: string | undefined) => {
    const hash = address === undefined ? undefined : hashOf(address)
    const key = hash && keys.byHash(hash)
    return key !== undefined && key.label === null
  }

  return ({ tx }) => {
    const debit = ledger.debit(tx)
    const outputs = tx.vout.map((output, index) => ({
      address: addressOf(output.scriptPubKey, { cc: ccEnabled }),
      index,
      value: output.value,
      mine: ledger.isMine(output),
    }))
    const paid = tx.vout.reduce((sum, { value }) => sum + value, 0n)
    const credit = outputs.reduce((sum, { mine, value }) => sum + (mine ? value : 0n), 0n)
    const fromMe = debit > 0n
    const visible = fromMe ? outputs.filter(({ mine, address }) => !(mine && isChange(address))) : outputs
    const fee = fromMe ? debit - paid : undefined
    return {
      sent: fromMe ? visible : [],
      received: visible.filter(({ mine }) => mine),
      fee,
      net: credit - debit + (fee ?? 0n),
    }
  }
}

/** Label of the key behind an address, "" when it has none (accounts of the reference). */
export function labelOf(keys: KeyStore, hash: Uint8Array | undefined): string {
  return (hash && keys.byHash(hash)?.label) ?? ''
}

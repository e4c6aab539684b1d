import type { TxIn, TxOut } from '../../primitives/types.ts'
import { findScriptAddress, isPayToCryptoCondition } from '../../script/index.ts'
import { shieldedValue } from '../../shielded/index.ts'
import type { AddressBook } from '../ownership/index.ts'
import type { TxAmounts, WalletLedger, WalletTx } from '../transactions/index.ts'

export type HistoryKind = 'sent' | 'received' | 'mined' | 'self' | 'module'

/** Effects of a whole transaction on the wallet. */
export interface HistoryFacts {
  readonly kind: HistoryKind
  /** change of the balance in satoshis, including the fee */
  readonly amount: bigint
  /** satoshis, or undefined unless the wallet paid it */
  readonly fee: bigint | undefined
  /**
   * recipients of a payment, or the wallet's own addresses for incoming and internal transactions; without duplicates
   */
  readonly addresses: readonly string[]
  /** addresses whose coins paid for an incoming transaction, without duplicates and contract outputs */
  readonly payers: readonly string[]
  /** first label of its own addresses */
  readonly label: string | undefined
}

export interface FactsDeps {
  readonly ledger: WalletLedger
  readonly book: AddressBook
  readonly amounts: (wtx: WalletTx) => TxAmounts
  readonly ccEnabled: boolean
  /** returns the output that an input spends, or undefined if the node does not know it */
  readonly outputOf: (outpoint: { readonly hash: Uint8Array; readonly index: number }) => TxOut | undefined
}

/** Returns a function that determines the kind of a transaction, which is the cheap part of its facts. */
export function createKindClassifier({ ledger, ccEnabled }: Pick<FactsDeps, 'ledger' | 'ccEnabled'>) {
  return ({ tx, coinbase }: WalletTx): HistoryKind => {
    if (coinbase) return 'mined'
    if (ccEnabled && tx.vout.some(({ scriptPubKey }) => isPayToCryptoCondition(scriptPubKey))) return 'module'
    if (ledger.debit(tx) === 0n) return 'received'
    return tx.vout.some((output) => output.value > 0n && !ledger.isMine(output)) ? 'sent' : 'self'
  }
}

export function createFactsBuilder(deps: FactsDeps): (wtx: WalletTx) => HistoryFacts {
  const { ledger, book, amounts, ccEnabled, outputOf } = deps
  const findKind = createKindClassifier(deps)
  const spentBy = (prevout: TxIn['prevout']) => ledger.get(prevout.hash)?.tx.vout[prevout.index] ?? outputOf(prevout)

  /** Computes the fee. Returns undefined if an input's output is unknown. */
  const computeFee = ({ tx }: WalletTx): bigint | undefined => {
    const shielded = shieldedValue(tx)
    let fee = shielded.in - shielded.out
    for (const { prevout } of tx.vin) {
      const output = spentBy(prevout)
      if (!output) return undefined
      fee += output.value
    }
    for (const { value } of tx.vout) fee -= value
    return fee
  }

  const findPayers = ({ tx, coinbase }: WalletTx): readonly string[] => {
    if (coinbase) return []
    const addresses = tx.vin.flatMap(({ prevout }) => {
      const script = spentBy(prevout)?.scriptPubKey
      if (!script || (ccEnabled && isPayToCryptoCondition(script))) return []
      return findScriptAddress(script, { cc: false }) ?? []
    })
    return [...new Set(addresses)]
  }

  return (wtx) => {
    const kind = findKind(wtx)
    const { net, fee, received } = amounts(wtx)
    const own = received.flatMap(({ address }) => address ?? [])
    const toOthers =
      kind === 'sent' || (kind === 'module' && fee !== undefined)
        ? wtx.tx.vout
            .filter((output) => !ledger.isMine(output))
            .flatMap(({ scriptPubKey }) => findScriptAddress(scriptPubKey, { cc: ccEnabled }) ?? [])
        : []
    const named = own.map((address) => book.labelOf(address)).find((label) => label)
    return {
      kind,
      amount: net - (fee ?? 0n),
      fee: fee === undefined ? undefined : computeFee(wtx),
      payers: fee === undefined ? findPayers(wtx) : [],
      addresses: [...new Set(toOthers.length > 0 ? toOthers : own)],
      label: named ?? undefined,
    }
  }
}

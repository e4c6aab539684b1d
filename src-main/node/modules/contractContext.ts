import type { AddressIndexView, CcView } from '../interfaces.ts'
import type { BuildContext } from './transactionBuilder/finalise.ts'
import type { CoinSource } from './transactionBuilder/normalInputs.ts'

/** What contracts see when they answer and build: mempool and chain, and whose node this is. */
export interface ContractReads {
  /** the mempool first; ages and heights are those of the chain */
  readonly view: Pick<CcView, 'transaction' | 'tip' | 'notarisedHeight'>
  readonly addressIndex: Pick<AddressIndexView, 'unspent' | 'deltas' | 'balance'>
}

export interface ContractContext extends BuildContext, ContractReads {
  /** the wallet's */
  readonly coins: CoinSource
}

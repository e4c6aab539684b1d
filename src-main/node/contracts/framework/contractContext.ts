import type { AddressIndexView, CcView, MempoolView } from '../../core/index.ts'
import type { BuildContext, CoinSource } from '../../transactions/index.ts'
import type { Memos } from './memoCache.ts'
import type { TokenView } from './tokenView.ts'

/** What contracts see when they answer and build: mempool and chain, and whose node this is. */
export interface ContractReads {
  /** the mempool first; ages and heights are those of the chain */
  readonly view: Pick<CcView, 'transaction' | 'tip' | 'notarisedHeight'>
  readonly addressIndex: Pick<AddressIndexView, 'unspent' | 'deltas' | 'balance'>
  readonly mempool: Pick<MempoolView, 'spender' | 'entries'>
  /** undefined: calls must do without that index */
  readonly tokens: TokenView | undefined
  readonly memo: Memos
}

export interface ContractContext extends BuildContext, Omit<ContractReads, 'mempool'> {
  /** the wallet's */
  readonly coins: CoinSource
}

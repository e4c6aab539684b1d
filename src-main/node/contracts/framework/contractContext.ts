import type { AddressIndexView, CcView, MempoolView } from '../../core/index.ts'
import type { BuildContext, CoinSource } from '../../transactions/index.ts'
import type { Memos } from './memoCache.ts'
import type { TokenView } from './tokenView.ts'

/** View of chain, mempool and wallet that contracts use for replies and for building transactions. */
export interface ContractReads {
  /** includes the mempool; ages and heights are those of the chain */
  readonly view: Pick<CcView, 'transaction' | 'tip' | 'notarisedHeight'>
  readonly addressIndex: Pick<AddressIndexView, 'unspent' | 'deltas' | 'balance'>
  readonly mempool: Pick<MempoolView, 'spender' | 'entries'>
  /** undefined if the token index is disabled */
  readonly tokens: TokenView | undefined
  readonly memo: Memos
}

export interface ContractContext extends BuildContext, Omit<ContractReads, 'mempool'> {
  /** coins of the wallet */
  readonly coins: CoinSource
}

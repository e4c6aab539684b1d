import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import { type ContractExplanation, createContractExplainer, NO_CONTRACTS } from '../../contracts/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { computeTxid, isCoinbase, type Transaction, type TxOut } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { shownConfirmations } from '../format/block.ts'

export interface MempoolForExplainer extends Pick<Mempool, 'coin' | 'spender' | 'prove' | 'refusal'> {
  get(txid: Uint8Array): { readonly tx: Transaction } | undefined
}

export interface ExplainDeps {
  readonly params: ChainParams
  readonly chain: Chain
  readonly mempool: MempoolForExplainer
  readonly wallet: Wallet | undefined
  /** Returns the public key that contract methods use as the user’s (`-pubkey`, setpubkey). */
  readonly pubkey: () => Uint8Array | undefined
}

export interface GatheredTransaction {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly coinbase: boolean
  readonly state: 'unsent' | 'mempool' | 'confirmed'
  readonly confirmations: number | undefined
  /** Outputs that its inputs spend, in input order, undefined if unknown. */
  readonly spent: readonly (TxOut | undefined)[]
  readonly contracts: ContractExplanation
}

export interface GatherDeps extends Pick<ExplainDeps, 'chain' | 'pubkey'> {
  readonly params: Pick<ChainParams, 'ccEnabled'>
  readonly mempool: Pick<MempoolForExplainer, 'get' | 'coin'>
}

export function createTransactionGatherer(deps: GatherDeps) {
  const { params, chain, mempool, pubkey } = deps
  const explainContracts = createContractExplainer()

  return (tx: Transaction): GatheredTransaction => {
    const txid = computeTxid(tx)
    const pending = mempool.get(txid) !== undefined
    const confirmed = pending ? undefined : chain.transaction(txid)
    const coinbase = isCoinbase(tx)
    const spent = coinbase
      ? []
      : tx.vin.map(({ prevout }): TxOut | undefined => mempool.coin(prevout) ?? chain.output(prevout))
    const find = (hash: Uint8Array) => (equal(hash, txid) ? tx : (mempool.get(hash)?.tx ?? chain.transaction(hash)?.tx))
    const identity = pubkey()
    return {
      ...{ tx, txid, coinbase, spent },
      state: pending ? 'mempool' : confirmed ? 'confirmed' : 'unsent',
      confirmations: confirmed && shownConfirmations(chain, confirmed.block),
      contracts: params.ccEnabled
        ? explainContracts({ tx, spent, find, known: identity ? [identity] : [] })
        : NO_CONTRACTS,
    }
  }
}

import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import type { TransactionKind } from '#shared/rpc/methods/explorer.ts'
import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { createModuleFinder } from '../../modules/index.ts'
import { isCoinbase, type Transaction, type TxOut, txidOf } from '../../primitives/index.ts'
import { isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'

export interface KindDeps {
  readonly params: Pick<ChainParams, 'ccEnabled'>
  readonly chain: Pick<Chain, 'transaction'>
  readonly mempool: Pick<Mempool, 'get'>
}

/** With more inputs or outputs, what a module moves is not followed: that takes a look at each transaction they come from. */
const MOST_FOLLOWED = 40

/** Transactions of other contracts have no word of their own. */
const KINDS: Readonly<Partial<Record<OwnContract | 'other', TransactionKind>>> = {
  ...{ tokens: 'token', assets: 'order', faucet: 'faucet' },
}

const isCondition = (output: TxOut | undefined): boolean =>
  output !== undefined && isPayToCryptoCondition(output.scriptPubKey) !== false

/** What a transaction is, in one word. `spent`: what its inputs spend, in input order; undefined where that is not known. */
export function createKindFinder({ params, chain, mempool }: KindDeps) {
  const moduleOf = createModuleFinder()
  return (tx: Transaction, spent: readonly (TxOut | undefined)[]): TransactionKind => {
    if (isCoinbase(tx)) return 'coinbase'
    if (!params.ccEnabled || !(tx.vout.some(isCondition) || spent.some(isCondition))) return 'payment'
    if (tx.vin.length + tx.vout.length > MOST_FOLLOWED) return 'contract'
    const txid = txidOf(tx)
    const find = (hash: Uint8Array) => (equal(hash, txid) ? tx : (mempool.get(hash)?.tx ?? chain.transaction(hash)?.tx))
    const module = moduleOf({ tx, spent, find })
    return KINDS[module ?? 'other'] ?? 'contract'
  }
}

import { kindForContract, type TransactionKind } from '#shared/rpc/methods/explorer.ts'
import type { Chain } from '../../chain/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import { createContractFinder, mayHoldData } from '../../contracts/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { computeTxid, isCoinbase, type Transaction, type TxOut } from '../../primitives/index.ts'
import { isPayToCryptoCondition } from '../../script/index.ts'
import { equal } from '../../util/index.ts'

export interface KindDeps {
  readonly params: Pick<ChainParams, 'ccEnabled'>
  readonly chain: Pick<Chain, 'transaction'>
  readonly mempool: Pick<Mempool, 'get'>
}

/**
 * Maximum number of inputs and outputs to classify by module: each may require reading the transaction it comes from.
 */
const MAX_FOLLOWED_OUTPUTS = 40

const isCondition = (output: TxOut | undefined): boolean =>
  output !== undefined && isPayToCryptoCondition(output.scriptPubKey) !== false

/**
 * Creates the function that classifies a transaction. Its parameter `spent` has the outputs that the inputs spend, in
 * input order, undefined if unknown.
 */
export function createKindFinder({ params, chain, mempool }: KindDeps) {
  const findModule = createContractFinder()
  return (tx: Transaction, spent: readonly (TxOut | undefined)[]): TransactionKind => {
    if (isCoinbase(tx)) return 'coinbase'
    if (!params.ccEnabled) return 'payment'
    const conditions = tx.vout.some(isCondition) || spent.some(isCondition)
    // The first transaction of a contract, such as an oracle, may have no condition yet.
    if (!conditions && !mayHoldData(tx.vout.at(-1)?.scriptPubKey)) return 'payment'
    if (tx.vin.length + tx.vout.length > MAX_FOLLOWED_OUTPUTS) return conditions ? 'contract' : 'payment'
    const txid = computeTxid(tx)
    const find = (hash: Uint8Array) => (equal(hash, txid) ? tx : (mempool.get(hash)?.tx ?? chain.transaction(hash)?.tx))
    const module = findModule({ tx, spent, find })
    if (module === undefined) return 'payment'
    return module === 'other' ? 'contract' : kindForContract(module)
  }
}

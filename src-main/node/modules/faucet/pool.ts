import type { AddressIndexView, ChainView, IndexedAddress, MempoolView } from '../../interfaces.ts'
import { indexedAddress } from '../../script/index.ts'
import type { SpendableCoin } from '../build/normalInputs.ts'
import { MODULE_FEE } from '../evalCodes.ts'
import { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './validate.ts'

/** Where deposits lie. */
export const FAUCET_POOL_ADDRESS = indexedAddress(FAUCET_POOL_SCRIPT) as IndexedAddress

/** What one claim takes out of the pool, its fee included: 0.1001 coins. */
export const CLAIM_COST = FAUCET_SIZE + MODULE_FEE

/** Deposits of at most this much are left alone (faucet.md §1 and §3). */
const LARGEST_DUST = 1_000_000n
const MAX_INPUTS = 60
/** Deposits too small to reach a claim with the allowed number of inputs are left alone as well. */
const LEAST = CLAIM_COST / BigInt(MAX_INPUTS)

export interface PoolDeps {
  readonly chain: Pick<ChainView, 'tip' | 'coin'>
  readonly mempool: Pick<MempoolView, 'spender'>
  readonly addressIndex: Pick<AddressIndexView, 'unspent'>
  /** blocks after which a coinbase can be spent */
  readonly coinbaseMaturity: number
}

/** Confirmed deposits that claims can be paid from, in index order: txid (internal bytes), then index. */
export function usableDeposits({ addressIndex, mempool }: PoolDeps): SpendableCoin[] {
  return addressIndex
    .unspent(FAUCET_POOL_ADDRESS)
    .filter(({ satoshis }) => satoshis > LARGEST_DUST && satoshis >= LEAST)
    .map(({ txid, index, satoshis, scriptPubKey }) => ({
      outpoint: { hash: txid, index },
      value: satoshis,
      scriptPubKey,
    }))
    .filter(({ outpoint }) => mempool.spender(outpoint) === undefined)
}

/** The deposits that a claim spends (faucet.md §1); undefined if they do not suffice for one. */
export function selectDeposits(deposits: readonly SpendableCoin[], deps: PoolDeps): SpendableCoin[] | undefined {
  const selected: SpendableCoin[] = []
  let sum = 0n
  for (const deposit of deposits) {
    if (sum >= CLAIM_COST || selected.length >= MAX_INPUTS) break
    if (!isSpendable(deposit, deps)) continue
    selected.push(deposit)
    sum += deposit.value
  }
  return sum >= CLAIM_COST ? selected : undefined
}

/** Whether a deposit is there, free and, if somebody mined into the pool, old enough. */
export function isSpendable({ outpoint }: SpendableCoin, { chain, mempool, coinbaseMaturity }: PoolDeps): boolean {
  const coin = chain.coin(outpoint)
  if (coin === undefined || mempool.spender(outpoint) !== undefined) return false
  return !coin.coinbase || chain.tip().height + 1 - coin.height >= coinbaseMaturity
}

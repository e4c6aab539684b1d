import { CONTRACT_FEE, MAX_FAUCET_DUST } from '#shared/protocol/contractRules.ts'
import type { AddressIndexView, ChainView, IndexedAddress } from '../../core/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { indexedAddress } from '../../script/index.ts'
import type { SpendableCoin } from '../../transactions/index.ts'
import { outpointKey } from '../../util/index.ts'
import { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './validate.ts'

/** Address that holds the deposits. */
export const FAUCET_POOL_ADDRESS = indexedAddress(FAUCET_POOL_SCRIPT) as IndexedAddress

/** The pool's address in the mempool, which indexes conditions under the type of key hashes (rpc.md §4). */
export const UNCONFIRMED_POOL_ADDRESS: IndexedAddress = { ...FAUCET_POOL_ADDRESS, type: 1 }

/** Satoshis that one claim takes from the pool, including its fee: 0.1001 coins. */
export const CLAIM_COST = FAUCET_SIZE + CONTRACT_FEE

/**
 * Sixty of the smallest deposits above dust suffice, so the reference's second limit, a sixtieth of a claim, has no
 * effect.
 */
const MAX_INPUTS = 60

export interface FaucetPoolDeps {
  readonly chain: Pick<ChainView, 'tip' | 'coin'>
  readonly mempool: Pick<Mempool, 'spender' | 'addressDeltas'>
  readonly addressIndex: Pick<AddressIndexView, 'unspent'>
  /** blocks after which a coinbase can be spent */
  readonly coinbaseMaturity: number
}

interface Deposit extends SpendableCoin {
  readonly key: string
}

/**
 * Deposits available to claims. Confirmed ones are read once per block: there may be very many, and they are needed
 * after every mempool change.
 */
export class FaucetPool {
  readonly #deps: FaucetPoolDeps
  #confirmed: { readonly tip: string; readonly deposits: readonly Deposit[] } | undefined

  constructor(deps: FaucetPoolDeps) {
    this.#deps = deps
  }

  /** Returns confirmed deposits available to claims, in index order: txid (internal bytes), then output index. */
  deposits(): readonly SpendableCoin[] {
    const spends = this.#deps.mempool.addressDeltas([UNCONFIRMED_POOL_ADDRESS]).flatMap(({ prevout }) => prevout ?? [])
    if (spends.length === 0) return this.#readConfirmed()
    const spent = new Set(spends.map(outpointKey))
    return this.#readConfirmed().filter(({ key }) => !spent.has(key))
  }

  /** Returns the satoshis of confirmed deposits that mempool transactions spend. */
  inClaims(): bigint {
    const sum = (coins: readonly SpendableCoin[]) => coins.reduce((total, { value }) => total + value, 0n)
    return sum(this.#readConfirmed()) - sum(this.deposits())
  }

  /** Returns the deposits that a claim spends (faucet.md §1), or undefined if they do not suffice. */
  select(): readonly SpendableCoin[] | undefined {
    const selected: SpendableCoin[] = []
    let sum = 0n
    for (const deposit of this.deposits()) {
      if (sum >= CLAIM_COST || selected.length >= MAX_INPUTS) break
      if (!this.isSpendable(deposit)) continue
      selected.push(deposit)
      sum += deposit.value
    }
    return sum >= CLAIM_COST ? selected : undefined
  }

  /** Returns true if a deposit exists, is unspent and, if it is a coinbase, is mature. */
  isSpendable({ outpoint }: SpendableCoin): boolean {
    const { chain, mempool, coinbaseMaturity } = this.#deps
    const coin = chain.coin(outpoint)
    if (coin === undefined || mempool.spender(outpoint) !== undefined) return false
    return !coin.coinbase || chain.tip().height + 1 - coin.height >= coinbaseMaturity
  }

  #readConfirmed(): readonly Deposit[] {
    const tip = this.#deps.chain.tip().hashHex
    if (this.#confirmed?.tip === tip) return this.#confirmed.deposits
    const deposits = this.#deps.addressIndex
      .unspent(FAUCET_POOL_ADDRESS)
      .filter(({ satoshis }) => satoshis > MAX_FAUCET_DUST)
      .map(({ txid, index, satoshis, scriptPubKey }) => {
        const outpoint = { hash: txid, index }
        return { outpoint, value: satoshis, scriptPubKey, key: outpointKey(outpoint) }
      })
    this.#confirmed = { tip, deposits }
    return deposits
  }
}

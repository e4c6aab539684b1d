import type { AddressIndexView, ChainView, MempoolView } from '../core/index.ts'
import { hash160 } from '../crypto/index.ts'
import type { OutPoint, TxOut } from '../primitives/index.ts'
import { isPayToCryptoCondition, isPayToPublicKeyHash, payToPublicKey } from '../script/index.ts'

export interface SpendableCoin extends TxOut {
  readonly outpoint: OutPoint
}

/**
 * Source of ordinary coins for a module transaction: mature ones, ordered by txid (internal bytes), then index. The
 * order determines the selection, so it must be the reference's.
 */
export interface CoinSource {
  coins(): Iterable<SpendableCoin>
}

/**
 * Selects ordinary coins worth at least `total`, at most `maxInputs`, as the reference does (crypto-conditions.md §7,
 * findings 22). Collects coins in source order until their sum reaches `total`, then picks the best fits among them.
 * @returns undefined if the picked coins do not reach the total, even if all coins together would
 */
export function selectNormalInputs(
  source: CoinSource,
  total: bigint,
  maxInputs: number,
  mempool: MempoolView,
): SpendableCoin[] | undefined {
  const collected = collect(source, total, maxInputs, mempool)
  const picked: SpendableCoin[] = []
  let remaining = total
  while (remaining > 0n && collected.length > 0) {
    const at = bestFit(collected, remaining)
    const coin = collected[at]!
    picked.push(coin)
    remaining -= coin.value
    // Move the last entry into the gap, as the reference does: this affects the order of later equal values.
    const last = collected.pop()!
    if (at < collected.length) collected[at] = last
  }
  return remaining <= 0n ? picked : undefined
}

/**
 * Maximum number of inputs if the reference's limit is insufficient: such a transaction stays below the size that nodes
 * relay.
 */
const MORE_INPUTS = 500

/**
 * Selects ordinary coins worth at least `total`: within `maxInputs` if possible, else within MORE_INPUTS.
 * @returns undefined if neither limit suffices
 */
export function selectNormalInputsWithFallback(
  { coins, mempool }: { readonly coins: CoinSource; readonly mempool: MempoolView },
  total: bigint,
  maxInputs: number,
): SpendableCoin[] | undefined {
  return selectNormalInputs(coins, total, maxInputs, mempool) ?? selectNormalInputs(coins, total, MORE_INPUTS, mempool)
}

/**
 * Selects one ordinary coin of at least `total`, for contracts that require it before their own inputs. `maxInputs`
 * affects the choice, as in the reference.
 */
export function selectSingleInput(
  { coins, mempool }: { readonly coins: CoinSource; readonly mempool: MempoolView },
  total: bigint,
  maxInputs: number,
): SpendableCoin | undefined {
  const picked = selectNormalInputs(coins, total, maxInputs, mempool) ?? []
  if (picked.length === 1) return picked[0]
  for (const coin of coins.coins()) if (coin.value >= total && !mempool.spender(coin.outpoint)) return coin
  return undefined
}

function collect(source: CoinSource, total: bigint, maxInputs: number, mempool: MempoolView): SpendableCoin[] {
  // Skip coins too small to reach the total within the maximum number of inputs.
  const min = total / BigInt(maxInputs)
  const collected: SpendableCoin[] = []
  let sum = 0n
  for (const coin of source.coins()) {
    if (coin.value < min || coin.value <= 0n || isPayToCryptoCondition(coin.scriptPubKey)) continue
    if (mempool.spender(coin.outpoint) !== undefined) continue
    collected.push(coin)
    sum += coin.value
    if (sum >= total || collected.length >= maxInputs) break
  }
  return collected
}

/**
 * Returns the index of an exact match, else of the smallest coin above, else of the largest below. The first of equal
 * coins wins.
 */
function bestFit(coins: readonly SpendableCoin[], wanted: bigint): number {
  let above = -1
  let below = -1
  for (const [i, { value }] of coins.entries()) {
    if (value === wanted) return i
    if (value > wanted) {
      if (above < 0 || value < coins[above]!.value) above = i
    } else if (below < 0 || value > coins[below]!.value) below = i
  }
  return above >= 0 ? above : below
}

export interface PubkeyCoinDeps {
  readonly addressIndex: Pick<AddressIndexView, 'unspent'>
  readonly chain: Pick<ChainView, 'tip' | 'coin'>
  /** blocks after which a coinbase can be spent */
  readonly coinbaseMaturity: number
}

/**
 * Returns a source of the confirmed coins of one key, from the address index. tokencreate spends them, because only
 * coins of its creator make a token genuine (tokens.md §3.2). Immature coinbases and time-locked outputs are omitted.
 */
export function pubkeyCoinSource(
  { addressIndex, chain, coinbaseMaturity }: PubkeyCoinDeps,
  pubkey: Uint8Array,
): CoinSource {
  return {
    *coins() {
      const spendHeight = chain.tip().height + 1
      for (const { txid, index, satoshis, scriptPubKey } of addressIndex.unspent({ type: 1, hash: hash160(pubkey) })) {
        if (!payToPublicKey(scriptPubKey) && !isPayToPublicKeyHash(scriptPubKey)) continue
        const outpoint = { hash: txid, index }
        const coin = chain.coin(outpoint)
        if (coin === undefined || (coin.coinbase && spendHeight - coin.height < coinbaseMaturity)) continue
        yield { outpoint, value: satoshis, scriptPubKey }
      }
    },
  }
}

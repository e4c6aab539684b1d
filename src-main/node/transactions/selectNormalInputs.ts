import type { AddressIndexView, ChainView, MempoolView } from '../core/index.ts'
import { hash160 } from '../crypto/index.ts'
import type { OutPoint, TxOut } from '../primitives/index.ts'
import { isPayToCryptoCondition, isPayToPublicKeyHash, payToPublicKey } from '../script/index.ts'

/** An output that can be spent now. */
export interface SpendableCoin extends TxOut {
  readonly outpoint: OutPoint
}

/**
 * Where ordinary coins for a module transaction come from: mature ones, ordered by txid (internal bytes), then index. The
 * order decides which are taken, so it must be the reference's.
 */
export interface CoinSource {
  coins(): Iterable<SpendableCoin>
}

/**
 * Ordinary coins worth at least `total`, at most `maxInputs` of them, chosen as the reference chooses
 * (crypto-conditions.md §7, findings 22): first come first collected until the sum is reached, then the best fits of these.
 * Undefined if that does not reach the total, which can be although all coins together would.
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
    // The gap is filled by the last entry: the next equal values are met in that order.
    const last = collected.pop()!
    if (at < collected.length) collected[at] = last
  }
  return remaining <= 0n ? picked : undefined
}

/** If the reference's number of inputs does not suffice: as many as stay below the size that nodes relay. */
const MORE_INPUTS = 500

/** Ordinary coins of at least `total`: within the reference's number of inputs if they do, else as many as fit. */
export function takeNormalInputs(
  { coins, mempool }: { readonly coins: CoinSource; readonly mempool: MempoolView },
  total: bigint,
  maxInputs: number,
): SpendableCoin[] | undefined {
  return selectNormalInputs(coins, total, maxInputs, mempool) ?? selectNormalInputs(coins, total, MORE_INPUTS, mempool)
}

/**
 * Selects one ordinary coin of at least `total`, for contracts whose rules want it before their own inputs. `maxInputs` decides
 * which one, as in the reference.
 */
export function takeSingleInput(
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
  // Coins too small to reach the total within the allowed number are not looked at.
  const least = total / BigInt(maxInputs)
  const collected: SpendableCoin[] = []
  let sum = 0n
  for (const coin of source.coins()) {
    if (coin.value < least || coin.value <= 0n || isPayToCryptoCondition(coin.scriptPubKey)) continue
    if (mempool.spender(coin.outpoint) !== undefined) continue
    collected.push(coin)
    sum += coin.value
    if (sum >= total || collected.length >= maxInputs) break
  }
  return collected
}

/** Position of an exact match, else of the smallest coin above, else of the largest below; of equals, the first. */
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
 * Confirmed coins of one key by the address index: what tokencreate spends, because only coins of its creator make a token
 * genuine (tokens.md §3.2). Immature coinbases and outputs behind a lock time are left out.
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

import type { Chain } from '../../../chain/index.ts'
import type { BlockEntry, Clock } from '../../../core/index.ts'
import { findScriptAddress, isUnspendable } from '../../../script/index.ts'
import { yieldToEventLoop } from '../../../util/index.ts'

interface CoinCountDeps {
  readonly chain: Pick<Chain, 'block' | 'byHeight' | 'isActive' | 'supply'>
  readonly clock: Pick<Clock, 'millis'>
  readonly ccEnabled: boolean
}

export interface CountOptions {
  readonly signal: AbortSignal
  /** Called after each slice of work with the height reached. */
  readonly onProgress?: (height: number) => void
}

/** Counts the coins of coinsupply: outputs with a single receiver, less spent ones (protocol/README.md, finding 23). */
export interface CoinCount {
  /**
   * Returns the satoshis at a height of the active chain. Results are cached, so that only new blocks are read.
   * @throws the signal's reason if it is aborted
   */
  at(height: number, options: CountOptions): Promise<bigint>
}

/**
 * Returns the satoshis in spendable transparent outputs at a height of the active chain. Outputs of the genesis block
 * cannot be spent and do not count.
 */
export function transparentSupply(chain: Pick<Chain, 'byHeight' | 'supply'>, height: number): bigint {
  const at = (of: number): bigint => {
    const entry = chain.byHeight(of)
    return (entry && chain.supply(entry)?.transparent) ?? 0n
  }
  return at(height) - at(0)
}

/** Returns the satoshis in the shielded pools after the block at a height of the active chain. */
export function shieldedSupply(chain: Pick<Chain, 'byHeight' | 'shieldedPools'>, height: number) {
  const entry = chain.byHeight(height)
  const pools = entry && chain.shieldedPools(entry)
  return { sprout: pools?.sprout.value ?? 0n, sapling: pools?.sapling.value ?? 0n }
}

const SLICE_MS = 8

export function createCoinCount({ chain, clock, ccEnabled }: CoinCountDeps): CoinCount {
  /** The last counted block. */
  let last: BlockEntry | undefined
  /** Satoshis of spendable outputs without a single receiver, by height. The sum rarely changes. */
  const changes: { readonly height: number; readonly sum: bigint }[] = []

  const elsewhereIn = (entry: BlockEntry): bigint => {
    let sum = 0n
    for (const tx of chain.block(entry)?.txs ?? []) {
      for (const { value, scriptPubKey } of tx.vout) {
        if (value === 0n || isUnspendable(scriptPubKey)) continue
        if (findScriptAddress(scriptPubKey, { cc: ccEnabled }) === undefined) sum += value
      }
    }
    return sum
  }
  const forgetUndone = () => {
    while (last && !chain.isActive(last)) last = last.prev ?? undefined
    const height = last?.height ?? 0
    while ((changes.at(-1)?.height ?? 0) > height) changes.pop()
  }
  /** Counts the next block. Returns false if all blocks up to the height are counted. */
  const step = (height: number): boolean => {
    forgetUndone()
    const next = chain.byHeight((last?.height ?? 0) + 1)
    if (next === undefined || next.height > height) return false
    const sum = elsewhereIn(next)
    if (sum > 0n) changes.push({ height: next.height, sum: (changes.at(-1)?.sum ?? 0n) + sum })
    last = next
    return true
  }

  return {
    async at(height, { signal, onProgress }) {
      let sliceEnd = clock.millis() + SLICE_MS
      while (step(height)) {
        if (clock.millis() < sliceEnd) continue
        onProgress?.(last?.height ?? 0)
        await yieldToEventLoop()
        signal.throwIfAborted()
        sliceEnd = clock.millis() + SLICE_MS
      }
      const elsewhere = changes.findLast((change) => change.height <= height)?.sum ?? 0n
      return transparentSupply(chain, height) - elsewhere
    },
  }
}

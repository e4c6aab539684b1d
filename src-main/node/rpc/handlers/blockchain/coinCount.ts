import type { Chain } from '../../../chain/index.ts'
import type { BlockEntry, Clock } from '../../../interfaces.ts'
import { addressOf, isUnspendable } from '../../../script/index.ts'

interface Deps {
  readonly chain: Pick<Chain, 'block' | 'byHeight' | 'isActive' | 'supply'>
  readonly clock: Pick<Clock, 'millis'>
  readonly ccEnabled: boolean
}

export interface CountOptions {
  readonly signal: AbortSignal
  /** after each slice of work, with the height that was reached */
  readonly onProgress?: (height: number) => void
}

/** The coins of coinsupply: what outputs with a single receiver got, less what inputs took (protocol finding 23). */
export interface CoinCount {
  /**
   * Satoshis at a height of the active chain. What was counted once is remembered, so that only new blocks are read.
   * @throws the signal's reason
   */
  at(height: number, options: CountOptions): Promise<bigint>
}

/** Other calls get their turn this often. */
const SLICE_MILLIS = 8

export function createCoinCount({ chain, clock, ccEnabled }: Deps): CoinCount {
  /** Up to here blocks were looked at. */
  let last: BlockEntry | undefined
  /** Satoshis, from a height on, that went to no single receiver although they can be spent: it changes seldom. */
  const changes: { readonly height: number; readonly sum: bigint }[] = []

  const elsewhereIn = (entry: BlockEntry): bigint => {
    let sum = 0n
    for (const tx of chain.block(entry)?.txs ?? []) {
      for (const { value, scriptPubKey } of tx.vout) {
        if (value === 0n || isUnspendable(scriptPubKey)) continue
        if (addressOf(scriptPubKey, { cc: ccEnabled }) === undefined) sum += value
      }
    }
    return sum
  }
  const forgetUndone = () => {
    while (last && !chain.isActive(last)) last = last.prev ?? undefined
    const height = last?.height ?? 0
    while ((changes.at(-1)?.height ?? 0) > height) changes.pop()
  }
  /** Looks at the next block; false: everything up to the height is done. */
  const step = (height: number): boolean => {
    forgetUndone()
    const next = chain.byHeight((last?.height ?? 0) + 1)
    if (next === undefined || next.height > height) return false
    const sum = elsewhereIn(next)
    if (sum > 0n) changes.push({ height: next.height, sum: (changes.at(-1)?.sum ?? 0n) + sum })
    last = next
    return true
  }
  const transparentAt = (height: number): bigint => {
    const entry = chain.byHeight(height)
    return (entry && chain.supply(entry)?.transparent) ?? 0n
  }

  return {
    async at(height, { signal, onProgress }) {
      let sliceEnd = clock.millis() + SLICE_MILLIS
      while (step(height)) {
        if (clock.millis() < sliceEnd) continue
        onProgress?.(last?.height ?? 0)
        await new Promise(setImmediate)
        signal.throwIfAborted()
        sliceEnd = clock.millis() + SLICE_MILLIS
      }
      const elsewhere = changes.findLast((change) => change.height <= height)?.sum ?? 0n
      // The genesis block's coins belong to nobody.
      return transparentAt(height) - transparentAt(0) - elsewhere
    },
  }
}

import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { Chain } from '../../../chain/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import { yieldToEventLoop } from '../../../util/index.ts'

interface ChainTipsDeps {
  readonly chain: Chain
}

/** Tips examined between two yields to the event loop (a few milliseconds). */
const TIPS_PER_SLICE = 500
/** Maximum number of attempts if the chain changes while its tips are examined. */
const TRIES = 3

/** Sorts by height in descending order. Equal heights are sorted by hash, so that each call has the same order. */
function highestFirst(a: { height: number; hash: string }, b: { height: number; hash: string }): number {
  return b.height - a.height || (a.hash < b.hash ? 1 : -1)
}

export function createChainTipHandlers({ chain }: ChainTipsDeps) {
  /**
   * Returns the height of the block where a branch leaves the active chain. The common part of several branches is
   * walked once.
   */
  function forkHeight(tip: BlockEntry, known: Map<BlockEntry, number>): number {
    const walked: BlockEntry[] = []
    let entry: BlockEntry | null = tip
    while (entry && !known.has(entry) && !chain.isActive(entry)) {
      walked.push(entry)
      entry = entry.prev
    }
    const height = entry ? (known.get(entry) ?? entry.height) : 0
    for (const step of walked) known.set(step, height)
    return height
  }

  async function* rows(tips: readonly BlockEntry[]) {
    const known = new Map<BlockEntry, number>()
    for (const [at, entry] of tips.entries()) {
      if (at % TIPS_PER_SLICE === TIPS_PER_SLICE - 1) await yieldToEventLoop()
      const { height, hashHex: hash } = entry
      yield { height, hash, branchlen: height - forkHeight(entry, known), status: chain.tipStatus(entry) }
    }
  }

  return defineHandlers({
    async getchaintips(_, { signal }) {
      for (let tries = 1; ; tries++) {
        const active = chain.tip()
        const result: MethodResult<'getchaintips'>[number][] = []
        for await (const row of rows(chain.tips())) {
          signal.throwIfAborted()
          result.push(row)
        }
        if (chain.tip() === active || tries === TRIES) return result.sort(highestFirst)
      }
    },
  })
}

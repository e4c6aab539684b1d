import type { MempoolEntry } from '../interfaces.ts'

/** What choosing needs to know of a waiting transaction. */
export interface Waiting {
  readonly entry: MempoolEntry
  /** fee with prioritisation */
  readonly fee: bigint
  readonly sigops: number
  /** positions, in the same list, of the transactions it depends on; all of them earlier */
  readonly parents: readonly number[]
}

export interface BlockRoom {
  /** bytes of transactions */
  readonly size: number
  readonly sigops: number
}

/** A transaction with everything it depends on: what has to be taken to have it, and what that pays. */
interface Package {
  readonly index: number
  readonly members: ReadonlySet<number>
  readonly rate: number
}

/**
 * Chooses for a block: whoever pays most for a byte together with its unconfirmed ancestors goes first, ancestors directly
 * before it; equal rates in order of admission. What does not fit is passed over, smaller ones behind it still get in.
 *
 * @param waiting parents before children
 * @returns positions in `waiting`, parents before children
 */
export function selectTransactions(waiting: readonly Waiting[], room: BlockRoom): number[] {
  const packages = buildPackages(waiting).sort((a, b) => b.rate - a.rate || a.index - b.index)
  const chosen = new Set<number>()
  let size = 0
  let sigops = 0
  for (const { members } of packages) {
    const missing = [...members].filter((index) => !chosen.has(index)).sort((a, b) => a - b)
    const moreSize = missing.reduce((sum, index) => sum + waiting[index]!.entry.size, 0)
    const moreSigops = missing.reduce((sum, index) => sum + waiting[index]!.sigops, 0)
    if (size + moreSize > room.size || sigops + moreSigops > room.sigops) continue
    for (const index of missing) chosen.add(index)
    size += moreSize
    sigops += moreSigops
  }
  return [...chosen]
}

function buildPackages(waiting: readonly Waiting[]): Package[] {
  const members: Set<number>[] = []
  return waiting.map(({ parents }, index) => {
    const own = new Set([index])
    for (const parent of parents) for (const each of members[parent]!) own.add(each)
    members.push(own)
    let fee = 0n
    let size = 0
    for (const each of own) {
      fee += waiting[each]!.fee
      size += waiting[each]!.entry.size
    }
    return { index, members: own, rate: Number(fee) / size }
  })
}

import {
  type ChainParams,
  initialUpgrades,
  UPGRADES_SINCE,
  type UpgradeState,
  upgradesAfterConnect,
} from '../node/consensus/index.ts'
import type { BlockEntry } from '../node/core/index.ts'
import type { Database } from '../node/storage/index.ts'

/** Heights that are looked at together. */
const HEIGHTS_A_LOOK = 1_000

/** Which upgrades the published branch knows of, as long as it only grows. @param at a block of it, by height */
export function createPublishedUpgrades(
  db: Database,
  params: ChainParams,
  at: (height: number) => BlockEntry | undefined,
): { after(entry: Pick<BlockEntry, 'height'>): UpgradeState } {
  const select = db
    .prepare<[number, number, number, number], number>(
      'SELECT height FROM blocks WHERE height > ? AND height <= ? AND time > ? ORDER BY height LIMIT ?',
    )
    .pluck()
  const initial = initialUpgrades(params)
  let found: UpgradeState | undefined
  let looked = -1

  /** Looks for the block that triggers the automatic rule, up to a height. */
  function look(height: number): void {
    while (found === undefined && looked < height) {
      const heights = select.all(looked, height, UPGRADES_SINCE, HEIGHTS_A_LOOK)
      for (const candidate of heights) {
        const state = upgradesAfterConnect(params, initial, candidate, (each) => at(each)!.time)
        if (state.automatic !== null) found ??= state
        if (found !== undefined) return
      }
      looked = heights.at(-1) ?? height
    }
  }

  return {
    after({ height }) {
      if (!params.upgrades.automatic) return initial
      look(height)
      return found?.automatic && found.automatic.trigger <= height ? found : initial
    },
  }
}

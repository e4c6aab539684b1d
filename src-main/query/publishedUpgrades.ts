import {
  type ChainParams,
  initialUpgrades,
  UPGRADES_SINCE,
  type UpgradeState,
  upgradesAfterConnect,
} from '../node/consensus/index.ts'
import type { BlockEntry } from '../node/core/index.ts'
import type { Database } from '../node/storage/index.ts'

const HEIGHTS_PER_QUERY = 1_000

const prepareSelect = (db: Database) =>
  db
    .prepare<[number, number, number, number], number>(
      'SELECT height FROM blocks WHERE height > ? AND height <= ? AND time > ? ORDER BY height LIMIT ?',
    )
    .pluck()

/** Network upgrades of the published branch, cached while it only grows. */
export class PublishedUpgrades {
  readonly #select: ReturnType<typeof prepareSelect>
  readonly #params: ChainParams
  readonly #blocks: { at(height: number): BlockEntry | undefined }
  readonly #initial: UpgradeState
  #found: UpgradeState | undefined
  /** Height up to which the trigger was searched. */
  #searched = -1

  constructor(db: Database, params: ChainParams, blocks: { at(height: number): BlockEntry | undefined }) {
    this.#select = prepareSelect(db)
    this.#params = params
    this.#blocks = blocks
    this.#initial = initialUpgrades(params)
  }

  after({ height }: Pick<BlockEntry, 'height'>): UpgradeState {
    if (!this.#params.upgrades.automatic) return this.#initial
    this.#search(height)
    return this.#found?.automatic && this.#found.automatic.trigger <= height ? this.#found : this.#initial
  }

  /** Searches for the block that triggers the automatic rule, up to a height. */
  #search(height: number): void {
    const time = (each: number) => this.#blocks.at(each)!.time
    while (this.#found === undefined && this.#searched < height) {
      const heights = this.#select.all(this.#searched, height, UPGRADES_SINCE, HEIGHTS_PER_QUERY)
      for (const candidate of heights) {
        const state = upgradesAfterConnect(this.#params, this.#initial, candidate, time)
        if (state.automatic === null) continue
        this.#found = state
        return
      }
      this.#searched = heights.at(-1) ?? height
    }
  }
}

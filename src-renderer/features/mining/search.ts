/** Method by which blocks are made: stakes or proof of work. */
export type MiningHalf = 'stake' | 'work'

/** URL search of the mining page. */
export interface MiningSearch {
  readonly half?: MiningHalf
}

export const readMiningSearch = ({ half }: Record<string, unknown>): MiningSearch =>
  half === 'stake' || half === 'work' ? { half } : {}

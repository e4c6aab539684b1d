import { fromHex } from '../../util/index.ts'
import { SEASON_KEYS, type SeasonKeys } from './seasonKeys.ts'

export interface NotarySeason {
  /** starts at 1 */
  readonly number: number
  /** 64 compressed public keys, 33 bytes each; the index is the notary's id */
  readonly keys: readonly Uint8Array[]
}

/** Test chains with other notaries. Their last season is over, so no notarisation counts there. */
const OTHER_NOTARIES = /^(TEST|CFEK|LABS)/

/** Returns the seasons of a chain by name, first season first; empty for some test chains. */
export function seasonsFor(name: string): readonly SeasonKeys[] {
  return OTHER_NOTARIES.test(name) ? [] : SEASON_KEYS
}

/**
 * Returns the notaries at a time (notarisation.md §1).
 * @param time unix seconds; for a notarisation the time of the block that contains it
 * @returns undefined after the last known season
 */
export function notarySeasonAt(time: number, seasons: readonly SeasonKeys[] = SEASON_KEYS): NotarySeason | undefined {
  const index = seasons.findIndex(({ until }) => time <= until)
  const season = seasons[index]
  return season && { number: index + 1, keys: season.keys.trim().split(/\s+/).map(fromHex) }
}

/** Returns the notaries of a chain at a time, or undefined without a known season. */
export function findNotaries(
  { notarySeasons }: { readonly notarySeasons: readonly SeasonKeys[] },
  time: number,
): NotarySeason | undefined {
  return notarySeasonAt(time, notarySeasons)
}

import { fromHex } from '../../util/index.ts'
import { SEASON_KEYS, type SeasonKeys } from './seasonKeys.ts'

/** Those who notarise during one season. */
export interface NotarySeason {
  /** from 1 */
  readonly number: number
  /** 64 compressed public keys, 33 bytes each; the index is the notary's id */
  readonly keys: readonly Uint8Array[]
}

/** Test chains whose notaries are other people; their last season is over, so nobody's word counts there any more. */
const OTHER_NOTARIES = /^(TEST|CFEK|LABS)/

/** The seasons of a chain of this name, first season first; none on some test chains. */
export function seasonsOf(name: string): readonly SeasonKeys[] {
  return OTHER_NOTARIES.test(name) ? [] : SEASON_KEYS
}

/**
 * The notaries of a moment (notarisation.md §1).
 * @param time unix seconds; for a notarisation the time of the block that contains it
 * @returns undefined after the last season that this program knows
 */
export function notarySeasonAt(time: number, seasons: readonly SeasonKeys[] = SEASON_KEYS): NotarySeason | undefined {
  const index = seasons.findIndex(({ until }) => time <= until)
  const season = seasons[index]
  return season && { number: index + 1, keys: season.keys.trim().split(/\s+/).map(fromHex) }
}

/** The same for one chain: on some test chains nobody is one. */
export function notariesOf(
  { notarySeasons }: { readonly notarySeasons: readonly SeasonKeys[] },
  time: number,
): NotarySeason | undefined {
  return notarySeasonAt(time, notarySeasons)
}

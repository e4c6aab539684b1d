import { coinUnit } from '../ui/format.ts'
import { useRpc } from './queries.ts'

/**
 * Returns the name of the selected chain's coin, for links, files and texts about the coin itself. Returns "" while
 * unknown.
 */
export const useCoinName = (): string => useRpc('getnodestatus', {}).data?.name ?? ''

/** Returns the unit shown next to amounts: the coin's name, or "sat" if the settings say so. */
export const useCoinUnit = (): string => coinUnit(useCoinName())

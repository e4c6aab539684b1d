import { coinUnit } from '../ui/format.ts'
import { useRpc } from './queries.ts'

/** What the coin of the chain that is shown is called: for links, files and what names the coin itself. "" while not known. */
export const useCoinName = (): string => useRpc('getnodestatus', {}).data?.name ?? ''

/** The unit beside amounts of it: its name, or "sat" where the settings say so. */
export const useCoinUnit = (): string => coinUnit(useCoinName())

import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** `language`: as the language writes dates; `iso`: 2026-11-22 20:15:00, which sorts and is the same everywhere. */
export type DateStyle = 'language' | 'iso'

/**
 * How amounts of coins are written. `coins`: with as many decimals as are needed; `eight`: tables and balances with all eight of
 * them; `sat`: whole satoshis.
 */
export type AmountUnits = 'coins' | 'eight' | 'sat'

interface DisplayState {
  readonly dates: DateStyle
  readonly units: AmountUnits
  setDates(dates: DateStyle): void
  setUnits(units: AmountUnits): void
}

/** How dates and amounts look in this window. */
export const useDisplayStyle = create<DisplayState>()(
  persist(
    (set) => ({
      dates: 'language',
      units: 'eight',
      setDates: (dates) => set({ dates }),
      setUnits: (units) => set({ units }),
    }),
    {
      name: 'chainwright.display',
      version: 1,
      partialize: ({ dates, units }) => ({ dates, units }),
      merge: (stored, current) => ({ ...current, ...readDisplayStyle(stored) }),
    },
  ),
)

/** Storage is untrusted input like any other: what does not fit is forgotten. */
export function readDisplayStyle(stored: unknown): Pick<DisplayState, 'dates' | 'units'> {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  return { dates: given['dates'] === 'iso' ? 'iso' : 'language', units: readUnits(given) }
}

/** Earlier versions kept whether all eight decimals are shown, as `zeros`. */
function readUnits({ units, zeros }: Record<string, unknown>): AmountUnits {
  if (units === 'coins' || units === 'eight' || units === 'sat') return units
  return zeros === false ? 'coins' : 'eight'
}

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
  /** shows RPC calls behind figures, ports, flags and other details of the protocol */
  readonly developer: boolean
  setDates(dates: DateStyle): void
  setUnits(units: AmountUnits): void
  setDeveloper(on: boolean): void
}

/** How dates and amounts look in this window, and how much of the machinery. */
export const useDisplayStyle = create<DisplayState>()(
  persist(
    (set) => ({
      dates: 'language',
      units: 'eight',
      developer: false,
      setDates: (dates) => set({ dates }),
      setUnits: (units) => set({ units }),
      setDeveloper: (developer) => set({ developer }),
    }),
    {
      name: 'chainwright.display',
      version: 1,
      partialize: ({ dates, units, developer }) => ({ dates, units, developer }),
      merge: (stored, current) => ({ ...current, ...readDisplayStyle(stored) }),
    },
  ),
)

/** Storage is untrusted input like any other: what does not fit is forgotten. */
export function readDisplayStyle(stored: unknown): Pick<DisplayState, 'dates' | 'units' | 'developer'> {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  return {
    dates: given['dates'] === 'iso' ? 'iso' : 'language',
    units: readUnits(given),
    developer: given['developer'] === true,
  }
}

/** Earlier versions kept whether all eight decimals are shown, as `zeros`. */
function readUnits({ units, zeros }: Record<string, unknown>): AmountUnits {
  if (units === 'coins' || units === 'eight' || units === 'sat') return units
  return zeros === false ? 'coins' : 'eight'
}

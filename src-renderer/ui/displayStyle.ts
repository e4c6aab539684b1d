import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/**
 * `language` formats dates as usual in the language; `iso` as 2026-11-22 20:15:00, which sorts and is equal in all
 * languages.
 */
export type DateStyle = 'language' | 'iso'

/**
 * Format of amounts: `coins` uses as many decimals as needed, `eight` uses all eight decimals in tables and balances,
 * `sat` uses whole satoshis.
 */
export type AmountUnits = 'coins' | 'eight' | 'sat'

interface DisplayState {
  readonly dates: DateStyle
  readonly units: AmountUnits
  /** Shows RPC calls behind values, ports, flags and other protocol details. */
  readonly developer: boolean
  setDates(dates: DateStyle): void
  setUnits(units: AmountUnits): void
  setDeveloper(on: boolean): void
}

/** Display settings of this window: format of dates and amounts, and developer mode. */
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

/** Stored data is untrusted input: invalid values are dropped. */
export function readDisplayStyle(stored: unknown): Pick<DisplayState, 'dates' | 'units' | 'developer'> {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  return {
    dates: given['dates'] === 'iso' ? 'iso' : 'language',
    units: readUnits(given),
    developer: given['developer'] === true,
  }
}

/** Earlier versions stored `zeros`: whether all eight decimals are shown. */
function readUnits({ units, zeros }: Record<string, unknown>): AmountUnits {
  if (units === 'coins' || units === 'eight' || units === 'sat') return units
  return zeros === false ? 'coins' : 'eight'
}

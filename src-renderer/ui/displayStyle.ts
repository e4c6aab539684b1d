import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** `language`: as the language writes dates; `iso`: 2026-11-22 20:15:00, which sorts and is the same everywhere. */
export type DateStyle = 'language' | 'iso'

interface DisplayState {
  readonly dates: DateStyle
  /** amounts show all eight decimals; otherwise as many as are needed */
  readonly zeros: boolean
  setDates(dates: DateStyle): void
  setZeros(zeros: boolean): void
}

/** How dates and amounts look in this window. */
export const useDisplayStyle = create<DisplayState>()(
  persist(
    (set) => ({
      dates: 'language',
      zeros: true,
      setDates: (dates) => set({ dates }),
      setZeros: (zeros) => set({ zeros }),
    }),
    {
      name: 'chainwright.display',
      version: 1,
      partialize: ({ dates, zeros }) => ({ dates, zeros }),
      // Storage is untrusted input like any other: what does not fit is forgotten.
      merge: (stored, current) => {
        const { dates, zeros } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
          string,
          unknown
        >
        return { ...current, dates: dates === 'iso' ? 'iso' : 'language', zeros: zeros !== false }
      },
    },
  ),
)

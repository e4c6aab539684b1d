import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface JoinedState {
  /** ids of chains that were joined in this window, and whose first synchronisation was not celebrated yet */
  readonly expected: readonly string[]
  expect(chain: string): void
  greeted(chain: string): void
}

/** Chains beyond this many are forgotten, oldest first. */
const KEPT = 50

/** Which chains were just joined: the first time that one is synced, the window says so. */
export const useJoined = create<JoinedState>()(
  persist(
    (set) => ({
      expected: [],
      expect: (chain) =>
        set(({ expected }) => ({ expected: [...expected.filter((id) => id !== chain), chain].slice(-KEPT) })),
      greeted: (chain) => set(({ expected }) => ({ expected: expected.filter((id) => id !== chain) })),
    }),
    {
      name: 'chainwright.joined',
      version: 1,
      partialize: ({ expected }) => ({ expected }),
      merge: (stored, current) => ({ ...current, expected: readExpected(stored) }),
    },
  ),
)

/** Storage is untrusted input like any other. */
export function readExpected(stored: unknown): readonly string[] {
  if (typeof stored !== 'object' || stored === null || !('expected' in stored)) return []
  const { expected } = stored
  return Array.isArray(expected) ? expected.filter((id): id is string => typeof id === 'string').slice(-KEPT) : []
}

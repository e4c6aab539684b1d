import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Longer than any host name with a port. */
const LONGEST = 300
const MOST_CHAINS = 200

interface ReachState {
  /** by the id of a chain: where others reach this computer, as it was typed */
  readonly addresses: Readonly<Record<string, string>>
  /** An empty address is forgotten. */
  remember(chain: string, address: string): void
}

/** The newest chains, without this one. */
const others = (addresses: ReachState['addresses'], chain: string) =>
  Object.entries(addresses)
    .filter(([id]) => id !== chain)
    .slice(1 - MOST_CHAINS)

/** Storage is untrusted input like any other: what does not fit is forgotten. */
export function readReachAddresses(stored: unknown): ReachState['addresses'] {
  const given = (stored as { readonly addresses?: unknown } | null)?.addresses
  if (typeof given !== 'object' || given === null) return {}
  const fitting = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= LONGEST,
  )
  return Object.fromEntries(fitting.slice(-MOST_CHAINS))
}

/** The address that was given when a chain was created or shared, for each later invitation to it. */
export const useReach = create<ReachState>()(
  persist(
    (set) => ({
      addresses: {},
      remember: (chain, address) =>
        set(({ addresses }) => {
          const kept = others(addresses, chain)
          const given = address.trim().slice(0, LONGEST)
          return { addresses: Object.fromEntries(given === '' ? kept : [...kept, [chain, given]]) }
        }),
    }),
    {
      name: 'chainwright.reach',
      version: 1,
      merge: (stored, current) => ({ ...current, addresses: readReachAddresses(stored) }),
    },
  ),
)

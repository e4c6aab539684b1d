import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Maximum length of an address: longer than any host name with a port. */
const MAX_ADDRESS_LENGTH = 300
const MAX_CHAINS = 200

interface ReachState {
  /** the address at which others reach this computer, as typed, by chain id */
  readonly addresses: Readonly<Record<string, string>>
  /** Stores an address. An empty address removes the entry. */
  remember(chain: string, address: string): void
}

/** Returns the entries of the newest chains, without this one. */
const others = (addresses: ReachState['addresses'], chain: string) =>
  Object.entries(addresses)
    .filter(([id]) => id !== chain)
    .slice(1 - MAX_CHAINS)

/** Parses stored addresses. Storage is untrusted input: invalid entries are dropped. */
export function readReachAddresses(stored: unknown): ReachState['addresses'] {
  const given = (stored as { readonly addresses?: unknown } | null)?.addresses
  if (typeof given !== 'object' || given === null) return {}
  const fitting = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= MAX_ADDRESS_LENGTH,
  )
  return Object.fromEntries(fitting.slice(-MAX_CHAINS))
}

/** The address that was given when a chain was created or shared. Used for later invitations to the chain. */
export const useReach = create<ReachState>()(
  persist(
    (set) => ({
      addresses: {},
      remember: (chain, address) =>
        set(({ addresses }) => {
          const kept = others(addresses, chain)
          const given = address.trim().slice(0, MAX_ADDRESS_LENGTH)
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

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { MethodResult } from '#shared/rpc/index.ts'

export type TradeRow = Extract<MethodResult<'tokentrades'>, { rows: unknown }>['rows'][number]

/** Returns true if another party filled an order of this node's key. */
export const isOwnFill = ({ side, mine }: Pick<TradeRow, 'side' | 'mine'>): boolean =>
  mine === (side === 'ask' ? 'sold' : 'bought')

/**
 * Maximum number of remembered trades per chain and key. Larger than the number checked, so that old trades do not
 * appear new after a reorganisation.
 */
const REMEMBERED = 200
/** Maximum number of remembered pairs of chain and key. */
const PLACES = 50
const TXID = /^[0-9a-f]{64}$/

/**
 * Returns the known trades after a check, newest last, and the new ones. On the first check no trade is new.
 * @param txids newest first
 */
export function lookedAt(before: readonly string[] | undefined, txids: readonly string[]) {
  if (before === undefined) return { known: txids.toReversed(), fresh: new Set<string>() }
  const fresh = txids.filter((txid) => !before.includes(txid))
  const known = fresh.length === 0 ? before : [...before, ...fresh.toReversed()].slice(-REMEMBERED)
  return { known, fresh: new Set(fresh) }
}

interface FillState {
  /** Ids of the known trades by chain and key, newest last; missing before the first check. */
  readonly seen: Readonly<Record<string, readonly string[]>>
  /**
   * Stores the trades as known. Returns those that are new since the last check, or an empty set for the first check.
   */
  look(place: string, txids: readonly string[]): ReadonlySet<string>
}

/** Fills of own orders that the user was notified of. Survives a reload, so that later fills are still reported. */
export const useFills = create<FillState>()(
  persist(
    (set, get) => ({
      seen: {},
      look(place, txids) {
        const { [place]: before, ...others } = get().seen
        const { known, fresh } = lookedAt(before, txids)
        if (known === before) return fresh
        set({ seen: { ...Object.fromEntries(Object.entries(others).slice(1 - PLACES)), [place]: known } })
        return fresh
      },
    }),
    {
      name: 'chainwright.fills',
      version: 1,
      partialize: ({ seen }) => ({ seen }),
      merge: (stored, current) => ({ ...current, seen: readSeen(stored) }),
    },
  ),
)

/** Stored data is untrusted input. */
function readSeen(stored: unknown): FillState['seen'] {
  if (typeof stored !== 'object' || stored === null || !('seen' in stored)) return {}
  const { seen } = stored
  if (typeof seen !== 'object' || seen === null) return {}
  const isList = (list: unknown) =>
    Array.isArray(list) && list.every((txid) => typeof txid === 'string' && TXID.test(txid))
  return Object.fromEntries(Object.entries(seen).filter(([, list]) => isList(list)))
}

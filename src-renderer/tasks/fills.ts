import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { MethodResult } from '#shared/rpc/index.ts'

export type TradeRow = Extract<MethodResult<'tokentrades'>, { rows: unknown }>['rows'][number]

/** Whether somebody else filled an order of this node's key. */
export const isOwnFill = ({ side, mine }: Pick<TradeRow, 'side' | 'mine'>): boolean =>
  mine === (side === 'ask' ? 'sold' : 'bought')

/** Trades that are remembered of a chain; more than are looked at, so that a reorganisation makes no old one new. */
const REMEMBERED = 200
/** Chains and keys that are remembered. */
const PLACES = 50
const TXID = /^[0-9a-f]{64}$/

/** What is known after a look, the newest last, and what is new to somebody who looked before. `txids`: the newest first. */
export function lookedAt(before: readonly string[] | undefined, txids: readonly string[]) {
  if (before === undefined) return { known: txids.toReversed(), fresh: new Set<string>() }
  const fresh = txids.filter((txid) => !before.includes(txid))
  const known = fresh.length === 0 ? before : [...before, ...fresh.toReversed()].slice(-REMEMBERED)
  return { known, fresh: new Set(fresh) }
}

interface FillState {
  /** by chain and key: ids of the trades that the person knows of, the newest last; nothing before the first look */
  readonly seen: Readonly<Record<string, readonly string[]>>
  /** Remembers these; returns those that are new since the last look, none at the first one. */
  look(place: string, txids: readonly string[]): ReadonlySet<string>
}

/** What was told of own orders that others filled: it survives a reload, so that what happened meanwhile is told after it. */
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

/** Storage is untrusted input like any other. */
function readSeen(stored: unknown): FillState['seen'] {
  if (typeof stored !== 'object' || stored === null || !('seen' in stored)) return {}
  const { seen } = stored
  if (typeof seen !== 'object' || seen === null) return {}
  const isList = (list: unknown) =>
    Array.isArray(list) && list.every((txid) => typeof txid === 'string' && TXID.test(txid))
  return Object.fromEntries(Object.entries(seen).filter(([, list]) => isList(list)))
}

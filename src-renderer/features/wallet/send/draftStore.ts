import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { useCurrentChain } from '../../../node/chains.ts'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { inSatoshis } from '../../../ui/format.ts'
import { draftInUnit, emptySendDraft, readSendDraft, type SendDraft } from './draft.ts'

interface DraftState {
  /** by chain id; the last written draft is last */
  readonly drafts: Readonly<Record<string, SendDraft>>
  put(chain: string, draft: SendDraft): void
  forget(chain: string): void
}

/** Maximum number of drafts. The oldest are dropped. */
const KEPT = 8

const NAME = 'chainwright.send'
// Earlier versions stored payments over restarts.
localStorage.removeItem(NAME)

export const useDrafts = create<DraftState>()(
  persist(
    (set) => ({
      drafts: {},
      put: (chain, draft) => set(({ drafts }) => ({ drafts: trimmed({ ...without(drafts, chain), [chain]: draft }) })),
      forget: (chain) => set(({ drafts }) => ({ drafts: without(drafts, chain) })),
    }),
    {
      name: NAME,
      version: 1,
      // Drafts survive a reload, but not a restart of the program, after which an old payment would be unexpected.
      storage: createJSONStorage(() => sessionStorage),
      partialize: (state) => keptDrafts(state),
      merge: (stored, current) => ({ ...current, drafts: readDrafts(stored) }),
    },
  ),
)

// An amount that was typed in one unit must never be read in the other.
useDisplayStyle.subscribe(({ units }, before) => {
  const satoshis = units === 'sat'
  if (satoshis === (before.units === 'sat')) return
  useDrafts.setState(({ drafts }) => ({ drafts: inUnit(drafts, satoshis) }))
})

/** State of the draft on the selected chain. It survives leaving the page and reloading the window. */
export function useSendDraft() {
  const chain = useCurrentChain()?.id ?? ''
  const draft = useDrafts((state) => (Object.hasOwn(state.drafts, chain) ? state.drafts[chain] : undefined))
  const { put, forget } = useDrafts.getState()
  return {
    draft: draft ?? emptySendDraft,
    change: (next: Partial<SendDraft>) =>
      put(chain, { ...(useDrafts.getState().drafts[chain] ?? emptySendDraft), ...next }),
    clear: () => forget(chain),
    /** Drops the sent draft, unless the user has started another one since. */
    finish: (written: SendDraft) => {
      if (useDrafts.getState().drafts[chain] === written) forget(chain)
    },
  }
}

function without(drafts: DraftState['drafts'], chain: string): Record<string, SendDraft> {
  return Object.fromEntries(Object.entries(drafts).filter(([name]) => name !== chain))
}

function inUnit(drafts: DraftState['drafts'], satoshis: boolean): DraftState['drafts'] {
  return Object.fromEntries(Object.entries(drafts).map(([chain, draft]) => [chain, draftInUnit(draft, satoshis)]))
}

function trimmed(drafts: Readonly<Record<string, SendDraft>>) {
  return Object.fromEntries(Object.entries(drafts).slice(-KEPT))
}

/** Adds the unit in which the amounts of the drafts are written. */
export function keptDrafts({ drafts }: Pick<DraftState, 'drafts'>) {
  return { drafts, satoshis: inSatoshis() }
}

export function readDrafts(stored: unknown): DraftState['drafts'] {
  if (typeof stored !== 'object' || stored === null || !('drafts' in stored)) return {}
  const { drafts } = stored
  if (typeof drafts !== 'object' || drafts === null) return {}
  const read = trimmed(
    Object.fromEntries(Object.entries(drafts).map(([chain, draft]) => [chain, readSendDraft(draft)])),
  )
  const satoshis = 'satoshis' in stored && stored.satoshis === true
  return satoshis === inSatoshis() ? read : inUnit(read, inSatoshis())
}

import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { useCurrentChain } from '../../../node/chains.ts'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { inSatoshis } from '../../../ui/format.ts'
import { draftInUnit, emptySendDraft, readSendDraft, type SendDraft } from './draft.ts'

interface DraftState {
  /** by the chain's id, the one written last at the end */
  readonly drafts: Readonly<Record<string, SendDraft>>
  put(chain: string, draft: SendDraft): void
  forget(chain: string): void
}

/** Half-filled forms of more chains than these are forgotten, oldest first. */
const KEPT = 8

const NAME = 'chainwright.send'
// Earlier versions kept payments over restarts.
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
      // Drafts survive a reload, but not a restart of the program, after which an old payment would be a surprise.
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

/** The payment that is being written on the chain that is shown. It survives leaving the page and reloading the window. */
export function useSendDraft() {
  const chain = useCurrentChain()?.id ?? ''
  const draft = useDrafts((state) => (Object.hasOwn(state.drafts, chain) ? state.drafts[chain] : undefined))
  const { put, forget } = useDrafts.getState()
  return {
    draft: draft ?? emptySendDraft,
    change: (next: Partial<SendDraft>) =>
      put(chain, { ...(useDrafts.getState().drafts[chain] ?? emptySendDraft), ...next }),
    clear: () => forget(chain),
    /** Forgets this one, unless another has been begun since. */
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

/** With the unit that amounts in them are written in. */
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

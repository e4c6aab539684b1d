import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { MAX_SHARE_TEXT } from '#shared/chains/shareText.ts'
import { type ChainDraft, emptyDraft, emptyEra, MAX_DRAFT_ERAS, plainDraft } from './form/draft.ts'
import { storableText } from './storableText.ts'

/** State of a partly filled form. It survives leaving the page and reloading the window. */
interface DraftState<Draft> {
  readonly draft: Draft
  change(change: Partial<Draft>): void
  clear(): void
  /** called when the user leaves the page: drops texts that may contain secrets */
  leave(): void
}

export interface CreateDraft extends ChainDraft {
  /** starts the miner without peers from the first block */
  readonly alone: boolean
}

export type JoinMode = 'paste' | 'fill'

export interface JoinDraft {
  readonly mode: JoinMode
  readonly text: string
  /** label of a pasted chain; a chain filled in by hand has its own */
  readonly label: string
  /** null to use the peers in the text */
  readonly peers: string | null
  readonly chain: ChainDraft
}

export const emptyCreateDraft: CreateDraft = { ...emptyDraft, alone: true }
export const emptyJoinDraft: JoinDraft = { mode: 'paste', text: '', label: '', peers: null, chain: plainDraft }

/** Maximum length of a stored text: longer than typed texts, short enough to process on each keystroke. */
const MAX_TEXT_LENGTH = 4000

const extractDraft = (stored: unknown): object | undefined => {
  const draft = (stored as { readonly draft?: unknown } | null)?.draft
  return typeof draft === 'object' && draft !== null ? draft : undefined
}

// Declared below the constants that they read.
export const useChainDraft = draftStore('chainwright.chain', emptyCreateDraft, storableCreateDraft, readCreateDraft)
export const useJoinDraft = draftStore('chainwright.join', emptyJoinDraft, storableJoinDraft, readJoinDraft)

function draftStore<Draft extends object>(
  name: string,
  empty: Draft,
  toStorable: (draft: Draft) => Draft,
  read: (stored: unknown) => Draft,
) {
  return create<DraftState<Draft>>()(
    persist(
      (set) => ({
        draft: empty,
        change: (change) => set(({ draft }) => ({ draft: { ...draft, ...change } })),
        clear: () => set({ draft: empty }),
        leave: () => set(({ draft }) => ({ draft: toStorable(draft) })),
      }),
      {
        name,
        version: 1,
        partialize: ({ draft }) => ({ draft: toStorable(draft) }),
        merge: (stored, current) => ({ ...current, draft: read(stored) }),
      },
    ),
  )
}

/** Returns the form without secrets. The field for other options may contain a complete command line. */
function storableCreateDraft(draft: CreateDraft): CreateDraft {
  return { ...draft, other: storableText(draft.other) }
}

export function storableJoinDraft(draft: JoinDraft): JoinDraft {
  return { ...draft, text: storableText(draft.text), chain: { ...draft.chain, other: storableText(draft.chain.other) } }
}

/** Parses a stored draft. Storage is untrusted input: members of the wrong type get their defaults. */
export function readCreateDraft(stored: unknown): CreateDraft {
  const draft = extractDraft(stored)
  if (!draft) return emptyCreateDraft
  return { ...readChain(draft, emptyDraft), ...withValidMembers(draft, { alone: true }) }
}

export function readJoinDraft(stored: unknown): JoinDraft {
  const draft = extractDraft(stored)
  if (!draft) return emptyJoinDraft
  const { mode, label } = withValidMembers(draft, { mode: 'paste', label: '' })
  const { text, peers, chain } = draft as {
    readonly text?: unknown
    readonly peers?: unknown
    readonly chain?: unknown
  }
  return {
    mode: mode === 'fill' ? 'fill' : 'paste',
    text: typeof text === 'string' ? text.slice(0, MAX_SHARE_TEXT) : '',
    label,
    peers: typeof peers === 'string' ? peers.slice(0, MAX_TEXT_LENGTH) : null,
    chain: typeof chain === 'object' && chain !== null ? readChain(chain, plainDraft) : plainDraft,
  }
}

function readChain(draft: object, fallback: ChainDraft): ChainDraft {
  const given = withValidMembers(draft, fallback)
  const { eras } = draft as { readonly eras?: unknown }
  const known = Array.isArray(eras)
    ? eras
        .slice(0, MAX_DRAFT_ERAS)
        .flatMap((era: unknown) => (typeof era === 'object' && era ? [withValidMembers(era, emptyEra)] : []))
    : []
  const { txpow } = given
  return {
    ...given,
    eras: known.length > 0 ? known : fallback.eras,
    txpow: ['0', '1', '2', '3'].includes(txpow) ? txpow : '0',
  }
}

/** Returns `fallback`, overwritten by the members of `given` that have the type of the fallback. */
function withValidMembers<T extends object>(given: object, fallback: T): T {
  const result = { ...fallback } as Record<string, unknown>
  for (const [name, value] of Object.entries(given)) {
    const right = typeof value === typeof result[name] && typeof value !== 'object' && Object.hasOwn(fallback, name)
    if (right) result[name] = typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : value
  }
  return result as T
}

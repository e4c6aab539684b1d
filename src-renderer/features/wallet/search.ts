import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the wallet page. It is untrusted input and checked; it never holds secrets. */
export type WalletTab = 'history' | 'receive' | 'send' | 'contacts' | 'messages' | 'keys'
export type HistoryKindFilter = 'sent' | 'received' | 'mined' | 'self' | 'module'

export interface WalletSearch {
  readonly tab?: Exclude<WalletTab, 'history'>
  /** what the history is searched for */
  readonly q?: string
  readonly kind?: HistoryKindFilter
  /** transaction whose details are open */
  readonly tx?: string
  /** the keys open with the restore of an encrypted backup, or of a phrase */
  readonly restore?: true | 'words'
}

/** Characters of a search; the node takes no more. */
export const MOST_QUERY = 100

const TABS: readonly NonNullable<WalletSearch['tab']>[] = ['receive', 'send', 'contacts', 'messages', 'keys']
const KINDS: readonly HistoryKindFilter[] = ['sent', 'received', 'mined', 'self', 'module']

export function readWalletSearch({ tab, q, kind, tx, restore }: Record<string, unknown>): WalletSearch {
  // The router parses digits as a number.
  const text = typeof q === 'number' ? String(q) : q
  const knownTab = TABS.find((candidate) => candidate === tab)
  const knownKind = KINDS.find((candidate) => candidate === kind)
  return {
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(typeof text === 'string' && text !== '' ? { q: text.slice(0, MOST_QUERY) } : {}),
    ...(knownKind === undefined ? {} : { kind: knownKind }),
    ...(typeof tx === 'string' && isHashShaped(tx) ? { tx } : {}),
    ...(knownTab === 'keys' && (restore === true || restore === 'words') ? { restore } : {}),
  }
}

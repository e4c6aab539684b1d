import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the wallet page. Untrusted input, therefore validated. It never contains secrets. */
export type WalletTab = 'history' | 'receive' | 'send' | 'contacts' | 'messages' | 'keys'
export type HistoryKindFilter = 'sent' | 'received' | 'mined' | 'self' | 'module'

export interface WalletSearch {
  readonly tab?: Exclude<WalletTab, 'history'>
  /** search text of the history */
  readonly q?: string
  readonly kind?: HistoryKindFilter
  /** transaction whose details are open */
  readonly tx?: string
  /** opens the dialog to restore an encrypted backup (true) or a phrase ('words') */
  readonly restore?: true | 'words'
}

/** Maximum length of a search text that the node accepts. */
export const MAX_QUERY_LENGTH = 100

const TABS: readonly NonNullable<WalletSearch['tab']>[] = ['receive', 'send', 'contacts', 'messages', 'keys']
const KINDS: readonly HistoryKindFilter[] = ['sent', 'received', 'mined', 'self', 'module']

export function readWalletSearch({ tab, q, kind, tx, restore }: Record<string, unknown>): WalletSearch {
  // The router parses a text of digits as a number.
  const text = typeof q === 'number' ? String(q) : q
  const knownTab = TABS.find((candidate) => candidate === tab)
  const knownKind = KINDS.find((candidate) => candidate === kind)
  return {
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(typeof text === 'string' && text !== '' ? { q: text.slice(0, MAX_QUERY_LENGTH) } : {}),
    ...(knownKind === undefined ? {} : { kind: knownKind }),
    ...(typeof tx === 'string' && isHashShaped(tx) ? { tx } : {}),
    ...(knownTab === 'keys' && (restore === true || restore === 'words') ? { restore } : {}),
  }
}

/** What the address of the wallet page can say. Everything in it comes from outside and is checked; secrets never stand in it. */
export type WalletTab = 'history' | 'receive' | 'send' | 'keys'
export type HistoryKind = 'sent' | 'received' | 'mined' | 'self' | 'module'

export interface WalletSearch {
  readonly tab?: Exclude<WalletTab, 'history'>
  /** what the history is searched for */
  readonly q?: string
  readonly kind?: HistoryKind
  /** transaction whose details are open */
  readonly tx?: string
}

/** Characters of a search; the node takes no more. */
export const MOST_QUERY = 100

const ID = /^[0-9a-f]{64}$/
const TABS: readonly NonNullable<WalletSearch['tab']>[] = ['receive', 'send', 'keys']
const KINDS: readonly HistoryKind[] = ['sent', 'received', 'mined', 'self', 'module']

export function readWalletSearch({ tab, q, kind, tx }: Record<string, unknown>): WalletSearch {
  // Digits alone arrive as a number.
  const text = typeof q === 'number' ? String(q) : q
  const knownTab = TABS.find((candidate) => candidate === tab)
  const knownKind = KINDS.find((candidate) => candidate === kind)
  return {
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(typeof text === 'string' && text !== '' ? { q: text.slice(0, MOST_QUERY) } : {}),
    ...(knownKind === undefined ? {} : { kind: knownKind }),
    ...(typeof tx === 'string' && ID.test(tx) ? { tx } : {}),
  }
}

import type { Language } from '#shared/languages.ts'
import type { Consent } from '#shared/rpc/define.ts'

/**
 * Kind of asset at risk from a mistaken approval. `peers` stands for the node's connections; only bans put them at
 * risk, depending on their parameters and the connected peers.
 */
export type Stake = Extract<Consent, { readonly consent: 'ask' }>['stake'] | 'peers'

export const ALL_STAKES: ReadonlySet<Stake> = new Set(['money', 'keys', 'reach', 'data', 'peers'])

/**
 * Reads and writes files that a user picked in a prompt. Paths are absolute; errors are RpcErrors with texts for users.
 */
export interface PickedFiles {
  /** Reads UTF-8 text of at most `maxBytes` bytes. */
  read(path: string, maxBytes: number): Promise<string>
  /**
   * Writes durably and atomically, readable only by this user. Resolves to the paths of unfinished files in the folder,
   * left by killed programs.
   */
  write(path: string, text: string): Promise<readonly string[]>
}

export interface BrokerOptions {
  /** true if the page gets handles instead of signed bytes */
  readonly sealed: boolean
  /**
   * Where secret parameters and results are entered and shown. `surface`: the page leaves them empty (`""`; for
   * provebackup `{"phrase": ""}`, `{"dump": ""}` or `{"sealed": ""}`), and the prompt asks for them and shows or saves
   * results. `page`: the page handles them itself.
   */
  readonly secrets: 'surface' | 'page'
  /** `ask` methods with another stake run without a prompt. */
  readonly stakes: ReadonlySet<Stake>
  /** milliseconds, monotonic */
  now(): number
  /** Rejects when the signal is aborted. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Returns 32 random bytes as hex. */
  random(): string
  readonly files: PickedFiles
  /** Returns the language for the next prompt or notice, which keeps it while shown. */
  language(): Language
  /** Called when the user wants to close the page. */
  closePage(): void
}

import type { Language } from '#shared/languages.ts'
import type { Consent } from '#shared/rpc/define.ts'

/**
 * The stake of an agreement by mistake. `peers`: the node's connections, at stake by bans alone, whose parameters and peers
 * raise the level.
 */
export type Stake = Extract<Consent, { readonly consent: 'ask' }>['stake'] | 'peers'

export const ALL_STAKES: ReadonlySet<Stake> = new Set(['money', 'keys', 'reach', 'data', 'peers'])

/** Reads and writes files that a person picked in a question. Paths are absolute; errors are RpcErrors for people. */
export interface PickedFiles {
  /** UTF-8 of at most so many bytes */
  read(path: string, mostBytes: number): Promise<string>
  /**
   * Writes durably, whole or not at all, and readable by this user alone. Resolves to the paths of unfinished files in the
   * folder, which killed programs left.
   */
  write(path: string, text: string): Promise<readonly string[]>
}

export interface BrokerOptions {
  /** The page gets handles in place of signed bytes. */
  readonly sealed: boolean
  /**
   * Who supplies secret parameters and gets secret results. `surface`: the page leaves them empty (`""`; for provebackup
   * `{"phrase": ""}`, `{"dump": ""}` or `{"sealed": ""}`), the question asks for them, and results are shown or saved there.
   */
  readonly secrets: 'surface' | 'page'
  /** `ask` methods with another stake are done without a question. */
  readonly stakes: ReadonlySet<Stake>
  /** milliseconds, monotonic */
  now(): number
  /** Rejects when the signal is aborted. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>
  /** 32 random bytes as hex */
  random(): string
  readonly files: PickedFiles
  /** of questions and notices, as it is when one is put; it stays the same for as long as that is shown */
  language(): Language
  /** The person wants the page closed. */
  closePage(): void
}

import type { Consent } from '#shared/rpc/define.ts'

/** What a wrong yes may cost. */
export type Stake = Extract<Consent, { readonly consent: 'ask' }>['stake']

export const ALL_STAKES: ReadonlySet<Stake> = new Set(['money', 'keys', 'reach', 'data'])

/** Files that a person picked in a question. Paths are absolute; errors are RpcErrors with a text for people. */
export interface PickedFiles {
  /** UTF-8 of at most so many bytes */
  read(path: string, mostBytes: number): Promise<string>
  /** Durable, and readable by this user alone. */
  write(path: string, text: string): Promise<void>
}

export interface BrokerOptions {
  /** The page gets a handle where a result has signed bytes. */
  readonly sealed: boolean
  /**
   * Who supplies secret parameters and gets secret results. `surface`: the page leaves them empty (`""`; for provebackup
   * `{"phrase": ""}` or `{"dump": ""}`), the question asks for them, and results are shown or saved there.
   */
  readonly secrets: 'surface' | 'page'
  /** `ask` methods with another stake are done without a question. */
  readonly stakes: ReadonlySet<Stake>
  /** milliseconds, never going back */
  now(): number
  /** Rejects when the signal is aborted. */
  delay(milliseconds: number, signal: AbortSignal): Promise<void>
  /** 32 bytes of chance as hex */
  random(): string
  readonly files: PickedFiles
  /** The person had enough of the page: close it. */
  closePage(): void
}

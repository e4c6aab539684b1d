import type { Clock, Logger, Random } from '../../core/index.ts'
import type { SearchTask } from './search/attempts.ts'
import type { StartSearch } from './search/types.ts'

export type ClaimPhase = 'none' | 'searching' | 'found' | 'cancelled' | 'failed'

/** The search of a claim as it is now, or as it ended. */
export interface Claim {
  readonly state: ClaimPhase
  /** grows with each search; 0: none yet */
  readonly id: number
  /** unix seconds; null: none yet */
  readonly started: number | null
  /** unix seconds; null: it runs, or none yet */
  readonly ended: number | null
  /** seconds */
  readonly elapsed: number
  readonly attempts: number
  /** attempts a second */
  readonly rate: number
  /** the signed claim, once found */
  readonly transaction?: Uint8Array
  readonly txid?: Uint8Array
  readonly error?: string
}

/** What a claim is built from. It stays valid as long as `revision` does not change, and usually longer: see `holds`. */
export interface PreparedClaim {
  readonly task: Omit<SearchTask, 'seed' | 'zeroBits'>
  /** still valid for the next block: deposits free, form and branch of transactions as they were */
  holds(): boolean
}

export interface ClaimDeps {
  /** why this key cannot claim now, apart from another running claim; undefined: it can */
  readonly refusal: (pubkey: Uint8Array) => string | undefined
  /** @throws BuildError */
  readonly prepare: (pubkey: Uint8Array, counter: number) => PreparedClaim
  /** differs after every change of chain or mempool */
  readonly revision: () => string
  readonly startSearch: StartSearch
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly timers: { set(callback: () => void, millis: number): unknown; clear(timer: unknown): void }
}

import type { Clock, Logger, Random } from '../../core/index.ts'
import type { SearchTask } from './search/attempts.ts'
import type { StartSearch } from './search/types.ts'

export type ClaimPhase = 'none' | 'searching' | 'found' | 'cancelled' | 'failed'

/** The current or last search for a claim. */
export interface Claim {
  readonly state: ClaimPhase
  /** search number, increasing; 0 before the first search */
  readonly id: number
  /** unix seconds; null before the first search */
  readonly started: number | null
  /** unix seconds; null during a search or before the first one */
  readonly ended: number | null
  /** seconds */
  readonly elapsed: number
  readonly attempts: number
  /** attempts per second */
  readonly rate: number
  /** the signed claim, if found */
  readonly transaction?: Uint8Array
  readonly txid?: Uint8Array
  readonly error?: string
}

/** A prepared claim. It remains valid while `revision` is unchanged, and usually longer: see `holds`. */
export interface PreparedClaim {
  readonly task: Omit<SearchTask, 'seed' | 'zeroBits'>
  /**
   * Returns true if it is still valid for the next block: its deposits are unspent, transaction format and branch are
   * unchanged.
   */
  holds(): boolean
}

export interface ClaimDeps {
  /** Returns why this key cannot claim now, ignoring a running search, or undefined if it can. */
  readonly refusal: (pubkey: Uint8Array) => string | undefined
  /** @throws BuildError */
  readonly prepare: (pubkey: Uint8Array, counter: number) => PreparedClaim
  /** Returns a value that differs after every change of chain or mempool. */
  readonly revision: () => string
  readonly startSearch: StartSearch
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly timers: { set(callback: () => void, millis: number): unknown; clear(timer: unknown): void }
}

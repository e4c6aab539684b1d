import { computeTxid, parseTransaction } from '../../primitives/index.ts'
import { BuildError } from '../../transactions/index.ts'
import type { Claim, ClaimDeps, ClaimPhase, PreparedClaim } from './claimTypes.ts'
import type { Search } from './search/types.ts'

/** A running search for a claim. */
interface Run {
  readonly id: number
  readonly pubkey: Uint8Array
  readonly started: number
  readonly startedMillis: number
  /** attempts of earlier searches that a change of the chain invalidated */
  before: number
  prepared: PreparedClaim
  revision: string
  search: Search
}

interface FindOptions {
  readonly signal: AbortSignal
  readonly limitSeconds: number
}

/** Interval of progress reports. */
const TICK_MS = 250
/** Required leading and trailing zero bits of a txid, by consensus. */
const ZERO_BITS = 8
/** The reference starts with a random 28-bit counter. */
const COUNTER_MASK = 0x0fffffff

const NONE: Claim = { state: 'none', id: 0, started: null, ended: null, elapsed: 0, attempts: 0, rate: 0 }
const NO_SEARCH: Search = { attempts: () => 0, stop: async () => {} }
export const CLAIM_REFUSED = 'couldnt create faucet get transaction'

/**
 * The single claim of a node: starts and monitors its search, rechecks it after changes of chain or mempool, and ends
 * it.
 */
export class Claims {
  readonly #deps: ClaimDeps
  readonly #listeners = new Set<(claim: Claim) => void>()
  /** stopped searches that have not ended yet */
  readonly #endings = new Set<Promise<void>>()
  #run: Run | undefined
  /** result of the previous search */
  #last = NONE
  #timer: unknown

  constructor(deps: ClaimDeps) {
    this.#deps = deps
  }

  current(): Claim {
    const run = this.#run
    if (!run) return this.#last
    return { state: 'searching', id: run.id, started: run.started, ended: null, ...this.#figures(run) }
  }

  running(): boolean {
    return this.#run !== undefined
  }

  /** Starts a search in the background. @throws BuildError if the claim is not allowed */
  start(pubkey: Uint8Array): Claim {
    const { clock, timers, refusal } = this.#deps
    if (this.#run) throw new BuildError('request', `${CLAIM_REFUSED}. The search for a claim is running`)
    const refused = refusal(pubkey)
    if (refused !== undefined) throw new BuildError('request', refused)
    const search = this.#startSearch(pubkey)
    this.#run = {
      ...{ id: this.#last.id + 1, pubkey, started: clock.now(), startedMillis: clock.millis(), before: 0 },
      ...search,
    }
    this.#timer = timers.set(() => this.#tick(), TICK_MS)
    this.#notify()
    return this.current()
  }

  /** Ends the search, if one runs. */
  cancel(): Claim {
    this.#end('cancelled')
    return this.current()
  }

  /**
   * Starts a search and waits for the claim.
   * @throws BuildError if the claim is not allowed, or the search fails, is cancelled or takes longer than
   *   `limitSeconds`
   * @throws the signal's reason if the signal aborts it
   */
  async find(pubkey: Uint8Array, { signal, limitSeconds }: FindOptions): Promise<Uint8Array> {
    signal.throwIfAborted()
    const { id } = this.start(pubkey)
    const done = Promise.withResolvers<Claim>()
    const unsubscribe = this.onChange((claim) => {
      if (claim.id !== id || claim.state !== 'searching') done.resolve(claim)
      else if (claim.elapsed >= limitSeconds) {
        const text = `No claim found in ${limitSeconds} seconds and ${claim.attempts} attempts: try again`
        this.#end('failed', { error: `${CLAIM_REFUSED}. ${text}` })
      }
    })
    const onAbort = () => {
      if (this.#run?.id === id) this.#end('cancelled')
    }
    signal.addEventListener('abort', onAbort)
    try {
      const claim = await done.promise
      signal.throwIfAborted()
      if (claim.transaction) return claim.transaction
      throw new BuildError('request', claim.error ?? `${CLAIM_REFUSED}. The search was cancelled`)
    } finally {
      unsubscribe()
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Calls the listener after each change of the state, and four times per second during a search. */
  onChange(listener: (claim: Claim) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Cancels the search. Resolves when all searches have ended. */
  async close(): Promise<void> {
    this.cancel()
    await Promise.all(this.#endings)
  }

  #figures({ startedMillis, before, search }: Run) {
    const elapsed = Math.max(0, (this.#deps.clock.millis() - startedMillis) / 1000)
    const attempts = before + search.attempts()
    return { elapsed, attempts, rate: elapsed > 0 ? attempts / elapsed : 0 }
  }

  #notify(): void {
    const claim = this.current()
    for (const listener of this.#listeners) listener(claim)
  }

  /** Ends the current search, if any. */
  #end(phase: ClaimPhase, more: Pick<Claim, 'transaction' | 'txid' | 'error'> = {}): void {
    const run = this.#run
    if (!run) return
    const { clock, timers } = this.#deps
    const { id, started } = run
    this.#last = { state: phase, id, started, ended: clock.now(), ...this.#figures(run), ...more }
    this.#stopSearch(run.search)
    this.#run = undefined
    timers.clear(this.#timer)
    this.#notify()
  }

  #startSearch(pubkey: Uint8Array): Pick<Run, 'prepared' | 'revision' | 'search'> {
    const { random, prepare, startSearch, revision, logger } = this.#deps
    const seed = random.bytes(32)
    const counter = new DataView(seed.buffer, seed.byteOffset).getUint32(28, true) & COUNTER_MASK
    const prepared = prepare(pubkey, counter)
    const search: Search = startSearch(
      { ...prepared.task, seed, zeroBits: ZERO_BITS },
      {
        found: (transaction) => {
          if (this.#run?.search === search) this.#accept(transaction)
        },
        failed: (error) => {
          if (this.#run?.search !== search) return
          logger.error('claim search failed', { error })
          this.#end('failed', { error: `${CLAIM_REFUSED}. The search failed: ${error.message}` })
        },
      },
    )
    return { prepared, revision: revision(), search }
  }

  #stopSearch(search: Search): void {
    const ending: Promise<void> = search.stop().finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
  }

  #restartSearch(run: Run): void {
    run.before += run.search.attempts()
    this.#stopSearch(run.search)
    // The attempts are already counted in `before`, so use an empty search until the next one starts.
    run.search = NO_SEARCH
    Object.assign(run, this.#startSearch(run.pubkey))
  }

  /** Returns true if the running search is still valid. Otherwise ends or restarts it. */
  #recheck(): boolean {
    const run = this.#run
    if (!run) return false
    const revision = this.#deps.revision()
    if (revision === run.revision) return true
    const refused = this.#deps.refusal(run.pubkey)
    if (refused !== undefined) {
      this.#end('failed', { error: refused })
      return false
    }
    if (run.prepared.holds()) {
      run.revision = revision
      return true
    }
    this.#restartSearch(run)
    return false
  }

  #accept(transaction: Uint8Array): void {
    this.#endOnError(() => {
      if (this.#recheck()) this.#end('found', { transaction, txid: computeTxid(parseTransaction(transaction)) })
    })
  }

  #tick(): void {
    this.#timer = this.#deps.timers.set(() => this.#tick(), TICK_MS)
    this.#endOnError(() => this.#recheck())
    if (this.#run) this.#notify()
  }

  /** Runs a background step: an error ends the search instead of being thrown. */
  #endOnError(step: () => void): void {
    try {
      step()
    } catch (error) {
      if (!(error instanceof BuildError)) this.#deps.logger.error('claim search failed', { error })
      const reason = error instanceof BuildError ? error.message : 'The node could not continue the search: see its log'
      this.#end('failed', { error: `${CLAIM_REFUSED}. ${reason}` })
    }
  }
}

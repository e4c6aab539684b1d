import type { Clock, Logger, Random } from '../../interfaces.ts'
import { parseTransaction, txidOf } from '../../primitives/index.ts'
import { BuildError } from '../build/buildError.ts'
import type { SearchTask } from './search/attempts.ts'
import type { Search, StartSearch } from './search/types.ts'

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

/** What a claim is built from. It holds as long as `revision` does not change, and mostly longer: see `holds`. */
export interface PreparedClaim {
  readonly task: Omit<SearchTask, 'seed' | 'zeroBits'>
  /** still valid for the next block: deposits free, form and branch of transactions as they were */
  holds(): boolean
}

export interface ClaimDeps {
  /** why this key cannot claim now, another running claim aside; undefined: it can */
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

export interface Claims {
  current(): Claim
  running(): boolean
  /** Starts a search in the background. @throws BuildError if a condition is not met */
  start(pubkey: Uint8Array): Claim
  /** Ends the search, if one runs. */
  cancel(): Claim
  /**
   * Starts a search and waits for the claim.
   * @throws BuildError if a condition is not met, the search fails, is cancelled or takes longer than `limitSeconds`; the
   * signal's reason if that ends it
   */
  find(
    pubkey: Uint8Array,
    options: { readonly signal: AbortSignal; readonly limitSeconds: number },
  ): Promise<Uint8Array>
  /** Calls after each change of the state, and four times a second while a search runs. */
  onChange(listener: (claim: Claim) => void): () => void
  /** Ends the search for good. */
  close(): Promise<void>
}

/** Between two reports of progress. */
const TICK_MILLIS = 250
/** Both ends of an id: what consensus asks for. */
const ZERO_BITS = 8
/** The reference begins with a counter of so many random bits. */
const COUNTER_MASK = 0x0fffffff

/** One search, with everything that may happen to it. */
interface Run {
  readonly id: number
  readonly pubkey: Uint8Array
  readonly started: number
  readonly startedMillis: number
  /** attempts of the searches before this one, which a change of the chain made useless */
  before: number
  prepared: PreparedClaim
  revision: string
  search: Search
}

const NONE: Claim = { state: 'none', id: 0, started: null, ended: null, elapsed: 0, attempts: 0, rate: 0 }
const NO_SEARCH: Search = { attempts: () => 0, stop: async () => {} }
export const CLAIM_REFUSED = 'couldnt create faucet get transaction'

/** The one claim of a node: started, watched, checked again whenever chain or mempool changed, and ended. */
export function createClaims(deps: ClaimDeps): Claims {
  const { clock, random, timers, logger } = deps
  const listeners = new Set<(claim: Claim) => void>()
  const endings = new Set<Promise<void>>()
  let run: Run | undefined
  let last: Claim = NONE
  let timer: unknown

  const tell = () => {
    const claim = current()
    for (const listener of listeners) listener(claim)
  }

  function figures({ startedMillis, before, search }: Run) {
    const elapsed = Math.max(0, (clock.millis() - startedMillis) / 1000)
    const attempts = before + search.attempts()
    return { elapsed, attempts, rate: elapsed > 0 ? attempts / elapsed : 0 }
  }

  function current(): Claim {
    if (!run) return last
    return { state: 'searching', id: run.id, started: run.started, ended: null, ...figures(run) }
  }

  function end(state: ClaimPhase, more: Pick<Claim, 'transaction' | 'txid' | 'error'> = {}): void {
    if (!run) return
    last = { state, id: run.id, started: run.started, ended: clock.now(), ...figures(run), ...more }
    const ending: Promise<void> = run.search.stop().finally(() => endings.delete(ending))
    endings.add(ending)
    run = undefined
    timers.clear(timer)
    tell()
  }

  function search(pubkey: Uint8Array): Pick<Run, 'prepared' | 'revision' | 'search'> {
    const seed = random.bytes(32)
    const counter = new DataView(seed.buffer, seed.byteOffset).getUint32(28, true) & COUNTER_MASK
    const prepared = deps.prepare(pubkey, counter)
    const started: Search = deps.startSearch(
      { ...prepared.task, seed, zeroBits: ZERO_BITS },
      {
        found: (transaction) => run?.search === started && accept(transaction),
        failed(error) {
          if (run?.search !== started) return
          logger.error('the search of a claim failed', { error })
          end('failed', { error: `${CLAIM_REFUSED}. The search failed: ${error.message}` })
        },
      },
    )
    return { prepared, revision: deps.revision(), search: started }
  }

  /** Whether the search is still of use; otherwise it has been ended or begun anew. */
  function recheck(): boolean {
    if (!run) return false
    const revision = deps.revision()
    if (revision === run.revision) return true
    const refusal = deps.refusal(run.pubkey)
    if (refusal !== undefined) {
      end('failed', { error: refusal })
      return false
    }
    if (run.prepared.holds()) {
      run.revision = revision
      return true
    }
    restart(run)
    return false
  }

  function restart(stale: Run): void {
    stale.before += stale.search.attempts()
    const ending: Promise<void> = stale.search.stop().finally(() => endings.delete(ending))
    endings.add(ending)
    // Until the next one runs there is none: its attempts are counted already.
    stale.search = NO_SEARCH
    Object.assign(stale, search(stale.pubkey))
  }

  function accept(transaction: Uint8Array): void {
    guarded(() => {
      if (recheck()) end('found', { transaction, txid: txidOf(parseTransaction(transaction)) })
    })
  }

  function tick(): void {
    timer = timers.set(tick, TICK_MILLIS)
    guarded(recheck)
    if (run) tell()
  }

  /** Whatever goes wrong without a caller who could be told ends the search, and nothing else. */
  function guarded(step: () => void): void {
    try {
      step()
    } catch (error) {
      if (!(error instanceof BuildError)) logger.error('the search of a claim failed', { error })
      const reason = error instanceof BuildError ? error.message : 'The node could not go on with it: see its log'
      end('failed', { error: `${CLAIM_REFUSED}. ${reason}` })
    }
  }

  function start(pubkey: Uint8Array): Claim {
    if (run) throw new BuildError('request', `${CLAIM_REFUSED}. A claim is being searched already`)
    const refusal = deps.refusal(pubkey)
    if (refusal !== undefined) throw new BuildError('request', refusal)
    const begun = search(pubkey)
    run = { id: last.id + 1, pubkey, started: clock.now(), startedMillis: clock.millis(), before: 0, ...begun }
    timer = timers.set(tick, TICK_MILLIS)
    tell()
    return current()
  }

  function cancel(): Claim {
    end('cancelled')
    return current()
  }

  async function find(pubkey: Uint8Array, options: Parameters<Claims['find']>[1]): Promise<Uint8Array> {
    const { signal, limitSeconds } = options
    signal.throwIfAborted()
    const { id } = start(pubkey)
    const done = Promise.withResolvers<Claim>()
    const listener = (claim: Claim) => {
      if (claim.id !== id || claim.state !== 'searching') done.resolve(claim)
      else if (claim.elapsed >= limitSeconds) {
        const text = `Nothing was found in ${limitSeconds} seconds and ${claim.attempts} attempts: try again`
        end('failed', { error: `${CLAIM_REFUSED}. ${text}` })
      }
    }
    const onAbort = () => run?.id === id && cancel()
    listeners.add(listener)
    signal.addEventListener('abort', onAbort)
    try {
      const claim = await done.promise
      signal.throwIfAborted()
      if (claim.transaction) return claim.transaction
      throw new BuildError('request', claim.error ?? `${CLAIM_REFUSED}. The search was cancelled`)
    } finally {
      listeners.delete(listener)
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    current,
    running: () => run !== undefined,
    start,
    cancel,
    find,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      cancel()
      await Promise.all(endings)
    },
  }
}

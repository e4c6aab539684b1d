import { parseTransaction, txidOf } from '../../primitives/index.ts'
import { BuildError } from '../../transactions/index.ts'
import type { Claim, ClaimDeps, ClaimPhase, PreparedClaim } from './claimTypes.ts'
import type { Search } from './search/types.ts'

/** The search of a claim that is under way. */
interface Run {
  readonly id: number
  readonly pubkey: Uint8Array
  readonly started: number
  readonly startedMillis: number
  /** attempts of earlier searches, which a change of the chain made useless */
  before: number
  prepared: PreparedClaim
  revision: string
  search: Search
}

/** The one claim of a node. */
export interface ClaimState {
  readonly deps: ClaimDeps
  readonly listeners: Set<(claim: Claim) => void>
  /** searches that were stopped and have not ended yet */
  readonly endings: Set<Promise<void>>
  run: Run | undefined
  /** how the search before ended */
  last: Claim
  timer: unknown
}

/** Between two reports of progress. */
const TICK_MILLIS = 250
/** At either end of a txid, as consensus requires. */
const ZERO_BITS = 8
/** The reference begins with a counter of 28 random bits. */
const COUNTER_MASK = 0x0fffffff

const NONE: Claim = { state: 'none', id: 0, started: null, ended: null, elapsed: 0, attempts: 0, rate: 0 }
const NO_SEARCH: Search = { attempts: () => 0, stop: async () => {} }
export const CLAIM_REFUSED = 'couldnt create faucet get transaction'

export function createClaimState(deps: ClaimDeps): ClaimState {
  return { deps, listeners: new Set(), endings: new Set(), run: undefined, last: NONE, timer: undefined }
}

export function currentClaim(state: ClaimState): Claim {
  const { run, last } = state
  if (!run) return last
  return { state: 'searching', id: run.id, started: run.started, ended: null, ...figuresOf(state, run) }
}

function figuresOf({ deps }: ClaimState, { startedMillis, before, search }: Run) {
  const elapsed = Math.max(0, (deps.clock.millis() - startedMillis) / 1000)
  const attempts = before + search.attempts()
  return { elapsed, attempts, rate: elapsed > 0 ? attempts / elapsed : 0 }
}

function notify(state: ClaimState): void {
  const claim = currentClaim(state)
  for (const listener of state.listeners) listener(claim)
}

/** @throws BuildError if a condition of a claim is not met */
export function beginSearch(state: ClaimState, pubkey: Uint8Array): Claim {
  const { deps } = state
  if (state.run) throw new BuildError('request', `${CLAIM_REFUSED}. The search for a claim is running`)
  const refusal = deps.refusal(pubkey)
  if (refusal !== undefined) throw new BuildError('request', refusal)
  const search = startSearch(state, pubkey)
  const { clock } = deps
  state.run = {
    ...{ id: state.last.id + 1, pubkey, started: clock.now(), startedMillis: clock.millis(), before: 0 },
    ...search,
  }
  state.timer = deps.timers.set(() => tick(state), TICK_MILLIS)
  notify(state)
  return currentClaim(state)
}

/** Ends the search, if there is one. */
export function endSearch(
  state: ClaimState,
  phase: ClaimPhase,
  more: Pick<Claim, 'transaction' | 'txid' | 'error'> = {},
): void {
  const { run, deps } = state
  if (!run) return
  const { id, started } = run
  state.last = { state: phase, id, started, ended: deps.clock.now(), ...figuresOf(state, run), ...more }
  stopSearch(state, run.search)
  state.run = undefined
  deps.timers.clear(state.timer)
  notify(state)
}

function startSearch(state: ClaimState, pubkey: Uint8Array): Pick<Run, 'prepared' | 'revision' | 'search'> {
  const { deps } = state
  const seed = deps.random.bytes(32)
  const counter = new DataView(seed.buffer, seed.byteOffset).getUint32(28, true) & COUNTER_MASK
  const prepared = deps.prepare(pubkey, counter)
  const search: Search = deps.startSearch(
    { ...prepared.task, seed, zeroBits: ZERO_BITS },
    {
      found(transaction) {
        if (state.run?.search === search) acceptClaim(state, transaction)
      },
      failed(error) {
        if (state.run?.search !== search) return
        deps.logger.error('the search of a claim failed', { error })
        endSearch(state, 'failed', { error: `${CLAIM_REFUSED}. The search failed: ${error.message}` })
      },
    },
  )
  return { prepared, revision: deps.revision(), search }
}

function stopSearch({ endings }: ClaimState, search: Search): void {
  const ending: Promise<void> = search.stop().finally(() => endings.delete(ending))
  endings.add(ending)
}

function restartSearch(state: ClaimState, run: Run): void {
  run.before += run.search.attempts()
  stopSearch(state, run.search)
  // Its attempts are counted already, so until the next search runs there is none.
  run.search = NO_SEARCH
  Object.assign(run, startSearch(state, run.pubkey))
}

/** Whether the search is still of use; otherwise it has been ended or started again. */
function recheck(state: ClaimState): boolean {
  const { run, deps } = state
  if (!run) return false
  const revision = deps.revision()
  if (revision === run.revision) return true
  const refusal = deps.refusal(run.pubkey)
  if (refusal !== undefined) {
    endSearch(state, 'failed', { error: refusal })
    return false
  }
  if (run.prepared.holds()) {
    run.revision = revision
    return true
  }
  restartSearch(state, run)
  return false
}

function acceptClaim(state: ClaimState, transaction: Uint8Array): void {
  endOnError(state, () => {
    if (recheck(state)) endSearch(state, 'found', { transaction, txid: txidOf(parseTransaction(transaction)) })
  })
}

function tick(state: ClaimState): void {
  state.timer = state.deps.timers.set(() => tick(state), TICK_MILLIS)
  endOnError(state, () => recheck(state))
  if (state.run) notify(state)
}

/** Runs a step that no caller waits for: an error ends the search, and nothing else. */
function endOnError(state: ClaimState, step: () => void): void {
  try {
    step()
  } catch (error) {
    if (!(error instanceof BuildError)) state.deps.logger.error('the search of a claim failed', { error })
    const reason = error instanceof BuildError ? error.message : 'The node could not go on with it: see its log'
    endSearch(state, 'failed', { error: `${CLAIM_REFUSED}. ${reason}` })
  }
}

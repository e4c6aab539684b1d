import { plural } from '#shared/plural.ts'
import type { OtherChainView, SyncState, SyncStateName } from '../../core/index.ts'
import type { OtherBranch } from './otherBranch.ts'

/** Facts from which the sync state is concluded. Times are unix seconds. */
export interface SyncFacts {
  readonly now: number
  /** true until the network is up */
  readonly starting: boolean
  /** true if the node listens, or knows addresses to connect to */
  readonly expectsPeers: boolean
  readonly peers: number
  readonly outbound: number
  readonly height: number
  readonly tipTime: number
  /** height of the best header */
  readonly headers: number
  /** number of our blocks that the best header's branch replaces */
  readonly replaced: number
  /** −1 if no peer claims a height */
  readonly peersHeight: number
  readonly inFlight: number
  /** time at which the tip or the best header last changed */
  readonly movedAt: number
  /** seconds between blocks */
  readonly spacing: number
  /** id of the peer that stalls the download */
  readonly waitingFor: number | undefined
  /** branch with more work that our peers follow, and that was rejected here */
  readonly otherBranch: OtherBranch | undefined
  /** chain with a different block 1 and more work that our peers follow */
  readonly otherChain: OtherChainView | undefined
}

/** Time without progress in seconds after which the download counts as stalled. */
const STALLED_SECONDS = 30
/**
 * A tip older than this, in block intervals and at least in seconds, means that blocks are not mined or do not reach
 * us.
 */
const STALE_BLOCKS = 60
const STALE_SECONDS = 7_200

/** Formats a duration of at least an hour. */
const formatAge = (seconds: number) =>
  seconds < 48 * 3600 ? plural(Math.floor(seconds / 3600), 'hour') : plural(Math.floor(seconds / 86_400), 'day')

/** Concludes the sync state, with one sentence that explains it. Pure; every user interface shows this state only. */
export function concludeSyncState(facts: SyncFacts): { readonly state: SyncStateName; readonly detail: string } {
  const { peers, height, headers, peersHeight, now } = facts
  if (facts.starting) return { state: 'starting', detail: 'The network is being opened.' }
  if (peers === 0) return alone(facts)
  if (facts.otherBranch) return { state: 'other-branch', detail: otherBranchText(facts.otherBranch, height) }
  if (facts.otherChain) return { state: 'other-chain', detail: otherChainText(facts.otherChain, height) }
  const missing = Math.max(headers, peersHeight) - height
  if (missing > 0 && now - facts.movedAt > STALLED_SECONDS) {
    const seconds = now - facts.movedAt
    return { state: 'stalled', detail: `No data received for ${seconds} s, with ${plural(missing, 'block')} to go.` }
  }
  if (facts.replaced > 0) {
    const detail = `Another branch has more work: ${plural(facts.replaced, 'block')} of this node will be replaced.`
    return { state: 'reorganising', detail }
  }
  if (headers > height) return { state: 'blocks', detail: `Block ${height} of ${headers} is connected.` }
  if (peersHeight > headers)
    return { state: 'headers', detail: `Headers up to ${headers} of about ${peersHeight} are known.` }
  // Even on a chain that starts today, the timestamp of genesis is years old.
  if (height === 0)
    return { state: 'synced', detail: `The first block has not been made yet; ${plural(peers, 'peer')} connected.` }
  const age = now - facts.tipTime
  if (age > Math.max(STALE_SECONDS, STALE_BLOCKS * facts.spacing)) {
    return { state: 'stale-tip', detail: `Peers know no newer block, but the last one is ${formatAge(age)} old.` }
  }
  return { state: 'synced', detail: `At the tip, with ${plural(peers, 'peer')}.` }
}

function alone({ expectsPeers }: SyncFacts): { readonly state: SyncStateName; readonly detail: string } {
  return expectsPeers
    ? { state: 'no-peers', detail: 'Looking for peers…' }
    : { state: 'solo', detail: 'This node does not listen and knows no other nodes: it knows only its own chain.' }
}

/** Explains to users why the first block of a branch was rejected. */
function formatRejection({ byUser, reason }: OtherBranch['branch']): string {
  if (byUser) return 'the block was invalidated here with invalidateblock'
  if (reason === undefined) return 'the block broke a rule before the program was started'
  return reason === '' ? 'a script or contract in the block is invalid' : `the block breaks the rule ${reason}`
}

function otherBranchText({ branch, followers, counted }: OtherBranch, height: number): string {
  const all = counted === 1 ? 'the peer of this node follows' : `all ${counted} peers follow`
  const who = followers === counted ? all : `${followers} of ${counted} peers follow`
  return (
    `Another branch has more work, and ${who} it: this branch is at block ${branch.best.height}, this node at block ${height}. ` +
    `This node rejected block ${branch.first.height} of the branch: ${formatRejection(branch)}.`
  )
}

function otherChainText({ followers, counted, height: theirs }: OtherChainView, height: number): string {
  return (
    `Another chain since block 1 has more work, with ${followers} of ${plural(counted, 'chosen peer')} on it: ` +
    `its work is proven up to block ${theirs}, this node is at block ${height}.`
  )
}

/** Returns the share of known blocks that are connected; 1 at the tip. */
export function syncProgress({ height, headers, peersHeight }: SyncFacts): number {
  const total = Math.max(height, headers, peersHeight)
  return total <= 0 ? 1 : height / total
}

function otherBranchEvidence({ branch, followers, counted }: OtherBranch): SyncState['evidence']['otherBranch'] {
  const { best, first, byUser, reason, at } = branch
  return {
    ...{ height: best.height, hash: best.hash, followers, counted },
    refused: { height: first.height, hash: first.hash, byUser, reason, at },
  }
}

/** Tracks the sync state and the time of its last change, and reports changes. */
export class SyncStateTracker {
  readonly #facts: () => SyncFacts
  readonly #changed: (state: SyncState) => void
  #state: SyncStateName = 'starting'
  #since: number

  constructor(facts: () => SyncFacts, changed: (state: SyncState) => void) {
    this.#facts = facts
    this.#changed = changed
    this.#since = facts().now
  }

  /** Concludes the state from the facts, and reports it if it differs from the last call. */
  update(): SyncState {
    const facts = this.#facts()
    const { state, detail } = concludeSyncState(facts)
    const moved = state !== this.#state
    if (moved) {
      this.#state = state
      this.#since = facts.now
    }
    const { height, headers, peersHeight, peers, outbound, tipTime, inFlight, waitingFor } = facts
    const otherBranch = facts.otherBranch && otherBranchEvidence(facts.otherBranch)
    const branches = { otherBranch, otherChain: facts.otherChain }
    const evidence = { height, headers, peersHeight, peers, outbound, tipTime, inFlight, waitingFor, ...branches }
    const current: SyncState = { state, since: this.#since, detail, evidence, progress: syncProgress(facts) }
    if (moved) this.#changed(current)
    return current
  }
}

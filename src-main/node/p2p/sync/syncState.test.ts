import { describe, expect, it } from 'vitest'
import type { BlockEntry, SyncState } from '../../core/index.ts'
import type { OtherBranch } from './otherBranch.ts'
import { concludeSyncState, type SyncFacts, SyncStateTracker, syncProgress } from './syncState.ts'

const AT_TIP: SyncFacts = {
  ...{ now: 1_000_000, starting: false, expectsPeers: true, peers: 2, outbound: 1 },
  ...{ height: 100, tipTime: 999_900, headers: 100, replaced: 0, peersHeight: 100, inFlight: 0 },
  ...{ movedAt: 999_990, spacing: 60, waitingFor: undefined, otherBranch: undefined, otherChain: undefined },
}

const entryAt = (height: number) => ({ height, hash: new Uint8Array(32).fill(height) }) as BlockEntry
const other = (changes: Partial<OtherBranch['branch']> = {}): OtherBranch => ({
  branch: { first: entryAt(95), best: entryAt(120), byUser: false, reason: 'bad-cb-amount', at: 999_000, ...changes },
  ...{ followers: 3, counted: 4 },
})

const OTHER_CHAIN = {
  ...{
    first: new Uint8Array(32).fill(2),
    ownFirst: new Uint8Array(32).fill(1),
    height: 140,
    work: 141n,
    ownWork: 101n,
  },
  ...{ followers: 1, counted: 2 },
}

describe('concludeSyncState', () => {
  it.each<[SyncState['state'], Partial<SyncFacts>]>([
    ['starting', { starting: true }],
    ['solo', { peers: 0, expectsPeers: false }],
    ['no-peers', { peers: 0 }],
    ['headers', { peersHeight: 900 }],
    ['blocks', { headers: 900, peersHeight: 900 }],
    ['stalled', { headers: 900, movedAt: 999_900 }],
    ['stalled', { peersHeight: 900, movedAt: 999_900 }],
    ['reorganising', { headers: 104, replaced: 3 }],
    ['stale-tip', { tipTime: 900_000 }],
    ['other-branch', { otherBranch: other() }],
    ['other-branch', { otherBranch: other(), headers: 120, replaced: 6, peersHeight: 120, movedAt: 999_000 }],
    ['no-peers', { otherBranch: other(), peers: 0 }],
    ['other-chain', { otherChain: OTHER_CHAIN }],
    ['other-chain', { otherChain: OTHER_CHAIN, peersHeight: 900, movedAt: 999_000 }],
    ['no-peers', { otherChain: OTHER_CHAIN, peers: 0 }],
    ['synced', {}],
    ['synced', { height: 0, headers: 0, peersHeight: 0, tipTime: 0 }],
    ['synced', { movedAt: 0 }],
  ])('concludes %s from %o', (state, facts) => {
    const concluded = concludeSyncState({ ...AT_TIP, ...facts })
    expect(concluded.state).toBe(state)
    expect(concluded.detail).toMatch(/^[A-Z].*[.…]$/)
  })

  it.each<[Partial<OtherBranch['branch']>, string]>([
    [{}, 'the block breaks the rule bad-cb-amount.'],
    [{ reason: '' }, 'a script or contract in the block is invalid.'],
    [{ reason: undefined }, 'the block broke a rule before the program was started.'],
    [{ byUser: true, reason: '' }, 'the block was invalidated here with invalidateblock.'],
  ])('names the best block of the branch, the first rejected block and the reject reason for %o', (changes, why) => {
    const { detail } = concludeSyncState({ ...AT_TIP, otherBranch: other(changes) })
    expect(detail).toBe(
      'Another branch has more work, and 3 of 4 peers follow it: this branch is at block 120, this node at block 100. ' +
        `This node rejected block 95 of the branch: ${why}`,
    )
  })

  it('reports up to which block the work of another chain is proven, and the number of chosen peers on it', () => {
    expect(concludeSyncState({ ...AT_TIP, otherChain: OTHER_CHAIN }).detail).toBe(
      'Another chain since block 1 has more work, with 1 of 2 chosen peers on it: its work is proven up to block 140, ' +
        'this node is at block 100.',
    )
  })

  it('computes the connected part of the known blocks', () => {
    expect(syncProgress(AT_TIP)).toBe(1)
    expect(syncProgress({ ...AT_TIP, headers: 400 })).toBe(0.25)
    expect(syncProgress({ ...AT_TIP, height: 0, headers: 0, peersHeight: -1 })).toBe(1)
  })
})

describe('SyncStateTracker', () => {
  it('reports the other branch as evidence, with its rejected block', () => {
    const tracker = new SyncStateTracker(
      () => ({ ...AT_TIP, otherBranch: other() }),
      () => {},
    )
    expect(tracker.update().evidence.otherBranch).toEqual({
      ...{ height: 120, hash: entryAt(120).hash, followers: 3, counted: 4 },
      refused: { height: 95, hash: entryAt(95).hash, byUser: false, reason: 'bad-cb-amount', at: 999_000 },
    })
  })

  it('reports a change once, with its time', () => {
    let facts = { ...AT_TIP, starting: true, now: 5 }
    const reported: SyncState[] = []
    const tracker = new SyncStateTracker(
      () => facts,
      (state) => reported.push(state),
    )
    tracker.update()
    expect(reported).toEqual([])
    facts = { ...AT_TIP, now: 1_000_000 }
    tracker.update()
    facts = { ...AT_TIP, now: 1_000_007 }
    expect(tracker.update()).toMatchObject({ state: 'synced', since: 1_000_000 })
    expect(reported.map(({ state }) => state)).toEqual(['synced'])
  })
})

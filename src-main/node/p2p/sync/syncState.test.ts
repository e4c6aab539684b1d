import { describe, expect, it } from 'vitest'
import type { BlockEntry, SyncState } from '../../interfaces.ts'
import { concludeSyncState, createSyncStateBoard, type SyncFacts, syncProgress } from './syncState.ts'

const AT_TIP: SyncFacts = {
  ...{ now: 1_000_000, starting: false, expectsPeers: true, peers: 2, outbound: 1 },
  ...{ height: 100, tipTime: 999_900, headers: 100, replaced: 0, peersHeight: 100, inFlight: 0 },
  ...{ movedAt: 999_990, spacing: 60, waitingFor: undefined, blocked: undefined },
}

const blocked = (ahead: boolean): SyncFacts['blocked'] => {
  const entry: BlockEntry = undefined as unknown as BlockEntry
  return { entry, ahead, detail: 'This program cannot go on.' }
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
    ['unsupported', { blocked: blocked(true) }],
    ['unsupported', { blocked: blocked(true), peers: 0 }],
    ['unsupported', { blocked: blocked(false), peersHeight: 900, movedAt: 999_900 }],
    ['synced', { blocked: blocked(false) }],
    ['synced', {}],
    ['synced', { height: 0, headers: 0, peersHeight: 0, tipTime: 0 }],
    ['synced', { movedAt: 0 }],
  ])('is %s with %o', (state, facts) => {
    const concluded = concludeSyncState({ ...AT_TIP, ...facts })
    expect(concluded.state).toBe(state)
    expect(concluded.detail).toMatch(/^[A-Z].*\.$/)
  })

  it('measures how much of what is known is connected', () => {
    expect(syncProgress(AT_TIP)).toBe(1)
    expect(syncProgress({ ...AT_TIP, headers: 400 })).toBe(0.25)
    expect(syncProgress({ ...AT_TIP, height: 0, headers: 0, peersHeight: -1 })).toBe(1)
  })
})

describe('createSyncStateBoard', () => {
  it('tells changes once, and since when', () => {
    let facts = { ...AT_TIP, starting: true, now: 5 }
    const told: SyncState[] = []
    const board = createSyncStateBoard(
      () => facts,
      (state) => told.push(state),
    )
    board.look()
    expect(told).toEqual([])
    facts = { ...AT_TIP, now: 1_000_000 }
    board.look()
    facts = { ...AT_TIP, now: 1_000_007 }
    expect(board.look()).toMatchObject({ state: 'synced', since: 1_000_000 })
    expect(told.map(({ state }) => state)).toEqual(['synced'])
  })
})

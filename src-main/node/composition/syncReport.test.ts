import { describe, expect, it } from 'vitest'
import type { NodeEvent, NodePhase } from '#shared/events.ts'
import type { SyncState } from '../core/index.ts'
import { SyncReport, type SyncReportDeps } from './syncReport.ts'

const SYNCED = { state: 'synced', since: 7, detail: 'At the tip.', progress: 1 } as SyncState

function report() {
  let now = 100
  let status: { phase: NodePhase; detail: string } = { phase: 'starting', detail: 'Loading...' }
  let parts: ReturnType<SyncReportDeps['parts']>
  const events: NodeEvent[] = []
  const deps = {
    status: () => status,
    parts: () => parts,
    now: () => now,
    emit: (event: NodeEvent) => events.push(event),
  }
  const sync = new SyncReport(deps)
  return {
    sync,
    events,
    show(phase: NodePhase, detail: string) {
      now += 10
      status = { phase, detail }
      sync.phaseShown()
    },
    open(height: number, headers: number) {
      const entry = (at: number) => ({ height: at, time: 5 })
      const chain = { tip: () => entry(height), bestHeader: () => entry(headers) }
      parts = { chain, peers: { enabled: false, syncState: () => SYNCED } } as unknown as typeof parts
    },
  }
}

describe('SyncReport', () => {
  it('reports the state of the node until its peers take over', () => {
    const { sync, show, open } = report()
    expect(sync.overview()).toMatchObject({
      state: 'starting',
      detail: 'Loading...',
      evidence: { height: -1 },
      progress: 0,
    })
    open(40, 50)
    show('indexing', 'Building it')
    expect(sync.overview()).toEqual({
      ...{ enabled: false, state: 'indexing', since: 110, detail: 'Building it', progress: 0.8 },
      evidence: {
        ...{ height: 40, headers: 50, peersHeight: -1, peers: 0, outbound: 0, tipTime: 5, inFlight: 0 },
        waitingFor: undefined,
      },
    })
    show('importing', 'Reading')
    expect(sync.overview()).toMatchObject({ state: 'blocks', since: 120 })
    show('ready', '')
    expect(sync.overview()).toEqual({ enabled: false, ...SYNCED })
  })

  it('emits a new state once, and leaves later states to the peers', () => {
    const { events, show, sync } = report()
    show('starting', 'Loading')
    show('indexing', '1 of 2')
    show('indexing', '2 of 2')
    expect(sync.overview()).toMatchObject({ since: 120, detail: '2 of 2' })
    show('ready', '')
    expect(events).toEqual([
      { type: 'sync', state: 'starting', detail: 'Loading', since: 110 },
      { type: 'sync', state: 'indexing', detail: '1 of 2', since: 120 },
    ])
  })

  it.each(['failed', 'stopping', 'stopped'] as const)('throws from overview() when the node is %s', (phase) => {
    const { sync, show } = report()
    show(phase, 'the sky fell')
    expect(() => sync.overview()).toThrow('the sky fell')
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeEvent } from '#shared/events.ts'
import { EventHub } from './eventHub.ts'

const tip = (height: number): NodeEvent => ({ type: 'tip', height, hash: '', time: 0, txCount: 1 })

describe('EventHub', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('delivers the first event of a burst immediately, and then only the newest', () => {
    const hub = new EventHub()
    const seen: NodeEvent[] = []
    hub.subscribe((event) => seen.push(event))
    for (let height = 1; height <= 100; height++) hub.emit(tip(height))
    expect(seen).toEqual([tip(1)])
    vi.advanceTimersByTime(1000)
    expect(seen).toEqual([tip(1), tip(100)])
  })

  it('delivers every change of the sync state', () => {
    const hub = new EventHub()
    const seen: string[] = []
    hub.subscribe((event) => {
      if (event.type === 'sync') seen.push(`${event.state} ${event.detail}`)
    })
    const emitSync = (state: string, detail: string) => hub.emit({ type: 'sync', state, detail, since: 0 })
    emitSync('starting', '1')
    emitSync('indexing', '2')
    emitSync('indexing', '3')
    emitSync('indexing', '4')
    emitSync('synced', '5')
    vi.advanceTimersByTime(1000)
    expect(seen).toEqual(['starting 1', 'indexing 2', 'synced 5'])
  })

  it('delivers at most four events of a kind per second', () => {
    const hub = new EventHub()
    let count = 0
    hub.subscribe(() => count++)
    for (let step = 0; step < 200; step++) {
      hub.emit(tip(step))
      vi.advanceTimersByTime(10)
    }
    expect(count).toBeLessThanOrEqual(9)
    expect(count).toBeGreaterThan(5)
  })

  it('delivers every change of phase immediately', () => {
    const hub = new EventHub()
    const phases: string[] = []
    hub.subscribe((event) => event.type === 'status' && phases.push(event.phase))
    for (const phase of ['starting', 'importing', 'ready'] as const) {
      hub.emit({ type: 'status', phase, detail: '', progress: null })
    }
    expect(phases).toEqual(['starting', 'importing', 'ready'])
  })

  it('delivers every change of a claim immediately, and no progress of a claim after its end', () => {
    const hub = new EventHub()
    const seen: string[] = []
    hub.subscribe((event) => event.type === 'faucet' && seen.push(`${event.claim.state} ${event.claim.attempts}`))
    const emit = (state: 'searching' | 'found', attempts: number) =>
      hub.emit({ type: 'faucet', claim: { state, id: 1, attempts, rate: 0, elapsed: 0, probability: 0 } })
    emit('searching', 0)
    emit('searching', 1)
    emit('searching', 2)
    emit('found', 3)
    vi.advanceTimersByTime(1000)
    expect(seen).toEqual(['searching 0', 'found 3'])
  })

  it('delivers nothing to an unsubscribed listener', () => {
    const hub = new EventHub()
    const listener = vi.fn()
    hub.subscribe(listener)()
    hub.emit(tip(1))
    expect(listener).not.toHaveBeenCalled()
  })
})

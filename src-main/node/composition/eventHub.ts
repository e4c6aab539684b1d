import type { NodeEvent } from '#shared/events.ts'

/** At most four of a kind a second: a window cannot show more, and a bulk import makes thousands. */
const INTERVAL_MS = 250

export interface EventHub {
  emit(event: NodeEvent): void
  subscribe(listener: (event: NodeEvent) => void): () => void
  close(): void
}

/**
 * Tells windows what happened: the first event of a kind at once, then at most one an interval, always the newest. Log
 * lines and changes of the phase, of the place in the network or of a claim's state are never dropped.
 */
export function createEventHub(): EventHub {
  const listeners = new Set<(event: NodeEvent) => void>()
  const held = new Map<NodeEvent['type'], NodeEvent | null>()
  const timers = new Map<NodeEvent['type'], NodeJS.Timeout>()
  let phase: string | undefined
  let claim: string | undefined
  let sync: string | undefined

  const deliver = (event: NodeEvent) => {
    for (const listener of listeners) listener(event)
  }
  const open = (type: NodeEvent['type']) => {
    const timer = setTimeout(() => {
      const event = held.get(type)
      held.delete(type)
      timers.delete(type)
      if (!event) return
      deliver(event)
      held.set(type, null)
      open(type)
    }, INTERVAL_MS)
    timer.unref()
    timers.set(type, timer)
  }

  return {
    emit(event) {
      const urgent =
        event.type === 'log' ||
        (event.type === 'status' && event.phase !== phase) ||
        (event.type === 'sync' && event.state !== sync) ||
        (event.type === 'faucet' && event.claim.state !== claim)
      if (event.type === 'status') phase = event.phase
      if (event.type === 'sync') sync = event.state
      if (event.type === 'faucet') claim = event.claim.state
      if (!urgent && held.has(event.type)) {
        held.set(event.type, event)
        return
      }
      deliver(event)
      if (event.type === 'log') return
      held.set(event.type, null)
      if (!timers.has(event.type)) open(event.type)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      held.clear()
    },
  }
}

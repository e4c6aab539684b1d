import type { NodeEvent } from '#shared/events.ts'

/** At most four events of a kind per second: a window cannot show more, and a bulk import emits thousands. */
const INTERVAL_MS = 250

type EventType = NodeEvent['type']

/**
 * Forwards events to windows, rate-limited: the first event of a kind immediately, then at most the newest per
 * interval. Log lines and changes of the phase, of the sync state or of a claim's state are never dropped.
 */
export class EventHub {
  readonly #listeners = new Set<(event: NodeEvent) => void>()
  /** the newest event of each kind within its interval; null if no event came since the last delivery */
  readonly #held = new Map<EventType, NodeEvent | null>()
  readonly #timers = new Map<EventType, NodeJS.Timeout>()
  #phase: string | undefined
  #claim: string | undefined
  #sync: string | undefined

  emit(event: NodeEvent): void {
    if (!this.#isUrgent(event) && this.#held.has(event.type)) {
      this.#held.set(event.type, event)
      return
    }
    this.#deliver(event)
    if (event.type === 'log') return
    this.#held.set(event.type, null)
    if (!this.#timers.has(event.type)) this.#startInterval(event.type)
  }

  subscribe(listener: (event: NodeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.#held.clear()
  }

  /** Returns true for an event that must not be dropped, and stores the state to compare the next one with. */
  #isUrgent(event: NodeEvent): boolean {
    switch (event.type) {
      case 'log':
        return true
      case 'status': {
        const changed = event.phase !== this.#phase
        this.#phase = event.phase
        return changed
      }
      case 'sync': {
        const changed = event.state !== this.#sync
        this.#sync = event.state
        return changed
      }
      case 'faucet': {
        const changed = event.claim.state !== this.#claim
        this.#claim = event.claim.state
        return changed
      }
      default:
        return false
    }
  }

  #deliver(event: NodeEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  #startInterval(type: EventType): void {
    const timer = setTimeout(() => {
      const event = this.#held.get(type)
      this.#held.delete(type)
      this.#timers.delete(type)
      if (!event) return
      this.#deliver(event)
      this.#held.set(type, null)
      this.#startInterval(type)
    }, INTERVAL_MS)
    timer.unref()
    this.#timers.set(type, timer)
  }
}

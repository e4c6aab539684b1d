import { useSyncExternalStore } from 'react'

/**
 * Listeners of a single clock for the whole window: all ages change together, and the clock stops while the window is
 * hidden.
 */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Math.floor(Date.now() / 1000)

function tick() {
  const next = Math.floor(Date.now() / 1000)
  if (next === now) return
  now = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!timer) {
    tick()
    timer = setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** Returns unix seconds, updated each second while mounted. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

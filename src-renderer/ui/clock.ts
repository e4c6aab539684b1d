import { useSyncExternalStore } from 'react'

/** One clock for the whole window: ages change together, and it stops while the window is hidden. */
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

/** Unix seconds, renewed each second while mounted. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

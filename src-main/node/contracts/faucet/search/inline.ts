import { createAttempts, type SearchTask } from './attempts.ts'
import type { Search, SearchEvents } from './types.ts'

/** Attempts per event-loop slice: a few milliseconds. */
const ATTEMPTS_PER_SLICE = 64

/** Starts a search on the calling thread, in short slices. */
export function startInlineSearch(task: SearchTask, events: SearchEvents): Search {
  const attempts = createAttempts(task)
  let turn: NodeJS.Immediate | undefined
  const runSlice = () => {
    try {
      const found = attempts.run(ATTEMPTS_PER_SLICE)
      if (found) events.found(found)
      else turn = setImmediate(runSlice)
    } catch (error) {
      events.failed(error as Error)
    }
  }
  turn = setImmediate(runSlice)
  return {
    attempts: attempts.made,
    async stop() {
      clearImmediate(turn)
    },
  }
}

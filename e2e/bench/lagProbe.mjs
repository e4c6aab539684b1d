// Loaded into a daemon with --import: writes the event-loop lag, in milliseconds, to the file named by LAG_FILE.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 10
/** Lag during startup is not counted. */
const START_MS = 1_000
const WRITE_MS = 250

const file = process.env.LAG_FILE
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  setTimeout(() => delay.enable(), START_MS).unref()
  const late = (percent) => Math.max(0, delay.percentile(percent) / 1e6 - RESOLUTION_MS)
  setInterval(() => {
    if (delay.count === 0) return
    const max = delay.max / 1e6 - RESOLUTION_MS
    // Replaced atomically, because another process may be reading the file.
    writeFileSync(`${file}.new`, JSON.stringify({ p50: late(50), p99: late(99), max, samples: delay.count }))
    renameSync(`${file}.new`, file)
  }, WRITE_MS).unref()
}

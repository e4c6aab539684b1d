import { Worker } from 'node:worker_threads'
import { StorageError } from '../../storage/index.ts'
import type { CoinStatistics } from '../types.ts'
import type { CoinScanner } from './coinScanner.ts'
import type { ScanAnswer, ScanInput } from './scanWorker.ts'

/** Small heap: a row is garbage as soon as the next one is read. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 }

interface RunningScan {
  readonly stop: Int32Array
  readonly ended: Promise<void>
}

/**
 * Starts one thread per scan. Threads are never terminated by force: terminating one inside a native binding crashes
 * the process.
 */
export function createThreadCoinScanner(): CoinScanner {
  const running = new Set<RunningScan>()
  return {
    scan(path) {
      const stop = new Int32Array(new SharedArrayBuffer(4))
      const input: ScanInput = { path, stop }
      const worker = new Worker(workerUrl(), { workerData: input, name: 'coins', resourceLimits: MEMORY })
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      const scan = { stop, ended }
      running.add(scan)
      void ended.then(() => running.delete(scan))
      return waitForAnswer(worker)
    },
    async close() {
      for (const { stop } of running) Atomics.store(stop, 0, 1)
      await Promise.all([...running].map(({ ended }) => ended))
    },
  }
}

function waitForAnswer(worker: Worker): Promise<CoinStatistics> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: ScanAnswer) => {
      if (answer.ok) resolve(answer.statistics)
      else reject(answer.kind === undefined ? new Error(answer.message) : new StorageError(answer.kind, answer.message))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the scan of the coins was stopped')))
  })
}

/** Next to this file when run from source, next to the bundle's chunk when built (see electron.vite.config.ts). */
function workerUrl(): URL {
  const file = import.meta.url.endsWith('.ts') ? './scanWorker.ts' : './coinWorker.js'
  return new URL(file, import.meta.url)
}

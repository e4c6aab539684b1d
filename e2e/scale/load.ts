import { Worker } from 'node:worker_threads'
import type { CallersInput, CallersResult } from './callers.ts'

export interface RunningLoad {
  /** Ends the calls and returns their results. */
  stop(): Promise<CallersResult>
}

/** Starts callers in a thread of their own. */
export function startLoad(input: CallersInput): RunningLoad {
  const worker = new Worker(new URL('./callers.ts', import.meta.url), { workerData: input })
  const result = new Promise<CallersResult>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return {
    stop() {
      worker.postMessage('stop')
      return result
    },
  }
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0

/** Entry point of a thread that scans the unspent outputs once, posts the statistics and exits. */
import { parentPort, workerData } from 'node:worker_threads'
import { StorageError, type StorageErrorKind } from '../../storage/index.ts'
import { lowerThreadPriority } from '../../util/index.ts'
import type { CoinStatistics } from '../types.ts'
import { scanDatabase } from './coinScanner.ts'

export interface ScanInput {
  readonly path: string
  /** A single word; a value other than 0 stops the scan. */
  readonly stop: Int32Array
}

export type ScanAnswer =
  | { readonly ok: true; readonly statistics: CoinStatistics }
  | { readonly ok: false; readonly kind: StorageErrorKind | undefined; readonly message: string }

const { path, stop } = workerData as ScanInput

/** Gives the scan a third of the node thread's processor time while both are busy. */
const NICENESS = 5

// Deferred until the module is evaluated: a thread that ends during evaluation crashes the process.
setImmediate(work)

function work(): void {
  lowerThreadPriority(NICENESS)
  const answer = scanned()
  if (answer !== undefined) parentPort?.postMessage(answer)
}

function scanned(): ScanAnswer | undefined {
  try {
    const statistics = scanDatabase(path, () => Atomics.load(stop, 0) !== 0)
    return statistics && { ok: true, statistics }
  } catch (error) {
    const kind = error instanceof StorageError ? error.kind : undefined
    return { ok: false, kind, message: error instanceof Error ? error.message : String(error) }
  }
}

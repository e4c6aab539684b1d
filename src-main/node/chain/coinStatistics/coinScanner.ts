import { explainStorageError, openReadSnapshot } from '../../storage/index.ts'
import type { CoinStatistics } from '../types.ts'
import { scanCoins } from './coinScan.ts'

/** Computes the statistics of the last committed block. */
export interface CoinScanner {
  /**
   * @param path of chain.db
   * @throws StorageError if the file cannot be read
   */
  scan(path: string): Promise<CoinStatistics>
  /** Aborts a running scan, whose promise is rejected. */
  close(): Promise<void>
}

/**
 * Reads the database at `path` on a separate connection. Returns undefined if `stopped` ended the scan.
 * @throws StorageError if the file cannot be read
 */
export function scanDatabase(path: string, stopped?: () => boolean): CoinStatistics | undefined {
  try {
    const snapshot = openReadSnapshot(path)
    try {
      return scanCoins(snapshot.db, snapshot.tip, stopped)
    } finally {
      snapshot.close()
    }
  } catch (error) {
    throw explainStorageError(error, path)
  }
}

/** Scans on the calling thread, for tests and tools. */
export function createInlineCoinScanner(): CoinScanner {
  return {
    scan: async (path) => scanDatabase(path)!,
    close: async () => {},
  }
}

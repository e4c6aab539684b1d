import type { BlockEntry, ChainView } from '../../core/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { TransactionRecorder } from '../transactions/index.ts'

/** Blocks, or transactions in them, scanned per event-loop slice. */
const BLOCKS_PER_BATCH = 50
const TRANSACTIONS_PER_BATCH = 300

export type ScannedChain = Pick<ChainView, 'tip' | 'byHeight' | 'byHash' | 'isActive'>

/** Returns the height of the newest active block that the wallet has scanned. */
function resumeHeight(chain: ScannedChain, recorder: TransactionRecorder): number {
  const hash = recorder.scanned()
  let entry: BlockEntry | null | undefined = hash && chain.byHash(hash)
  while (entry && !chain.isActive(entry)) entry = entry.prev
  return entry?.height ?? 0
}

export interface ScanOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (height: number, tip: number) => void
}

/**
 * Scans the blocks from `from` to the tip, which may change during the scan. Safe to interrupt at any point: finds are
 * recorded block by block, and scanning a block twice changes nothing.
 */
export async function rescan(
  chain: ScannedChain,
  recorder: TransactionRecorder,
  from: number,
  options: ScanOptions = {},
): Promise<void> {
  let transactions = 0
  for (let height = Math.max(1, from); height <= chain.tip().height; height++) {
    if (options.signal?.aborted) return
    const entry = chain.byHeight(height)
    if (entry) recorder.scan(entry)
    transactions += entry?.txCount ?? 0
    if (height % BLOCKS_PER_BATCH === 0 || transactions >= TRANSACTIONS_PER_BATCH) {
      transactions = 0
      options.onProgress?.(height, chain.tip().height)
      await yieldToEventLoop()
    }
  }
  recorder.markScanned(chain.tip())
}

/** Scans the blocks that were connected while the wallet was closed. */
export function catchUp(chain: ScannedChain, recorder: TransactionRecorder, options: ScanOptions = {}): Promise<void> {
  return rescan(chain, recorder, resumeHeight(chain, recorder) + 1, options)
}

import type { BlockEntry, ChainView } from '../../core/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { TransactionRecorder } from '../transactions/index.ts'

/** Blocks, or transactions in them, that are scanned between two yields to the event loop. */
const BLOCKS_AT_A_TIME = 50
const TRANSACTIONS_AT_A_TIME = 300

/** The view of the chain that scans have. */
export type ScannedChain = Pick<ChainView, 'tip' | 'byHeight' | 'byHash' | 'isActive'>

/** Height of the newest block of the active chain that the wallet has scanned. */
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
 * Scans the blocks from `from` to the tip; the tip may move meanwhile. Safe to interrupt at any point: finds are recorded block
 * by block, and scanning a block twice changes nothing.
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
    if (height % BLOCKS_AT_A_TIME === 0 || transactions >= TRANSACTIONS_AT_A_TIME) {
      transactions = 0
      options.onProgress?.(height, chain.tip().height)
      await yieldToEventLoop()
    }
  }
  recorder.markScanned(chain.tip())
}

/** Scans the blocks that were connected while the wallet was not open. */
export function catchUp(chain: ScannedChain, recorder: TransactionRecorder, options: ScanOptions = {}): Promise<void> {
  return rescan(chain, recorder, resumeHeight(chain, recorder) + 1, options)
}

import { closeSync, openSync } from 'node:fs'
import {
  type ChainParams,
  checkBlock,
  checkConnectedBlock,
  checkHeader,
  contextualCheckBlock,
  initialUpgrades,
  MAX_BLOCK_SIZE,
} from '../../consensus/index.ts'
import { type Block, parseBlock } from '../../primitives/index.ts'
// By its path: the app uses this file, and needs no database for it.
import { scanInSteps } from '../../storage/recordScan.ts'
import { equal, yieldToEventLoop } from '../../util/index.ts'

/**
 * Result of comparing block files with the parameters of a chain.
 * - `blocks`: block 1 is valid under them
 * - `magic`: the files have their magic, but block 1 was not found
 * - `differs`: the files belong to another chain
 * - `none`: there are no blocks
 */
export type FirstBlocks = 'blocks' | 'magic' | 'differs' | 'none'

/** Maximum bytes that are searched for block 1, which usually is in the first kilobytes. */
const MAX_SEARCHED = 64 * 1024 * 1024
/** Bytes between two yields to the event loop. */
const SLICE = 4 * 1024 * 1024
/** Bytes per step without a record; see scanInSteps. */
const CHUNK = 1024 * 1024
/** Offset of the previous block's hash in a header. */
const PREVIOUS = 4
const HASH_LENGTH = 32

/**
 * Compares block files of another program with the parameters of a chain: magic, block 0 and block 1, whose coinbase
 * pays the premine (chain-params.md §3, §9.1). Files are only read.
 * @param paths absolute paths in the order of their numbers
 * @throws Error of the system if a file cannot be read
 */
export async function checkFirstBlocks(params: ChainParams, paths: readonly string[]): Promise<FirstBlocks> {
  let found: FirstBlocks = 'none'
  let slice = 0
  for (const bytes of readStart(paths, params.magicBytes)) {
    slice += bytes?.length ?? CHUNK
    if (slice > SLICE) {
      slice = 0
      await yieldToEventLoop()
    }
    if (bytes === undefined) continue
    if (found === 'none') found = 'magic'
    if (!equal(bytes.subarray(PREVIOUS, PREVIOUS + HASH_LENGTH), params.genesisHash)) continue
    if (isFirstBlock(params, bytes)) return 'blocks'
    found = 'differs'
  }
  return found
}

/** Yields the blocks at the start of the files, and undefined for a chunk without one. */
function* readStart(paths: readonly string[], magic: Uint8Array): Generator<Uint8Array | undefined> {
  let left = MAX_SEARCHED
  for (const path of paths) {
    const fd = openSync(path, 'r')
    try {
      for (const record of scanInSteps(fd, { from: 0, until: left }, magic)) {
        left -= record?.bytes.length ?? CHUNK
        if (left < 0) return
        yield record?.bytes
      }
    } finally {
      closeSync(fd)
    }
  }
}

function isFirstBlock(params: ChainParams, bytes: Uint8Array): boolean {
  let block: Block
  try {
    block = parseBlock(bytes)
  } catch {
    return false
  }
  const upgrades = initialUpgrades(params)
  const context = { height: 1, upgrades, fees: 0n, saplingRoot: block.header.finalSaplingRoot }
  return [
    () => checkHeader(params, block.header),
    () => checkBlock(block, { maxSize: MAX_BLOCK_SIZE }),
    () => contextualCheckBlock(params, block, context),
    () => checkConnectedBlock(params, block, context),
  ].every((check) => check().ok)
}

import { join } from 'node:path'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { writeDurably } from '../../../../files/index.ts'
import { askedSpacing, type ChainParams, widened } from '../../../consensus/index.ts'
import type { BlockEntry, ChainView } from '../../../core/index.ts'
import { decodeCompact } from '../../../primitives/index.ts'
import { computeDifficulty, hex256 } from '../../format/difficulty.ts'

interface MiningCsvDeps {
  readonly params: ChainParams
  readonly chain: Pick<ChainView, 'tip' | 'byHeight'>
  /** Data folder of the chain. */
  readonly dataFolder: string
}

/** Readable by all users: the file contains only chain data. */
const READABLE_FILE = 0o644
/** Blocks written per slice (a few milliseconds). */
const BLOCKS_PER_SLICE = 2_000
const HEAD = 'height,nTime,nBits,bnTarget,bnTargetB,diff,solvetime\n'
/** Height from which komodod adapts targets with these flags to the time that blocks took. */
const ADAPTED_FROM = 64
const FLAGS = 3
const NO_TARGET = '0'.repeat(32)

const upperHalf = (target: bigint): string => hex256(target).slice(0, 32)

function formatLine({ height, time, bits }: BlockEntry, parent: BlockEntry | null, spacing: number): string {
  const { target } = decodeCompact(bits)
  const seconds = parent === null || parent.time === 0 ? 0 : time - parent.time
  const adapted = height >= ADAPTED_FROM && (bits & FLAGS) !== 0
  const easier = adapted ? upperHalf(widened(spacing, target, seconds >>> 0)) : NO_TARGET
  const figures = `${bits.toString(16).padStart(8, '0')},${upperHalf(target)},${easier}`
  return `${height},${time},${figures},${computeDifficulty(bits).toFixed(1)},${seconds}\n`
}

/** @param chain name of the chain; only letters, digits, `_` and `-` are kept */
export const miningCsvName = (chain: string): string => `${chain.replaceAll(/[^\w-]/g, '_')}_mining.csv`

/**
 * Creates the handler that writes the figures of all blocks into a file with a fixed name in the chain's data folder.
 */
export function createMiningCsvHandlers({ params, chain, dataFolder }: MiningCsvDeps) {
  const name = miningCsvName(params.name)
  /** Queue of calls: they write the same file, so they run one at a time. */
  let last: Promise<unknown> = Promise.resolve()

  async function* lines(signal: AbortSignal): AsyncGenerator<string> {
    yield HEAD
    const spacing = askedSpacing(params)
    let parent: BlockEntry | null = null
    for (let from = 0; from <= chain.tip().height; from += BLOCKS_PER_SLICE) {
      let text = ''
      const end = Math.min(from + BLOCKS_PER_SLICE, chain.tip().height + 1)
      for (let height = from; height < end; height++) {
        const entry = chain.byHeight(height)
        if (!entry) continue
        text += formatLine(entry, parent, spacing)
        parent = entry
      }
      yield text
      signal.throwIfAborted()
    }
  }

  const write = (signal: AbortSignal) => writeDurably(join(dataFolder, name), lines(signal), { mode: READABLE_FILE })

  return defineHandlers({
    async genminingCSV(_, { signal }) {
      const turn = last.then(() => write(signal))
      last = turn.catch(() => undefined)
      try {
        await turn
        return { result: 'success', created: name }
      } catch (error) {
        if (signal.aborted) throw error
        return { result: 'success', error: 'couldnt create mining.csv', filename: name }
      }
    },
  })
}

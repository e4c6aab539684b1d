import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handlers } from '#shared/rpc/index.ts'
import { askedSpacing, type ChainParams, widened } from '../../../consensus/index.ts'
import type { BlockEntry, ChainView } from '../../../interfaces.ts'
import { decodeCompact } from '../../../primitives/index.ts'
import { difficultyOf, hex256 } from '../../encode/difficulty.ts'

interface Deps {
  readonly params: ChainParams
  readonly chain: Pick<ChainView, 'tip' | 'byHeight'>
  /** of the chain */
  readonly dataFolder: string
}

/** Blocks that are written at once: some milliseconds. */
const BLOCKS_A_TURN = 2_000
const HEAD = 'height,nTime,nBits,bnTarget,bnTargetB,diff,solvetime\n'
/** From here on the reference adapts targets by the time that blocks took, where their flags say so. */
const ADAPTED_FROM = 64
const FLAGS = 3
const NO_TARGET = '0'.repeat(32)

/** The upper half of a target. */
const upperHalf = (target: bigint): string => hex256(target).slice(0, 32)

function lineOf({ height, time, bits }: BlockEntry, parent: BlockEntry | null, spacing: number): string {
  const { target } = decodeCompact(bits)
  const seconds = parent === null || parent.time === 0 ? 0 : time - parent.time
  const adapted = height >= ADAPTED_FROM && (bits & FLAGS) !== 0
  const easier = adapted ? upperHalf(widened(spacing, target, seconds >>> 0)) : NO_TARGET
  const figures = `${bits.toString(16).padStart(8, '0')},${upperHalf(target)},${easier}`
  return `${height},${time},${figures},${difficultyOf(bits).toFixed(1)},${seconds}\n`
}

/** Writes figures of all blocks into a file of a fixed name in the data folder of the chain. */
export function createMiningCsvHandlers({ params, chain, dataFolder }: Deps): Pick<Handlers, 'genminingCSV'> {
  const name = `${params.name.replaceAll(/[^\w-]/g, '_')}_mining.csv`
  /** One at a time: they write the same file. */
  let last: Promise<unknown> = Promise.resolve()

  async function write(signal: AbortSignal): Promise<void> {
    const path = join(dataFolder, name)
    const unfinished = `${path}.new`
    const spacing = askedSpacing(params)
    const file = await open(unfinished, 'w')
    try {
      await file.write(HEAD)
      let parent: BlockEntry | null = null
      for (let from = 0; from <= chain.tip().height; from += BLOCKS_A_TURN) {
        let lines = ''
        const end = Math.min(from + BLOCKS_A_TURN, chain.tip().height + 1)
        for (let height = from; height < end; height++) {
          const entry = chain.byHeight(height)
          if (!entry) continue
          lines += lineOf(entry, parent, spacing)
          parent = entry
        }
        await file.write(lines)
        signal.throwIfAborted()
      }
    } catch (error) {
      await file.close()
      await rm(unfinished, { force: true })
      throw error
    }
    await file.close()
    await rename(unfinished, path)
  }

  return {
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
  }
}

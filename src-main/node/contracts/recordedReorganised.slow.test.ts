import { afterEach, describe, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { createRecordedNode, RECORDED_ARGS, type RecordedNode, tableHashes } from '../testing/index.ts'
import { readRecordedBlocks } from './testing/recorded.ts'

const [, ...REST] = RECORDED_ARGS.mods2
const RECORDINGS = [
  { folder: 'mods1', part: 'blocks', args: ['-ac_name=MODS', ...REST], genesis: true, tip: 399 },
  { folder: 'mods1', part: 'blocks_predate', args: ['-ac_name=MODO', ...REST], genesis: true, tip: 14 },
  { folder: 'mods2', part: 'blocks', args: RECORDED_ARGS.mods2, genesis: false, tip: 325 },
] as const
/** Recorded tip of mods2. */
const TIP = '0eba8d9d7d79b8aaed30f29824c90433b3c93cf62c1b30a1f9c8e11c9ddeace3'
/** Number of blocks between comparisons. */
const EVERY = 13

describe.each(RECORDINGS)('the recorded chain $folder, $part', ({ folder, part, args, genesis, tip }) => {
  let recorded: RecordedNode | undefined
  afterEach(() => recorded?.close())

  it('connects with all rules and indexes, and restores every table when blocks are disconnected', () => {
    const read = readRecordedBlocks(folder, part)
    const blocks = genesis ? read : [chainParamsFromArgs(args).genesis, ...read]
    recorded = createRecordedNode(args, blocks)
    const { node, advance } = recorded
    const { chain, storage } = node
    const states: object[] = []
    for (let height = 0; height < tip; height += EVERY) {
      advance(height)
      states.push(tableHashes(storage.db))
    }
    advance(tip)
    const [top, last] = [chain.tip(), tableHashes(storage.db)]
    expect(top.height).toBe(tip)
    if (folder === 'mods2') expect(top.hashHex).toBe(TIP)
    for (const [n, hashes] of [...states.entries()].toReversed()) {
      chain.invalidateBlock(chain.byHeight(n * EVERY + 1)!)
      expect(tableHashes(storage.db), `back at ${n * EVERY}`).toEqual(hashes)
    }
    chain.reconsiderBlock(top)
    expect(chain.tip()).toBe(top)
    expect(tableHashes(storage.db)).toEqual(last)
  })
})

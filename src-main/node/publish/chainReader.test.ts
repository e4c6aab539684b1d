import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMarketNode, type MarketNode, testKey } from '../testing/index.ts'
import { equal } from '../util/index.ts'
import type { Cursor } from './blockRows.ts'
import { ChainReader } from './chainReader.ts'

const START: Cursor = { height: -1, hash: undefined, nextOrdinal: 1, work: 0n, txs: 0, notarised: 0 }

describe('ChainReader', () => {
  let site: MarketNode
  let reader: ChainReader
  beforeEach(() => {
    site = createMarketNode()
    reader = new ChainReader(site.node.dir)
  })
  afterEach(() => {
    reader.close()
    site.close()
  })

  function next(cursor: Cursor) {
    const reading = reader.read(cursor)
    if (reading.kind !== 'batch') throw new Error(reading.kind)
    return reading.batch
  }

  it('reads the chain from its first block to its tip, then only new blocks', () => {
    const { chain } = site.node
    const all = next(START)
    const tip = chain.tip()
    expect(all.to).toMatchObject({ height: tip.height, hash: tip.hash, work: tip.chainWork, txs: tip.chainTxCount })
    expect(all.rows.blocks).toHaveLength(tip.height + 1)
    expect(reader.read(all.to)).toEqual({ kind: 'level' })
    site.createToken(testKey(0))
    const more = next(all.to)
    expect(more.rows.blocks.map(([height]) => height)).toEqual([tip.height + 1])
    expect(more.modules.tokens.map(([id]) => id)).toEqual([BigInt(more.to.nextOrdinal - tokenOutputs(site))])
    expect(more.modules.token_outputs).toHaveLength(1)
  })

  it('leaves the spender of an output empty if only a later block spends it', () => {
    const from = next(START).to
    site.createToken(testKey(0))
    const created = next(from).to
    site.fund(testKey(1), 3, 1_000n)
    // Read the first of two blocks after the second was connected.
    const { rows, modules } = next(from)
    expect(rows.blocks).toHaveLength(2)
    expect(modules.token_outputs.map((row) => row.at(-1))).toEqual([null])
    expect(next(created).rows.blocks).toHaveLength(1)
  })

  it('returns each notarisation once, with its block, and those of removed blocks with the last batch', () => {
    const { storage, chain } = site.node
    const { height } = chain.tip()
    const note = (foundAt: number) => {
      const { tip, indexed } = storage.committed()
      storage.begin()
      const hash = new Uint8Array(32).fill(foundAt)
      storage.notarisations.add({ foundAt, height: 1, hash, destTxid: hash, mom: undefined, momDepth: 0 })
      storage.commit({ tip, indexed })
    }
    const found = (batch: ReturnType<typeof next>) => batch.notarisations.map((row) => Number(row[1]))
    note(height)
    note(height + 1_000)
    const all = next(START)
    expect([found(all), all.to.notarised]).toEqual([[height, height + 1_000], 2])
    site.node.mine(1)
    expect(found(next(all.to))).toEqual([])
    expect(found(next({ ...all.to, notarised: 1 }))).toEqual([height + 1_000])
  })

  it('returns fork if a published block is no longer in the active chain', () => {
    const { chain } = site.node
    const { to } = next(START)
    const gone = chain.tip()
    chain.invalidateBlock(gone)
    expect(reader.read(to)).toEqual({ kind: 'fork' })
    expect(reader.hashAt(gone.height)).toBeUndefined()
    expect(equal(reader.hashAt(gone.height - 1)!, gone.prev!.hash)).toBe(true)
    site.node.mine(2)
    expect(reader.read(to)).toEqual({ kind: 'fork' })
    expect(reader.height()).toBe(gone.height + 1)
  })
})

/** Returns the number of outputs of the last transaction. */
function tokenOutputs({ node }: MarketNode): number {
  const tip = node.chain.tip()
  return node.chain.block(tip)!.txs.at(-1)!.vout.length
}

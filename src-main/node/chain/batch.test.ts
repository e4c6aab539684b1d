import { cpSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainUpdate } from '../interfaces.ts'
import { type Block, blockHash, type Transaction, txidOf } from '../primitives/index.ts'
import { createTestNode, lazyVerifier, type TestNode, testKey } from '../testing/index.ts'
import type { BatchBlock, BlockOutcome } from './types.ts'

let nodes: TestNode[] = []
afterEach(() => {
  for (const node of nodes) node.close()
  nodes = []
})

const payee = testKey(3)

const tagged = (block: Block): BatchBlock<Block> => ({ block, tag: block })

/** Block 101 and those after it carry a payment each, so that there are scripts to look at. */
function start(): {
  source: TestNode
  sink: TestNode
  early: BatchBlock<Block>[]
  late: BatchBlock<Block>[]
  updates: ChainUpdate[]
} {
  const source = createTestNode()
  const sink = createTestNode({ verifier: lazyVerifier })
  nodes.push(source, sink)
  const early = source.mine(101).map(tagged)
  const late = Array.from({ length: 6 }, (_, index) => {
    const tx = source.pay(testKey(0), [{ value: BigInt(1_000 + index), scriptPubKey: payee.p2pkh }])
    return tagged(source.mineBlock({ txs: [tx] }))
  })
  sink.clock.set(source.clock.now() + 100_000)
  const updates: ChainUpdate[] = []
  sink.chain.subscribe((update) => updates.push(update))
  return { source, sink, early, late, updates }
}

function batch({ chain }: TestNode) {
  const told: [Block, BlockOutcome['kind']][] = []
  const opened = chain.openBatch<Block>((block, { kind }) => void told.push([block, kind]))
  return { opened, told, kinds: () => told.map(([, kind]) => kind) }
}

/** The same with the last byte of a signature changed. */
function forged(tx: Transaction): Transaction {
  const [input] = tx.vin
  const scriptSig = input!.scriptSig.slice()
  scriptSig[40]! ^= 1
  return { ...tx, vin: [{ ...input!, scriptSig }, ...tx.vin.slice(1)] }
}

const told = (updates: readonly ChainUpdate[]) =>
  updates.flatMap(({ connected }) => connected.map(({ entry }) => entry.height))
const heights = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('a batch of blocks', () => {
  it('connects at once, tells what became of a block when its scripts are looked at, and listeners at the end', () => {
    const { sink, early, late, updates } = start()
    const { opened, kinds } = batch(sink)
    expect(opened.connect(early, Number.POSITIVE_INFINITY)).toBe(101)
    expect(kinds()).toEqual(Array(101).fill('connected'))
    expect(opened.connect(late, Number.POSITIVE_INFINITY)).toBe(6)
    expect([sink.chain.tip().height, kinds().length, opened.unverified]).toEqual([107, 101, 6])
    expect(opened.verify(Number.POSITIVE_INFINITY, 4)).toBe(true)
    expect([kinds().length, opened.unverified, opened.isOpen]).toEqual([103, 4, true])
    expect(updates).toEqual([])
    sink.chain.commit()
    opened.verify(0)
    expect(kinds()).toEqual(Array(107).fill('connected'))
    expect(told(updates)).toEqual(heights(1, 107))
    expect(opened.isOpen).toBe(false)
  })

  it('tells of no block as connected that was lost with a write that failed', () => {
    const { sink, early, late, updates } = start()
    const { opened, told: outcomes, kinds } = batch(sink)
    opened.connect(early, Number.POSITIVE_INFINITY)
    sink.chain.commit()
    opened.verify(0)
    expect(opened.connect(late, Number.POSITIVE_INFINITY)).toBe(6)
    const failing = () => {
      throw new Error('no room')
    }
    expect(() => sink.chain.guardWrite(failing)).toThrow('no room')
    expect([sink.chain.tip().height, opened.isOpen, opened.unverified]).toEqual([101, false, 0])
    expect(kinds().slice(101)).toEqual(Array(6).fill('dropped'))
    opened.connect(late, Number.POSITIVE_INFINITY)
    sink.chain.commit()
    opened.verify(0)
    expect(kinds().slice(107)).toEqual(Array(6).fill('connected'))
    expect(outcomes.slice(107).map(([block]) => block)).toEqual(late.map(({ block }) => block))
    expect(told(updates)).toEqual(heights(1, 107))
  })

  it('can be got ready for its end in parts', () => {
    const { sink, early, late, updates } = start()
    const { opened, kinds } = batch(sink)
    expect(sink.chain.prepareCommit(1)).toBe(true)
    opened.connect([...early, ...late], Number.POSITIVE_INFINITY)
    let turns = 1
    while (!sink.chain.prepareCommit(-1)) turns++
    expect(turns).toBeGreaterThan(1)
    expect([opened.unverified, kinds().length, opened.isOpen, updates.length]).toEqual([0, 107, true, 0])
    expect(opened.write(-1)).toBe(true)
    sink.chain.commit()
    expect(told(updates)).toEqual(heights(1, 107))
  })

  it('is nothing as long as there are no blocks', () => {
    const { sink } = start()
    const { opened } = batch(sink)
    expect([opened.connect([], 1), opened.isOpen, opened.write(1), opened.verify(1)]).toEqual([0, false, true, false])
  })

  it('takes everything back when a script fails late, and keeps what is good', () => {
    const { source, sink, early, late, updates } = start()
    const tx = source.pay(testKey(0), [{ value: 7n, scriptPubKey: payee.p2pkh }])
    const bad = tagged(source.buildBlock({ txs: [forged(tx)] }))
    const { opened, told: outcomes, kinds } = batch(sink)
    opened.connect([...early, ...late.slice(0, 2)], Number.POSITIVE_INFINITY)
    opened.connect([...late.slice(2), bad], Number.POSITIVE_INFINITY)
    expect(sink.chain.tip().height).toBe(108)
    // Modules and calls may have looked at it meanwhile.
    expect(sink.chain.transaction(txidOf(bad.block.txs[1]!))?.block).toBe(sink.chain.tip())
    sink.chain.verifyTip()
    expect(sink.chain.tip().height).toBe(107)
    expect(kinds()).toEqual([...Array(107).fill('connected'), 'invalid'])
    expect(outcomes.map(([block]) => block)).toEqual([...early, ...late, bad].map(({ block }) => block))
    expect(told(updates)).toEqual(heights(1, 107))
    expect(sink.chain.tipStatus(sink.chain.tip())).toBe('active')
    for (const gone of [tx, ...bad.block.txs]) expect(sink.chain.transaction(txidOf(gone))).toBeUndefined()
  })

  it('finds a failure while it helps, and goes on afterwards', () => {
    const { source, sink, early, late } = start()
    const bad = tagged(source.buildBlock({ txs: [forged(source.pay(testKey(0), []))] }))
    const { opened, kinds } = batch(sink)
    opened.connect([...early, ...late.slice(0, 5)], Number.POSITIVE_INFINITY)
    opened.connect([late[5]!, bad], Number.POSITIVE_INFINITY)
    opened.verify(Number.POSITIVE_INFINITY)
    expect([sink.chain.tip().height, kinds().at(-1)]).toEqual([107, 'invalid'])
    const next = tagged(source.mineBlock())
    opened.connect([next], Number.POSITIVE_INFINITY)
    sink.chain.commit()
    expect(sink.chain.tip().height).toBe(108)
    expect(kinds().slice(107)).toEqual(['invalid', 'connected'])
  })

  it('finds a block that does not connect, at once', () => {
    const { source, sink, early, late, updates } = start()
    const greedy = source.buildBlock({ coinbase: [{ value: 10n ** 10n, scriptPubKey: Uint8Array.of(0x51) }] })
    const { opened, kinds } = batch(sink)
    opened.connect(early, Number.POSITIVE_INFINITY)
    expect(opened.connect([...late, tagged(greedy)], Number.POSITIVE_INFINITY)).toBe(7)
    expect(kinds()).toEqual([...Array(107).fill('connected'), 'invalid'])
    expect(told(updates)).toEqual(heights(1, 107))
  })

  it('moves to a better branch when there is time again, with blocks or without', () => {
    const { source, sink, early, late } = start()
    const fork = source.chain.byHeight(103)!
    const branch: BatchBlock<Block>[] = []
    for (let prev = fork; branch.length < 6; prev = source.chain.byHash(blockHash(branch.at(-1)!.block.header))!) {
      branch.push(tagged(source.buildBlock({ prev })))
      source.chain.processBlock(branch.at(-1)!.block)
    }
    const { opened, kinds } = batch(sink)
    opened.connect([...early, ...late], Number.POSITIVE_INFINITY)
    for (const one of branch) expect(opened.connect([one], -1)).toBe(1)
    expect(sink.chain.tip().height).toBe(107)
    expect(opened.connect([], 1_000)).toBe(0)
    expect(sink.chain.tip().hash).toEqual(blockHash(branch.at(-1)!.block.header))
    opened.verify(0)
    expect(kinds().slice(101)).toEqual([...Array(6).fill('connected'), ...Array(6).fill('stored')])
  })

  it('is verified and committed by whatever else changes the chain', () => {
    const { sink, early, late, updates } = start()
    const { opened, kinds } = batch(sink)
    opened.connect([...early, ...late.slice(0, 2)], Number.POSITIVE_INFINITY)
    sink.chain.acceptHeaders([late[2]!.block.header])
    expect(told(updates)).toEqual(heights(1, 103))
    opened.connect(late.slice(2, 3), Number.POSITIVE_INFINITY)
    expect(kinds().length).toBe(103)
    sink.chain.processBlock(late[3]!.block)
    opened.verify(0)
    expect(kinds().length).toBe(104)
    expect(told(updates)).toEqual(heights(1, 105))
  })

  it('tells listeners in parts when asked to, and the rest before anything changes', () => {
    const { sink, early, late, updates } = start()
    const { opened } = batch(sink)
    opened.connect(early.slice(0, 6), Number.POSITIVE_INFINITY)
    expect([sink.chain.commit(2), updates.length]).toEqual([false, 0])
    expect(sink.chain.commit(2)).toBe(false)
    expect(updates.map(({ connected, tip }) => [connected.length, tip.height])).toEqual([[2, 2]])
    sink.chain.processBlock(early[6]!.block)
    expect(updates.map(({ connected, tip }) => [connected.length, tip.height])).toEqual([
      [2, 2],
      [4, 6],
      [1, 7],
    ])
    expect([sink.chain.commit(2), late.length]).toEqual([true, 6])
  })

  it('writes in parts what is then committed, and leaves nothing behind when it is dropped', () => {
    const { sink, early, late } = start()
    const { opened } = batch(sink)
    opened.connect([...early, ...late], Number.POSITIVE_INFINITY)
    const count = () => sink.storage.db.prepare<[], number>('SELECT count(*) FROM txs').pluck().get()
    expect(count()).toBe(0)
    while (!opened.write(-1));
    expect(count()).toBe(113)
    sink.storage.rollback()
    expect(count()).toBe(0)
  })

  it('leaves to a crash what was committed, and its blocks to the next start', async () => {
    const { source, sink, early, late } = start()
    const bad = tagged(source.buildBlock({ txs: [forged(source.pay(testKey(0), []))] }))
    const { opened } = batch(sink)
    opened.connect(early, Number.POSITIVE_INFINITY)
    sink.chain.commit()
    // So little memory that what is not committed goes to the disk before.
    sink.storage.db.pragma('cache_size = 5')
    const log = join(sink.dir, 'chain.db-wal')
    const before = statSync(log).size
    opened.connect([...late, bad], Number.POSITIVE_INFINITY)
    while (!opened.write(-1));
    sink.storage.files.append(new Uint8Array(100))
    expect([sink.chain.tip().height, statSync(log).size > before]).toEqual([108, true])
    const dataDir = mkdtempSync(join(tmpdir(), 'crashed-'))
    cpSync(sink.dir, dataDir, { recursive: true })
    truncateSync(join(dataDir, 'blocks', 'blk00000.dat'), sink.storage.files.end().offset - 10)

    const rows = ({ storage: { db } }: TestNode) =>
      ['txs', 'outputs'].map((table) => db.prepare(`SELECT * FROM ${table}`).safeIntegers().all())
    const again = createTestNode({ dataDir })
    nodes.push(again)
    again.clock.set(sink.clock.now())
    expect([again.chain.tip().height, rows(again)[0]?.length]).toEqual([101, 101])
    await again.chain.start()
    sink.chain.commit()
    expect([again.chain.tip().hashHex, again.chain.backlogBytes > 0]).toEqual([sink.chain.tip().hashHex, true])
    expect(rows(again)).toEqual(rows(sink))
    again.close()
    rmSync(dataDir, { recursive: true })
    nodes.pop()
  })
})

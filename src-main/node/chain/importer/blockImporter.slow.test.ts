import { cpSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainUpdate } from '../../core/index.ts'
import { type Block, blockHash, computeTxid, serializeBlock, type Transaction } from '../../primitives/index.ts'
import { createTestNode, lazyVerifier, recordGroups, type TestNode, testKey } from '../../testing/index.ts'
import type { Verifier, VerifyGroup } from '../../verify/index.ts'
import type { BlockOutcome } from '../types.ts'
import { COMMIT_EVERY_BLOCK, type ImportPolicy } from './blocks.ts'

let nodes: TestNode[] = []
afterEach(() => {
  for (const node of nodes) node.close()
  nodes = []
})

const payee = testKey(3)

/** Never commits without an explicit request. */
const LATER = { commitAfterMs: Number.POSITIVE_INFINITY, fromFile: false }

/** Blocks from 102 on contain one payment each, so that there are scripts to verify. */
function start(verifier: () => Verifier = lazyVerifier) {
  const source = createTestNode()
  const sink = createTestNode({ verifier })
  nodes.push(source, sink)
  const early = source.mine(101)
  const late = Array.from({ length: 6 }, (_, index) => {
    const tx = source.pay(testKey(0), [{ value: BigInt(1_000 + index), scriptPubKey: payee.p2pkh }])
    return source.mineBlock({ txs: [tx] })
  })
  sink.clock.set(source.clock.now() + 100_000)
  const updates: ChainUpdate[] = []
  sink.chain.subscribe((update) => updates.push(update))
  return { source, sink, early, late, updates }
}

function open({ importQueue: queue }: TestNode, policy: ImportPolicy = LATER) {
  const reported: [Block, BlockOutcome['kind']][] = []
  const source = { policy: () => policy }
  const submit = (blocks: readonly Block[]) => {
    for (const block of blocks) submitBytes(serializeBlock(block), block)
  }
  const submitBytes = (bytes: Uint8Array, block: Block) =>
    queue.submit({ bytes, done: ({ kind }) => void reported.push([block, kind]) })
  const step = (millis: number) => queue.step(source, millis)
  const connect = (blocks: readonly Block[], millis = Number.POSITIVE_INFINITY) => {
    submit(blocks)
    while (queue.size > 0) step(millis)
  }
  return { queue, step, submit, submitBytes, connect, reported, kinds: () => reported.map(([, kind]) => kind) }
}

/** Returns the transaction with one byte of its first signature changed. */
function forged(tx: Transaction): Transaction {
  const [input] = tx.vin
  const scriptSig = input!.scriptSig.slice()
  scriptSig[40]! ^= 1
  return { ...tx, vin: [{ ...input!, scriptSig }, ...tx.vin.slice(1)] }
}

/** Returns six blocks on top of block 103: more work than the chain of `start`. */
function rivalBranch(source: TestNode): Block[] {
  const branch: Block[] = []
  for (let prev = source.chain.byHeight(103)!; branch.length < 6; ) {
    branch.push(source.buildBlock({ prev }))
    source.chain.processBlock(branch.at(-1)!)
    prev = source.chain.byHash(blockHash(branch.at(-1)!.header))!
  }
  return branch
}

const heard = (updates: readonly ChainUpdate[]) =>
  updates.flatMap(({ connected }) => connected.map(({ entry }) => entry.height))
const heights = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('ImportQueue', () => {
  it('connects blocks immediately, shows them once verified, and notifies listeners once they are committed', () => {
    const groups: VerifyGroup[] = []
    const { sink, early, late, updates } = start(() => recordGroups(groups))
    const { queue, connect, kinds } = open(sink)
    connect(early)
    expect([sink.chain.tip().height, kinds()]).toEqual([101, Array(101).fill('connected')])
    connect(late.slice(0, 5))
    expect([queue.connectedHeight(), sink.chain.tip().height, kinds().length]).toEqual([106, 101, 101])
    // The scripts of the first two blocks are verified.
    groups[0]!.help(3, 1)
    connect(late.slice(5))
    expect([queue.connectedHeight(), sink.chain.tip().height, kinds().length]).toEqual([107, 103, 103])
    expect(updates).toEqual([])
    queue.finish()
    expect([sink.chain.tip().height, kinds()]).toEqual([107, Array(107).fill('connected')])
    expect(heard(updates)).toEqual(heights(1, 107))
  })

  it('shows a block near the tip in the same step that notifies listeners', () => {
    const { sink, early, late, updates } = start()
    open(sink).connect(early)
    sink.forIndexes.verify()
    const { step, submit } = open(sink, COMMIT_EVERY_BLOCK)
    while (step(10));
    const seen: number[] = []
    for (const block of late) {
      submit([block])
      while (step(10)) {
        seen.push(sink.chain.tip().height)
        expect(heard(updates).at(-1)).toBe(seen.at(-1))
      }
    }
    expect([...new Set(seen)]).toEqual(heights(101, 107))
  })

  it('shows the state of the verified tip to other callers', () => {
    const { sink, early, late } = start()
    const { chain } = sink
    const { queue, connect } = open(sink)
    connect(early)
    const spent = late[0]!.txs[1]!.vin.map(({ prevout }) => prevout)
    const made = { hash: computeTxid(late[0]!.txs[1]!), index: 0 }
    const before = spent.map((outpoint) => chain.coin(outpoint))
    connect(late)
    const above = chain.byHash(blockHash(late[0]!.header))!
    expect(before).not.toContain(undefined)
    expect(spent.map((outpoint) => chain.coin(outpoint))).toEqual(before)
    expect(spent.map((outpoint) => chain.spend(outpoint))).toEqual(spent.map(() => undefined))
    expect([chain.coin(made), chain.output(made), chain.transaction(made.hash)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([chain.byHeight(102), chain.isActive(above), above.status]).toEqual([undefined, false, 'stored'])
    expect(chain.upgrades()).toBe(chain.upgradesAfter(chain.tip()))
    expect(chain.tips()).toContain(chain.tip())
    expect([queue.isConnected(above), queue.connectedHeight()]).toEqual([true, 107])
    sink.forIndexes.verify()
    expect(spent.map((outpoint) => chain.coin(outpoint))).toEqual(spent.map(() => undefined))
    expect(chain.spend(spent[0]!)?.height).toBe(102)
    expect([chain.coin(made)?.height, chain.output(made)?.height, chain.transaction(made.hash)?.block]).toEqual([
      102,
      102,
      above,
    ])
    expect([chain.byHeight(102), chain.isActive(above), above.status]).toEqual([above, true, 'valid'])
    expect(sink.storage.db.inTransaction).toBe(true)
    expect(chain.committedTip().height).toBe(107)
    expect(sink.storage.db.inTransaction).toBe(false)
  })

  it('verifies all scripts before it tests a block template', () => {
    const { source, sink, early, late } = start()
    const { connect } = open(sink)
    connect([...early, ...late])
    expect(sink.chain.tip().height).toBe(101)
    expect(sink.chain.testBlockValidity(source.buildBlock())).toMatchObject({ ok: true })
    expect(sink.chain.tip().height).toBe(107)
  })

  it('reports blocks as dropped if a write fails, and connects them when submitted again', () => {
    const { sink, early, late, updates } = start()
    const { queue, connect, reported, kinds } = open(sink)
    connect(early)
    queue.finish()
    connect(late)
    const failing = () => {
      throw new Error('no room')
    }
    expect(() => sink.forIndexes.guardWrite(failing)).toThrow('no room')
    expect([sink.chain.tip().height, queue.connectedHeight(), sink.storage.db.inTransaction]).toEqual([101, 101, false])
    expect(kinds().slice(101)).toEqual(Array(6).fill('dropped'))
    connect(late)
    queue.finish()
    expect(kinds().slice(107)).toEqual(Array(6).fill('connected'))
    expect(reported.slice(107).map(([block]) => block)).toEqual(late)
    expect(heard(updates)).toEqual(heights(1, 107))
  })

  it('prepares a commit in several steps', () => {
    const { sink, early, late, updates } = start()
    const { queue, connect, kinds } = open(sink)
    expect(queue.prepareCommit(1)).toBe(true)
    connect([...early, ...late])
    const count = () => sink.storage.db.prepare<[], number>('SELECT count(*) FROM txs').pluck().get()
    expect(count()).toBe(0)
    let turns = 1
    while (!queue.prepareCommit(-1)) turns++
    expect(turns).toBeGreaterThan(1)
    expect([count(), kinds().length, updates.length]).toEqual([113, 107, 0])
    sink.storage.rollback()
    expect(count()).toBe(0)
  })

  it('writes rows during import and commits when the cache limit is reached', () => {
    const { sink, early } = start()
    const { storage } = sink
    Object.assign(storage, { batchBytes: serializeBlock(early[0]!).length * 40 })
    const { queue, step, submit } = open(sink)
    submit(early)
    const rows = storage.db.prepare<[], number>('SELECT count(*) FROM txs').pluck()
    const seen = new Set<string>()
    while (queue.size > 0) {
      step(1)
      seen.add(`${storage.committed().nextTxNum > 1} ${rows.get()! > 0}`)
    }
    expect([...seen]).toEqual(['false false', 'false true', 'true true'])
    queue.finish()
    expect([rows.get(), sink.chain.tip().height]).toEqual([101, 101])
  })

  it('returns false from step if no blocks are queued', () => {
    const { sink } = start()
    const { queue, step } = open(sink)
    expect([step(1), queue.size, queue.prepareCommit(1)]).toEqual([false, 0, true])
  })

  it('reports bytes that are not a block as malformed and continues', () => {
    const { sink, early } = start()
    const { queue, submitBytes, connect, kinds } = open(sink)
    const file = open(sink, { ...LATER, fromFile: true })
    connect(early.slice(0, 1))
    submitBytes(Uint8Array.of(1, 2, 3), early[1]!)
    connect([])
    const long = Buffer.concat([serializeBlock(early[1]!), Uint8Array.of(0)])
    file.submitBytes(long, early[1]!)
    file.connect([])
    submitBytes(long, early[1]!)
    connect([early[3]!])
    queue.finish()
    expect([kinds(), file.kinds()]).toEqual([['connected', 'malformed', 'connected', 'orphan'], ['malformed']])
  })

  it('rolls back the batch if a script fails late, and keeps the valid blocks', () => {
    const { source, sink, early, late, updates } = start()
    const tx = source.pay(testKey(0), [{ value: 7n, scriptPubKey: payee.p2pkh }])
    const bad = source.buildBlock({ txs: [forged(tx)] })
    const { queue, connect, reported, kinds } = open(sink)
    connect([...early, ...late.slice(0, 2)])
    connect([...late.slice(2), bad])
    expect(queue.connectedHeight()).toBe(108)
    // Modules may have read the transaction before the rollback.
    expect(sink.forIndexes.transaction(computeTxid(bad.txs[1]!))?.block.height).toBe(108)
    sink.forIndexes.verify()
    expect([sink.chain.tip().height, queue.connectedHeight()]).toEqual([107, 107])
    expect(kinds()).toEqual([...Array(107).fill('connected'), 'invalid'])
    expect(reported.map(([block]) => block)).toEqual([...early, ...late, bad])
    expect(heard(updates)).toEqual(heights(1, 107))
    expect(sink.chain.tipStatus(sink.chain.tip())).toBe('active')
    for (const gone of [tx, ...bad.txs]) expect(sink.chain.transaction(computeTxid(gone))).toBeUndefined()
  })

  it('rejects a block with a failed script before the commit and then continues', () => {
    const { source, sink, early, late } = start()
    const bad = source.buildBlock({ txs: [forged(source.pay(testKey(0), []))] })
    const { queue, step, connect, kinds } = open(sink)
    connect([...early, ...late, bad])
    while (step(1_000));
    expect([sink.chain.tip().height, kinds().at(-1)]).toEqual([107, 'invalid'])
    connect([source.mineBlock()])
    queue.finish()
    expect(sink.chain.tip().height).toBe(108)
    expect(kinds().slice(107)).toEqual(['invalid', 'connected'])
  })

  it('rejects a block that does not connect immediately', () => {
    const { source, sink, early, late, updates } = start()
    const greedy = source.buildBlock({ coinbase: [{ value: 10n ** 10n, scriptPubKey: Uint8Array.of(0x51) }] })
    const { connect, kinds } = open(sink)
    connect(early)
    connect([...late, greedy])
    expect(kinds()).toEqual([...Array(107).fill('connected'), 'invalid'])
    expect(heard(updates)).toEqual(heights(1, 107))
  })

  it('keeps a block rejected whose script fails after a later block did not connect', () => {
    const { source, sink, early, late } = start()
    const bad = source.buildBlock({ txs: [forged(source.pay(testKey(0), []))] })
    const greedy = source.buildBlock({ coinbase: [{ value: 10n ** 10n, scriptPubKey: Uint8Array.of(0x51) }] })
    const { queue, connect, kinds } = open(sink)
    connect([...early, ...late.slice(0, 5)])
    connect([late[5]!, greedy])
    connect([bad])
    sink.forIndexes.verify()
    queue.finish()
    expect([sink.chain.tip().height, kinds().slice(106)]).toEqual([107, ['connected', 'invalid', 'invalid']])
  })

  it('switches to a better branch in a later step, even without new blocks', () => {
    const { source, sink, early, late } = start()
    const branch = rivalBranch(source)
    const { step, connect, kinds } = open(sink)
    connect([...early, ...late])
    connect(branch, -1)
    expect(sink.chain.committedTip().height).toBe(107)
    expect(step(1_000)).toBe(true)
    while (step(1_000));
    expect(sink.chain.tip().hash).toEqual(blockHash(branch.at(-1)!.header))
    expect(kinds().slice(101)).toEqual([...Array(6).fill('connected'), ...Array(6).fill('stored')])
  })

  it('reports a block near the tip that makes a stored branch the best', () => {
    const { source, sink, early, late } = start()
    const branch = rivalBranch(source)
    open(sink).connect([...early, ...late])
    sink.forIndexes.verify()
    const { step, submit, kinds } = open(sink, COMMIT_EVERY_BLOCK)
    for (const block of branch) {
      submit([block])
      while (step(10));
    }
    expect(sink.chain.tip().hash).toEqual(blockHash(branch.at(-1)!.header))
    expect(kinds()).toEqual([...Array(5).fill('stored'), 'connected'])
  })

  it('verifies and commits the batch before other chain changes', () => {
    const { sink, early, late, updates } = start()
    const { connect, kinds } = open(sink)
    connect([...early, ...late.slice(0, 2)])
    sink.chain.acceptHeaders([late[2]!.header])
    expect(heard(updates)).toEqual(heights(1, 103))
    connect(late.slice(2, 3))
    expect(kinds().length).toBe(103)
    sink.chain.processBlock(late[3]!)
    expect(kinds().length).toBe(104)
    expect(heard(updates)).toEqual(heights(1, 105))
  })

  it('notifies listeners in parts, and completes them before another change', () => {
    const { sink, early, updates } = start()
    const { step, submit, connect } = open(sink)
    connect(early.slice(0, 60))
    while (updates.length === 0) step(1_000)
    expect(updates.map(({ connected, tip }) => [connected.length, tip.height])).toEqual([[24, 24]])
    submit(early.slice(60, 61))
    sink.chain.processBlock(early[60]!)
    expect(updates.map(({ connected, tip }) => [connected.length, tip.height])).toEqual([
      [24, 24],
      [36, 60],
      [1, 61],
    ])
    while (step(1_000));
    expect(updates.length).toBe(3)
  })

  it('keeps only committed blocks after a crash and imports the others at the next start', async () => {
    const { source, sink, early, late } = start()
    const bad = source.buildBlock({ txs: [forged(source.pay(testKey(0), []))] })
    const { queue, connect } = open(sink)
    connect(early)
    sink.chain.committedTip()
    // With such a small cache SQLite writes uncommitted pages to disk early.
    sink.storage.db.pragma('cache_size = 5')
    const log = join(sink.dir, 'chain.db-wal')
    const before = statSync(log).size
    connect([...late, bad])
    // Writes only the tables: a prepared commit would verify the failing script and roll the batch back.
    sink.forIndexes.guardWrite(() => sink.storage.ledger.flush())
    sink.storage.files.append(new Uint8Array(100))
    expect([queue.connectedHeight(), statSync(log).size > before]).toEqual([108, true])
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
    queue.finish()
    expect([again.chain.tip().hashHex, again.chain.backlogBytes > 0]).toEqual([sink.chain.tip().hashHex, true])
    expect(rows(again)).toEqual(rows(sink))
    again.close()
    rmSync(dataDir, { recursive: true })
    nodes.pop()
  })
})

describe('ImportQueue commit policies', () => {
  /** Returns the heights at which a commit happened. */
  function commits(policy: ImportPolicy, { millis = 1_000, batchBytes = Number.POSITIVE_INFINITY } = {}): number[] {
    const { sink, early, late } = start()
    Object.assign(sink.storage, { batchBytes })
    const { queue, step, submit } = open(sink, policy)
    const found = new Set<number>()
    submit([...early.slice(0, 20)])
    const recordCommittedHeight = () => {
      const { tip } = sink.storage.committed()
      found.add(sink.storage.db.prepare<[number], number>('SELECT height FROM blocks WHERE id = ?').pluck().get(tip!)!)
    }
    for (recordCommittedHeight(); step(millis); recordCommittedHeight());
    recordCommittedHeight()
    expect([sink.chain.tip().height, queue.size, late.length]).toEqual([20, 0, 6])
    return [...found]
  }

  it('commit after every single block', () => expect(commits(COMMIT_EVERY_BLOCK)).toEqual(heights(0, 20)))

  it('commit when a batch reaches its size limit', () => {
    const found = commits(LATER, { batchBytes: 1_000 })
    expect(found.length).toBeGreaterThan(3)
    expect(found.length).toBeLessThan(15)
    expect(found.at(-1)).toBe(20)
  })

  it('commit after the configured number of milliseconds', () => {
    // Each read of the test clock advances it by one.
    const found = commits({ commitAfterMs: 30, fromFile: false }, { millis: 5 })
    expect(found.length).toBeGreaterThan(2)
    expect(found.length).toBeLessThan(15)
  })

  it('commit when all submitted blocks are imported', () => expect(commits(LATER)).toEqual([0, 20]))
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ccOne } from '../../conditions/index.ts'
import type { BlockEntry, BlockObserver, ChainUpdate } from '../../core/index.ts'
import { type Block, blockHash, computeTxid, serializeBlock } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import { createTestNode, TEST_ARGS, type TestNode, type TestNodeOptions, testKey } from '../../testing/index.ts'
import { ChainHaltedError } from '../index.ts'

describe('the active chain', () => {
  let node: TestNode
  let updates: ChainUpdate[]

  function open(options: TestNodeOptions = {}): void {
    node?.close()
    node = createTestNode(options)
    updates = []
    node.chain.subscribe((update) => updates.push(update))
    // Advances the clock so that no test block is in the future.
    node.clock.advance(100_000)
  }

  beforeEach(() => open())
  afterEach(() => node.close())

  const getEntry = (block: Block): BlockEntry => node.chain.byHash(blockHash(block.header))!

  /** Builds blocks on top of an entry and submits each one. */
  function branch(from: BlockEntry, length: number): Block[] {
    const blocks: Block[] = []
    let prev = from
    for (let i = 0; i < length; i++) {
      const block = node.buildBlock({ prev })
      blocks.push(block)
      node.submit(block)
      prev = getEntry(block)
    }
    return blocks
  }

  const tip = (): BlockEntry => node.chain.tip()

  /** A block with an excessive coinbase amount, which is detected only on connecting. */
  const greedy = (prev: BlockEntry): Block =>
    node.buildBlock({ prev, coinbase: [{ value: 500_000_000n, scriptPubKey: testKey(0).p2pk }] })

  it('keeps the first of two branches with equal work', () => {
    const [first] = node.mine(1)
    const [second] = branch(tip().prev!, 1)
    expect(tip()).toBe(getEntry(first!))
    expect(node.chain.tipStatus(getEntry(second!))).toBe('valid-fork')
    expect(node.chain.tips()).toHaveLength(2)
  })

  it('switches to the branch with more work and notifies listeners in order', () => {
    const old = node.mine(3)
    const fork = getEntry(old[0]!)
    updates = []
    const better = branch(fork, 3)
    expect(tip()).toBe(getEntry(better[2]!))
    expect(updates).toHaveLength(1)
    const heights = (blocks: ChainUpdate['connected']): number[] => blocks.map(({ entry }) => entry.height)
    expect(heights(updates[0]!.disconnected)).toEqual([3, 2])
    expect(heights(updates[0]!.connected)).toEqual([2, 3, 4])
    expect(updates[0]!.disconnected[0]!.block.header).toEqual(old[2]!.header)
    expect(updates[0]!.tip).toBe(tip())
  })

  it('shows listeners the state after the change', () => {
    const heights: number[] = []
    node.chain.subscribe(() => heights.push(node.chain.tip().height))
    const stop = node.chain.subscribe(() => heights.push(-1))
    stop()
    node.mine(2)
    expect(heights).toEqual([1, 2])
  })

  it('restores coins spent on the disconnected branch and removes its new coins', () => {
    node.mine(3)
    const coin = node.coins(testKey(0))[0]!
    const tx = node.pay(testKey(0), [{ value: coin.value, scriptPubKey: testKey(1).p2pkh }])
    const fork = tip()
    node.mineBlock({ txs: [tx] })
    expect(node.chain.coin(coin.outpoint)).toBeUndefined()
    expect(node.chain.spend(coin.outpoint)).toMatchObject({ height: 4, inputIndex: 0 })
    branch(fork, 2)
    expect(node.chain.coin(coin.outpoint)).toMatchObject({ value: coin.value })
    expect(node.chain.spend(coin.outpoint)).toBeUndefined()
    expect(node.coins(testKey(1))).toEqual([])
    node.mineBlock({ txs: [tx] })
    expect(node.coins(testKey(1))).toHaveLength(1)
  })

  it('hides transactions of the disconnected branch while it connects the other', () => {
    const found: boolean[] = []
    let txid: Uint8Array | undefined
    const asks = () => void (txid && found.push(node.chain.transaction(txid) !== undefined))
    open({ observers: () => [{ name: 'asks', connect: asks, disconnect: () => {} }] })
    node.mine(3)
    const fork = tip()
    const tx = node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pkh }])
    node.mineBlock({ txs: [tx] })
    txid = computeTxid(tx)
    expect(node.chain.transaction(txid)).toBeDefined()
    branch(fork, 2)
    expect(found).toEqual([false, false])
  })

  it('restores the old tip if the better branch is invalid, then switches to the next best', () => {
    node.mine(2)
    const old = tip()
    const fork = old.prev!
    // The best branch has an invalid block; the second best becomes valid and better with one more block.
    const [start] = branch(fork, 1)
    const bad = greedy(getEntry(start!))
    expect(node.submit(bad)).toBe('bad-cb-amount')
    expect(tip()).toBe(old)
    expect(getEntry(bad)).toMatchObject({ failed: true })
    const child = node.buildBlock({ prev: getEntry(bad) })
    expect(node.submit(child)).toBe('bad-prevblk')
    branch(getEntry(start!), 1)
    expect(tip().prev).toBe(getEntry(start!))
    expect(node.chain.tipStatus(getEntry(bad))).toBe('invalid')
  })

  it('marks descendants of an invalid block that is detected late', () => {
    node.mine(1)
    const fork = tip()
    node.mine(3)
    const good = tip()
    // All data arrives while the branch has less work. The invalid block is detected when the last block arrives.
    const bad = greedy(fork)
    expect(node.submit(bad)).toBe('inconclusive')
    branch(getEntry(bad), 2)
    const best = node.chain.tips().find((entry) => entry !== good)!
    expect(best.height).toBe(4)
    const winner = node.buildBlock({ prev: best })
    expect(node.submit(winner)).toBe('inconclusive')
    expect(tip()).toBe(good)
    expect(getEntry(bad).failed).toBe(true)
    expect(getEntry(winner)).toMatchObject({ failed: false, failedAncestor: true })
    expect(node.chain.tipStatus(getEntry(winner))).toBe('invalid')
    expect(node.chain.bestHeader()).toBe(good)
  })

  it('halts instead of following a reorganisation deeper than -maxreorg', () => {
    const fatal = vi.fn()
    open({ maxReorg: 3, fatal })
    node.mine(1)
    const fork = tip()
    node.mine(4)
    const before = tip()
    branch(fork, 5)
    expect(fatal).toHaveBeenCalledOnce()
    const error = fatal.mock.calls[0]![0]
    expect(error).toBeInstanceOf(ChainHaltedError)
    expect(error.message).toMatch(/last 4 blocks.*-maxreorg=3/)
    expect(tip()).toBe(before)
    // After the halt no block is connected.
    branch(before, 1)
    expect(tip()).toBe(before)
  })

  it('follows a reorganisation of exactly -maxreorg blocks', () => {
    open({ maxReorg: 3 })
    node.mine(1)
    const fork = tip()
    node.mine(3)
    branch(fork, 4)
    expect(tip().height).toBe(5)
  })

  it('never switches between chains that differ in block 1', () => {
    const genesis = tip()
    const [first] = node.mine(1)
    const rival = node.buildBlock({ prev: genesis })
    expect(node.submit(rival)).toBe('inconclusive')
    node.mine(1)
    const third = node.buildBlock({ prev: genesis })
    expect(node.submit(third)).toBe('rejected')
    expect(node.submit(first!)).toBe('duplicate')
  })

  it('keeps a block from the future and connects it when its time comes', () => {
    node.mine(1)
    const now = node.clock.now()
    const early = node.buildBlock({ time: now + 100 })
    expect(node.submit(early)).toBe('inconclusive')
    const child = node.buildBlock({ prev: getEntry(early), time: now + 150 })
    expect(node.submit(child)).toBe('inconclusive')
    expect(node.submit(node.buildBlock({ time: now + 300 }))).toBeNull()
    expect(tip().height).toBe(1)
    node.clock.advance(40)
    node.chain.retryFutureBlocks()
    expect(tip()).toBe(getEntry(early))
    node.clock.advance(50)
    node.chain.retryFutureBlocks()
    expect(tip()).toBe(getEntry(child))
  })

  it('connects stored blocks when their parent arrives later', () => {
    const [a, b, c] = node.mine(3)
    open()
    const headers = [a!, b!, c!].map(({ header }) => header)
    expect(node.chain.acceptHeaders(headers)).toMatchObject({ accepted: [{ height: 1 }, { height: 2 }, { height: 3 }] })
    expect(node.chain.bestHeader().height).toBe(3)
    expect(node.chain.tipStatus(node.chain.bestHeader())).toBe('headers-only')
    expect(node.chain.processBlock(c!)).toMatchObject({ kind: 'stored' })
    expect(node.chain.processBlock(b!)).toMatchObject({ kind: 'stored' })
    expect(tip().height).toBe(0)
    expect(node.chain.processBlock(a!)).toMatchObject({ kind: 'connected' })
    expect(tip()).toBe(getEntry(c!))
    expect(tip()).toMatchObject({ chainTxCount: 4, txCount: 1, status: 'valid' })
  })

  it('rolls back a block whose observer throws', () => {
    let broken = false
    const observer: BlockObserver = {
      name: 'broken',
      connect() {
        if (broken) throw new Error('disk on fire')
      },
      disconnect() {},
      discard: vi.fn(),
    }
    open({ observers: () => [observer] })
    node.mine(2)
    const before = tip()
    broken = true
    const block = node.buildBlock()
    expect(() => node.submit(block)).toThrow('disk on fire')
    expect(tip()).toBe(before)
    expect(observer.discard).toHaveBeenCalled()
    broken = false
    node.chain.retryFutureBlocks()
    expect(tip()).toBe(getEntry(block))
  })

  it('continues if a listener throws', () => {
    node.chain.subscribe(() => {
      throw new Error('bug in a listener')
    })
    node.mine(2)
    expect(updates).toHaveLength(2)
  })

  it('retries blocks that an older version rejected', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'refused-'))
    const first = createTestNode({ dataDir })
    const tip = first.mine(3).at(-1)!
    first.chain.invalidateBlock(first.chain.byHeight(2)!)
    // Simulates the database of an older version: block 2 broke a rule or had shielded parts, and their tables did not
    // exist yet.
    first.storage.db.exec(`UPDATE blocks SET failed = CASE height WHEN 2 THEN 8 ELSE 1 END WHERE failed <> 0;
      DROP TABLE shielded_blocks;
      DROP TABLE shielded_nullifiers;
      DROP TABLE notarisations;
      DROP TABLE segids;
      DROP TABLE notary_pay;
      UPDATE modules SET version = 5 WHERE module = 'chain'`)
    first.close()
    const again = createTestNode({ dataDir, time: tip.header.time })
    expect(again.chain.tip().height).toBe(1)
    await again.chain.start()
    expect(again.chain.tip().hash).toEqual(blockHash(tip.header))
    again.close()
    rmSync(dataDir, { recursive: true })
  })

  it('retries once the blocks that an older version rejected or had no contract for, but not those the user invalidated', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'contracts-'))
    const restart = () => createTestNode({ dataDir, time: NOW })
    const first = createTestNode({ dataDir })
    const blocks = first.mine(6)
    const NOW = blocks.at(-1)!.header.time
    first.chain.invalidateBlock(first.chain.byHeight(3)!)
    const marked = (db: TestNode['storage']['db'], marks: string) =>
      db.exec(
        `UPDATE blocks SET failed = ${marks};
        DROP TABLE notary_pay;
        UPDATE modules SET version = 8 WHERE module = 'chain'`,
      )
    // Simulates the database of an older version: no contract for block 3, a broken rule in block 5, block 6
    // invalidated by the user.
    marked(first.storage.db, 'CASE height WHEN 3 THEN 24 WHEN 5 THEN 1 WHEN 6 THEN 2 ELSE 0 END')
    first.close()
    const second = restart()
    await second.chain.start()
    expect(second.chain.tip().height).toBe(5)
    second.chain.invalidateBlock(second.chain.byHeight(5)!)
    second.storage.db.exec('UPDATE blocks SET failed = 1 WHERE height = 5')
    second.close()
    const third = restart()
    await third.chain.start()
    expect(third.chain.tip().height).toBe(4)
    third.close()
    rmSync(dataDir, { recursive: true })
  })

  describe('invalidateBlock', () => {
    it('disconnects the block and its descendants until reconsiderBlock is called', () => {
      node.mine(5)
      const best = tip()
      const victim = node.chain.byHeight(3)!
      expect(node.chain.invalidateBlock(victim)).toEqual({ ok: true })
      expect(tip().height).toBe(2)
      expect(updates.at(-1)!.disconnected.map(({ entry }) => entry.height)).toEqual([5, 4, 3])
      expect(node.chain.tipStatus(best)).toBe('invalid')
      expect(node.chain.bestHeader()).toBe(tip())
      expect(node.chain.reconsiderBlock(best)).toEqual({ ok: true })
      expect(tip()).toBe(best)
    })

    it('switches to the best other branch', () => {
      node.mine(4)
      const [, , other] = branch(node.chain.byHeight(1)!, 3)
      node.chain.invalidateBlock(node.chain.byHeight(2)!)
      expect(tip()).toBe(getEntry(other!))
    })

    it('invalidates a block of a side branch and its descendants', () => {
      node.mine(3)
      const side = branch(node.chain.byHeight(1)!, 2)
      node.chain.invalidateBlock(getEntry(side[0]!))
      expect(getEntry(side[1]!).failedAncestor).toBe(true)
      expect(node.submit(node.buildBlock({ prev: getEntry(side[1]!) }))).toBe('bad-prevblk')
      expect(tip().height).toBe(3)
    })

    it('stays in effect when the block is submitted or announced again', () => {
      node.mine(3)
      const block = node.chain.block(tip())!
      node.chain.invalidateBlock(tip())
      expect(node.submit(block)).toBe('duplicate')
      expect(node.chain.processBlock(block)).toMatchObject({ kind: 'refused', verdict: { reason: 'duplicate' } })
      expect(node.chain.acceptHeaders([block.header])).toMatchObject({ accepted: [], last: { failed: true } })
      expect([tip().height, node.chain.bestHeader().height]).toEqual([2, 2])
    })

    it('rejects the genesis block', () => {
      expect(node.chain.invalidateBlock(node.chain.byHeight(0)!)).toMatchObject({ ok: false })
    })

    it('ignores the limit of -maxreorg', () => {
      open({ maxReorg: 2 })
      node.mine(6)
      node.chain.invalidateBlock(node.chain.byHeight(2)!)
      expect(tip().height).toBe(1)
    })

    it('lets the branch that came first win after reconsiderBlock', () => {
      node.mine(3)
      const first = tip()
      const [second] = branch(first.prev!, 1)
      node.chain.invalidateBlock(first)
      expect(tip()).toBe(getEntry(second!))
      node.chain.reconsiderBlock(first)
      expect(tip()).toBe(first)
    })
  })

  describe('with a block that failed', () => {
    const spendCondition = (): Block => {
      const key = testKey(2)
      const tree = ccOne(0xe4, key.pub)
      const fund = node.pay(testKey(0), [{ value: 1000n, scriptPubKey: ccScript(tree) }])
      node.mineBlock({ txs: [fund] })
      const input = { ...node.inputOf(fund, 0, key), tree }
      return node.buildBlock({
        txs: [node.build({ inputs: [input], outputs: [{ value: 1000n, scriptPubKey: key.p2pk }] })],
      })
    }

    it('retries the block when it is announced again on a chain with crypto-conditions', () => {
      let answer = false
      open({ evaluator: { evaluate: () => (answer ? { ok: true } : { ok: false, reason: 'not now' }) } })
      node.mine(2)
      const block = spendCondition()
      expect(node.submit(block)).toBe('rejected')
      expect(node.submit(block)).toBe('duplicate-invalid')
      expect(node.chain.processBlock(block)).toMatchObject({ kind: 'invalid' })
      answer = true
      expect(node.chain.acceptHeaders([block.header])).toMatchObject({ accepted: [], last: { failed: false } })
      node.chain.retryFutureBlocks()
      expect(tip()).toBe(getEntry(block))
    })

    it('keeps the block rejected on a chain without crypto-conditions', () => {
      open({ args: TEST_ARGS.filter((arg) => !arg.startsWith('-ac_cc')) })
      node.mine(2)
      const block = greedy(tip())
      expect(node.submit(block)).toBe('bad-cb-amount')
      expect(node.chain.processBlock(block)).toMatchObject({
        kind: 'refused',
        verdict: { reason: 'duplicate', score: 0 },
      })
    })

    it('rejects the block if no module evaluates its condition', () => {
      node.mine(2)
      expect(node.submit(spendCondition())).toBe('rejected')
    })
  })

  it('keeps its state across a restart', () => {
    const args = { dataDir: mkdtempSync(join(tmpdir(), 'restart-')) }
    const keep = createTestNode(args)
    keep.clock.advance(100_000)
    keep.mine(4)
    const side = keep.buildBlock({ prev: keep.chain.byHeight(2)! })
    keep.submit(side)
    const bad = keep.buildBlock({ coinbase: [{ value: 500_000_000n, scriptPubKey: testKey(0).p2pk }] })
    keep.submit(bad)
    const unfit = keep.buildBlock({
      mutate: ({ header, txs }) => ({ header: { ...header, version: 5 }, txs }),
      txs: [keep.build({ inputs: [], outputs: [{ value: 1n, scriptPubKey: testKey(0).p2pk }], expiryHeight: 2 })],
    })
    expect(keep.submit(unfit)).toBe('inconclusive')
    const state = (one: TestNode): unknown => ({
      tip: one.chain.tip().hashHex,
      tips: one.chain
        .tips()
        .map((entry) => `${entry.height} ${entry.hashHex} ${one.chain.tipStatus(entry)} ${entry.chainTxCount}`)
        .sort(),
      best: one.chain.bestHeader().hashHex,
      header: one.chain.tip().header,
      supply: one.chain.supply(one.chain.tip()),
      bytes: one.chain.blockBytes(one.chain.tip()),
    })
    const before = state(keep)
    keep.close()
    const again = createTestNode(args)
    expect(state(again)).toEqual(before)
    expect(again.chain.blockBytes(again.chain.byHash(blockHash(side.header))!)).toEqual(serializeBlock(side))
    again.close()
    rmSync(args.dataDir, { recursive: true })
  })
})

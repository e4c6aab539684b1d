import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockObserver } from '../core/index.ts'
import {
  type Block,
  type BlockHeader,
  blockHash,
  computeTxid,
  merkleRoot,
  serializeBlock,
} from '../primitives/index.ts'
import { SCRIPT_FLAGS } from '../script/index.ts'
import { StorageError } from '../storage/index.ts'
import { createTestNode, RECORDED_ARGS, type TestNode, testKey, testRandom } from '../testing/index.ts'
import { DecodeError } from '../util/index.ts'
import { InlineVerifier, type ScriptJob, type Verifier } from '../verify/index.ts'

describe('acceptHeaders', () => {
  let node: TestNode
  let headers: BlockHeader[]
  beforeEach(() => {
    const maker = createTestNode()
    headers = maker.mine(10).map(({ header }) => header)
    maker.close()
    node = createTestNode()
    node.clock.advance(10_000)
  })
  afterEach(() => node.close())

  it('adds a chain of headers to the tree', () => {
    const { accepted, last, stopped } = node.chain.acceptHeaders(headers)
    expect(accepted.map(({ height }) => height)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(last).toBe(accepted[9])
    expect(stopped).toBeUndefined()
    expect(node.chain.bestHeader()).toBe(last)
    expect(node.chain.tip().height).toBe(0)
    expect(last!.header).toEqual(headers[9])
    expect(last!.status).toBe('header')
    expect(node.chain.blockBytes(last!)).toBeUndefined()
    expect(node.chain.block(last!)).toBeUndefined()
  })

  it('returns only the unknown headers as accepted', () => {
    node.chain.acceptHeaders(headers.slice(0, 4))
    expect(node.chain.acceptHeaders(headers).accepted).toHaveLength(6)
    expect(node.chain.acceptHeaders(headers)).toMatchObject({ accepted: [], last: { height: 10 } })
    expect(node.chain.acceptHeaders([])).toEqual({ accepted: [], last: undefined })
  })

  it('stops at a header whose parent is unknown', () => {
    expect(node.chain.acceptHeaders(headers.slice(2))).toMatchObject({
      accepted: [],
      stopped: { index: 0, reason: 'orphan' },
    })
  })

  it('keeps the valid headers before an invalid one', () => {
    const bad = { ...headers[5]!, bits: 0x1f0f0f0f }
    const outcome = node.chain.acceptHeaders([...headers.slice(0, 5), bad])
    expect(outcome.accepted).toHaveLength(5)
    expect(outcome.stopped).toMatchObject({ index: 5, reason: { ok: false, score: expect.any(Number) } })
    expect(node.chain.bestHeader().height).toBe(5)
  })

  it('keeps the headers across a restart', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'headers-'))
    const first = createTestNode({ dataDir })
    first.clock.advance(10_000)
    first.chain.acceptHeaders(headers)
    first.close()
    const again = createTestNode({ dataDir })
    expect(again.chain.bestHeader().height).toBe(10)
    expect(again.chain.bestHeader().header).toEqual(headers[9])
    again.close()
    rmSync(dataDir, { recursive: true })
  })

  it('rejects a main-mode header with an invalid Equihash solution', () => {
    const main = createTestNode({ args: RECORDED_ARGS.tst1 })
    try {
      const prev = main.chain.tip()
      const header: BlockHeader = {
        ...headers[0]!,
        prevHash: prev.hash,
        bits: main.chain.nextBits(prev),
        solution: new Uint8Array(1344),
      }
      const { accepted, stopped } = main.chain.acceptHeaders([header])
      expect(accepted).toEqual([])
      expect(stopped).toMatchObject({ index: 0, reason: { reason: 'invalid-solution' } })
    } finally {
      main.close()
    }
  })
})

describe('submitBlock', () => {
  let node: TestNode
  beforeEach(() => {
    node = createTestNode()
    node.mine(2)
    node.clock.advance(1000)
  })
  afterEach(() => node.close())

  it('returns "duplicate" variants for active, side-branch and invalid blocks', () => {
    const good = node.buildBlock()
    expect(node.submit(good)).toBeNull()
    expect(node.submit(good)).toBe('duplicate')
    const side = node.buildBlock({ prev: node.chain.tip().prev! })
    expect(node.submit(side)).toBe('inconclusive')
    expect(node.submit(side)).toBe('duplicate-inconclusive')
    const bad = node.buildBlock({ coinbase: [{ value: 10n ** 10n, scriptPubKey: testKey(0).p2pk }] })
    expect(node.submit(bad)).toBe('bad-cb-amount')
    expect(node.submit(bad)).toBe('duplicate-invalid')
  })

  it('returns "duplicate" for a block whose header was accepted before', () => {
    const block = node.buildBlock()
    node.chain.acceptHeaders([block.header])
    expect(node.submit(block)).toBe('duplicate')
    expect(blockHash(block.header)).toEqual(node.chain.tip().hash)
  })

  it('validates a block again if it failed only a contextual rule', () => {
    const expired = node.build({
      inputs: [node.coins(testKey(0))[0]!],
      outputs: [{ value: 1n, scriptPubKey: testKey(0).p2pk }],
      expiryHeight: 2,
    })
    const block = node.buildBlock({ txs: [expired] })
    expect(node.submit(block)).toBe('inconclusive')
    expect(node.submit(block)).toBe('duplicate-inconclusive')
    expect(node.chain.tipStatus(node.chain.byHash(blockHash(block.header))!)).toBe('valid-headers')
  })

  it('throws DecodeError for bytes that are not a block', () => {
    expect(() => node.chain.submitBlock(Uint8Array.of(1, 2, 3))).toThrow(DecodeError)
    expect(() => node.chain.checkProposal(new Uint8Array(0))).toThrow(DecodeError)
  })

  it('skips script verification of transactions that the mempool verified', () => {
    const jobs: ScriptJob[] = []
    const inner = new InlineVerifier({ ccEnabled: true }, { random: testRandom })
    const begin = inner.group.bind(inner)
    const verifier: Verifier = Object.assign(inner, {
      group() {
        const group = begin()
        const addToGroup = group.add.bind(group)
        const add: typeof group.add = (job, tag) => {
          jobs.push(job)
          addToGroup(job, tag)
        }
        return Object.assign(group, { add })
      },
    })
    node.close()
    node = createTestNode({ verifier: () => verifier })
    node.mine(3)
    const tx = node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pkh }])
    verifier.remember(computeTxid(tx), SCRIPT_FLAGS.BLOCK, 0x76b809bb)
    node.mineBlock({ txs: [tx] })
    expect(jobs).toEqual([])
    node.mineBlock({ txs: [node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pkh }])] })
    expect(jobs).toHaveLength(1)
  })

  it('reports a fatal error and keeps the tip if the disk is full', () => {
    let full = false
    const observer: BlockObserver = {
      name: 'disk',
      connect() {
        if (full) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      },
      disconnect() {},
    }
    const fatal = vi.fn()
    node.close()
    node = createTestNode({ observers: () => [observer], fatal })
    node.mine(2)
    full = true
    const block = node.buildBlock()
    node.clock.advance(1000)
    expect(() => node.submit(block)).toThrow(StorageError)
    expect(fatal).toHaveBeenCalledOnce()
    expect(fatal.mock.calls[0]![0].message).toMatch(/disk.*is full/)
    expect(node.chain.tip().height).toBe(2)
  })
})

describe('checkProposal', () => {
  let node: TestNode
  beforeEach(() => {
    node = createTestNode()
    node.mine(2)
    node.clock.advance(1000)
  })
  afterEach(() => node.close())

  const unsolved = (block: Block): Uint8Array =>
    serializeBlock({ ...block, header: { ...block.header, nonce: new Uint8Array(32).fill(0xee) } })

  it('validates a block except for its proof of work, and stores nothing', () => {
    const tx = node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pkh }])
    const block = node.buildBlock({ txs: [tx] })
    expect(node.chain.checkProposal(unsolved(block))).toBeNull()
    expect(node.chain.tips()).toHaveLength(1)
    expect(node.chain.transaction(computeTxid(tx))).toBeUndefined()
    expect(node.chain.coin(tx.vin[0]!.prevout)).toBeDefined()
    expect(node.submit(block)).toBeNull()
  })

  it('rejects a block that does not build on the tip', () => {
    const block = node.buildBlock({ prev: node.chain.tip().prev! })
    expect(node.chain.checkProposal(unsolved(block))).toBe('inconclusive-not-best-prevblk')
  })

  it('returns "duplicate" or "duplicate-inconclusive" for a known block', () => {
    const [last] = node.mine(1)
    expect(node.chain.checkProposal(serializeBlock(last!))).toBe('duplicate')
    const side = node.buildBlock({ prev: node.chain.tip().prev! })
    node.submit(side)
    expect(node.chain.checkProposal(serializeBlock(side))).toBe('duplicate-inconclusive')
  })

  it('returns the reason for an invalid block', () => {
    const greedy = node.buildBlock({ coinbase: [{ value: 10n ** 10n, scriptPubKey: testKey(0).p2pk }] })
    expect(node.chain.checkProposal(unsolved(greedy))).toBe('bad-cb-amount')
    const tx = node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pkh }])
    const vin = tx.vin.map((input) => ({ ...input, scriptSig: new Uint8Array(0) }))
    const broken = node.buildBlock({ txs: [{ ...tx, vin }] })
    expect(merkleRoot(broken.txs.map(computeTxid)).root).toEqual(broken.header.merkleRoot)
    expect(node.chain.checkProposal(unsolved(broken))).toBe('rejected')
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import { builtInCheckpoints, type Checkpoint } from '../consensus/checkpoints.ts'
import type { CcEvaluator } from '../core/index.ts'
import { type Block, blockHash, type Transaction } from '../primitives/index.ts'
import { ccScript } from '../script/index.ts'
import { createTestNode, TEST_ARGS, type TestNode, type TestNodeOptions, testKey } from '../testing/index.ts'
import { toDisplayHex } from '../util/index.ts'

let open: TestNode[] = []
afterEach(() => {
  for (const node of open) node.close()
  open = []
})

/** Rejects every condition. */
const evaluator: CcEvaluator = { evaluate: () => ({ ok: false, reason: 'a test' }) }

function start(options: TestNodeOptions = {}): TestNode {
  const node = createTestNode({ evaluator, time: 1_700_100_000, ...options })
  open.push(node)
  return node
}

const tree = ccOne(0xe6, testKey(0).pub)

/** A payment with an invalid signature. */
function forged(node: TestNode, height: number): Transaction {
  const coinbase = node.chain.transactionsOf(node.chain.byHeight(height)!, 0, 1)![0]!
  const input = { ...node.inputOf(coinbase, 0), scriptSig: Uint8Array.of(1, 1) }
  return node.build({ inputs: [input], outputs: [{ value: 1_000n, scriptPubKey: testKey(1).p2pk }] })
}

/** Spends the crypto-condition output created in block 5. */
function refused(node: TestNode): Transaction {
  const funding = node.chain.transactionsOf(node.chain.byHeight(5)!, 1, 1)![0]!
  const input = { ...node.inputOf(funding, 0, testKey(0)), tree }
  return node.build({ inputs: [input], outputs: [{ value: 1_000n, scriptPubKey: testKey(0).p2pk }] })
}

/**
 * Returns 10 blocks. Without checkpoints, block 6 (a condition that its module rejects) and block 7 (an invalid
 * signature) fail to connect. Block 10 has an invalid signature too.
 */
function questionable(): readonly Block[] {
  const maker = start()
  const blocks = maker.mine(4)
  const condition = [{ value: 1_000n, scriptPubKey: ccScript(tree) }]
  blocks.push(maker.mineBlock({ txs: [maker.pay(testKey(0), condition)] }))
  const contents = [[refused(maker)], [forged(maker, 2)], [], [], [forged(maker, 3)]]
  for (const txs of contents) {
    const prev = maker.chain.bestHeader()
    const block = maker.buildBlock({ prev, txs })
    maker.chain.acceptHeaders([block.header])
    blocks.push(block)
  }
  return blocks
}

const buildCheckpoints = (blocks: readonly Block[], ...heights: number[]): Checkpoint[] =>
  heights.map((height) => ({ height, hash: blockHash(blocks[height - 1]!.header) }))

/** Processes a block. Returns the kind of outcome, such as `connected`, or the reason for rejection. */
function processBlock(node: TestNode, block: Block): string {
  const outcome = node.chain.processBlock(block)
  return 'verdict' in outcome ? outcome.verdict.reason || outcome.verdict.kind : outcome.kind
}

const getHeaders = (blocks: readonly Block[]) => blocks.map(({ header }) => header)

describe('checkpoints', () => {
  it('skip scripts and conditions of blocks up to the highest known checkpoint only', () => {
    const blocks = questionable()
    const node = start({ checkpoints: buildCheckpoints(blocks, 3, 8) })
    node.chain.acceptHeaders(getHeaders(blocks))
    for (const block of blocks.slice(0, 9)) expect(processBlock(node, block)).toBe('connected')
    expect(processBlock(node, blocks[9]!)).toBe('invalid')
    expect(node.chain.tip().height).toBe(9)
    // Inputs of blocks with skipped scripts are spent nevertheless.
    const spent = blocks[6]!.txs[1]!.vin[0]!.prevout
    expect(node.chain.coin(spent)).toBeUndefined()
  })

  it('take effect only when their header is known', () => {
    const blocks = questionable()
    const node = start({ checkpoints: buildCheckpoints(blocks, 3, 8) })
    node.chain.acceptHeaders(getHeaders(blocks.slice(0, 5)))
    for (const block of blocks.slice(0, 5)) expect(processBlock(node, block)).toBe('connected')
    expect(processBlock(node, blocks[5]!)).toBe('invalid')
  })

  it('take no effect with -checkpoints=0 or without a list', () => {
    const blocks = questionable()
    for (const options of [{ checkpoints: buildCheckpoints(blocks, 3, 8), checkpointsEnabled: false }, {}]) {
      const node = start(options)
      node.chain.acceptHeaders(getHeaders(blocks))
      for (const block of blocks.slice(0, 5)) expect(processBlock(node, block)).toBe('connected')
      expect(processBlock(node, blocks[5]!)).toBe('invalid')
      expect([node.chain.lastCheckpoint, node.chain.fetchableUpTo(100)]).toEqual([0, Number.POSITIVE_INFINITY])
    }
  })

  it('still check amounts, inputs, coinbases and the shielded root', () => {
    const maker = start()
    const blocks = maker.mine(3)
    const key = testKey(0)
    const greedy = maker.buildBlock({ coinbase: [{ value: 100_000_001n, scriptPubKey: key.p2pk }] })
    const missing = maker.build({
      inputs: [{ outpoint: { hash: new Uint8Array(32).fill(9), index: 0 }, value: 5n, scriptPubKey: key.p2pk, key }],
      outputs: [{ value: 1n, scriptPubKey: key.p2pk }],
    })
    const hole = maker.buildBlock({ txs: [missing] })
    const root = maker.buildBlock({
      mutate: ({ header, txs }) => ({ header: { ...header, finalSaplingRoot: new Uint8Array(32).fill(1) }, txs }),
    })
    for (const [block, reason] of [
      [greedy, 'bad-cb-amount'],
      [hole, 'bad-txns-inputs-missingorspent'],
      [root, 'bad-sapling-root-in-block'],
    ] as const) {
      const node = start({ checkpoints: buildCheckpoints([...blocks, block], 4) })
      node.chain.acceptHeaders(getHeaders([...blocks, block]))
      for (const good of blocks) processBlock(node, good)
      expect(processBlock(node, block)).toBe(reason)
    }
  })

  it('reject another block at their height, and new headers below them', () => {
    const maker = start()
    const blocks = maker.mine(6)
    const node = start({ checkpoints: buildCheckpoints(blocks, 4) })
    const other = (height: number): Block => maker.buildBlock({ prev: maker.chain.byHeight(height - 1)!, tag: 900 })
    const early = other(3)
    expect(node.chain.acceptHeaders(getHeaders(blocks.slice(0, 3))).accepted).toHaveLength(3)
    // While the checkpoint's header is unknown, a fork below it may be the correct branch.
    expect(node.chain.acceptHeaders([early.header]).accepted).toHaveLength(1)
    expect(node.chain.acceptHeaders([other(4).header])).toMatchObject({
      accepted: [],
      stopped: { reason: { kind: 'refused', code: 0x43, reason: 'checkpoint mismatch', score: 100 } },
    })
    expect(node.submit(other(4))).toBe('checkpoint mismatch')
    expect(node.chain.acceptHeaders(getHeaders(blocks.slice(3))).accepted).toHaveLength(3)
    expect(node.chain.acceptHeaders([other(2).header])).toMatchObject({
      accepted: [],
      stopped: { reason: { kind: 'refused', reason: '', score: 1 } },
    })
    expect(node.submit(other(2))).toBe('rejected')
    expect(node.chain.acceptHeaders([other(5).header]).accepted).toHaveLength(1)
    // Headers accepted earlier stay accepted.
    expect(node.chain.acceptHeaders(getHeaders(blocks)).last?.height).toBe(6)
    for (const block of blocks) expect(processBlock(node, block)).toBe('connected')
  })

  it('skip no checks on a side branch', () => {
    const maker = start()
    const blocks = maker.mine(4)
    const prev = maker.chain.byHeight(2)!
    const bad = maker.buildBlock({ prev, txs: [forged(maker, 1)], tag: 77 })
    const node = start({ checkpoints: buildCheckpoints(blocks, 4) })
    for (const block of blocks.slice(0, 2)) processBlock(node, block)
    node.chain.acceptHeaders([bad.header])
    node.chain.acceptHeaders(getHeaders(blocks))
    expect(processBlock(node, bad)).toBe('invalid')
    for (const block of blocks.slice(2)) expect(processBlock(node, block)).toBe('connected')
  })

  it('tolerate contextual violations in blocks up to the cutoff time, but not later', () => {
    for (const [time, answer] of [
      [1_547_510_400, 'connected'],
      [1_547_510_401, 'bad-txns-nonfinal'],
    ] as const) {
      const args = TEST_ARGS.filter((word) => word !== '-ac_sapling=1')
      const maker = start({ args, time })
      const first = maker.mineBlock({ time: time - 100 })
      const coin = maker.coins(testKey(0))[0]!
      // locked until block 1000
      const outputs = [{ value: coin.value, scriptPubKey: testKey(0).p2pk }]
      const old = maker.build({ inputs: [{ ...coin, sequence: 0 }], outputs, lockTime: 1_000 })
      const block = maker.buildBlock({ time, txs: [old] })
      const node = start({ args, time, checkpoints: buildCheckpoints([first, block], 2) })
      node.chain.acceptHeaders(getHeaders([first, block]))
      expect(processBlock(node, first)).toBe('connected')
      expect(processBlock(node, block)).toBe(answer)
    }
  })

  it('extend the initial download up to the last checkpoint', () => {
    const maker = start()
    const blocks = maker.mine(4)
    const node = start({ checkpoints: buildCheckpoints(blocks, 4), time: 1_700_000_500 })
    for (const [index, block] of blocks.entries()) {
      expect(node.chain.isInitialDownload()).toBe(index < 4)
      expect(processBlock(node, block)).toBe('connected')
    }
    expect(node.chain.isInitialDownload()).toBe(false)
    expect(node.chain.lastCheckpoint).toBe(4)
  })

  it('limit block download from a peer beyond the next checkpoint until its headers are known', () => {
    const maker = start()
    const blocks = maker.mine(6)
    const { chain } = start({ checkpoints: buildCheckpoints(blocks, 2, 4) })
    const limits = () => [1, 2, 3, 4, 9].map((claimed) => chain.fetchableUpTo(claimed))
    const all = Number.POSITIVE_INFINITY
    expect(limits()).toEqual([all, 0, 0, 0, 0])
    chain.acceptHeaders(getHeaders(blocks.slice(0, 2)))
    expect(limits()).toEqual([all, all, all, 2, 2])
    chain.acceptHeaders(getHeaders(blocks))
    expect(limits()).toEqual([all, all, all, all, all])
  })
})

describe('built-in checkpoints', () => {
  it('exist for ten live chains, ascend in height, and end on 22 February 2024', () => {
    const last = (name: string) => builtInCheckpoints({ name, network: 'main' }).blocks.at(-1)
    const recorded: Readonly<Record<string, number>> = {
      ...{ CCL: 1_714_336, CLC: 855_889, DOC: 438_259, GLEEC: 800_471, ILN: 2_121_020 },
      ...{ KOIN: 1_790_665, MARTY: 452_802, NINJA: 1_743_459, PIRATE: 2_798_658, SUPERNET: 2_922_193 },
    }
    for (const [name, height] of Object.entries(recorded)) {
      expect(last(name)?.height).toBe(height)
      const { blocks, lastTime } = builtInCheckpoints({ name, network: 'main' })
      expect(blocks.every((one, index) => one.height > (blocks[index - 1]?.height ?? 0))).toBe(true)
      expect(blocks.every(({ hash }) => hash.length === 32)).toBe(true)
      expect(new Date(lastTime * 1000).toISOString().slice(0, 10)).toBe('2024-02-22')
    }
    expect(toDisplayHex(last('KOIN')!.hash)).toBe('003bb396cd1dd5a4c1d92bee7153f7ad630fc8e6aa15ec64981baf73adc7fc5c')
  })

  it('exist neither for other names nor for regtest', () => {
    for (const name of ['', 'koin', 'OTHER', 'toString'])
      expect(builtInCheckpoints({ name, network: 'main' }).blocks).toEqual([])
    expect(builtInCheckpoints({ name: 'KOIN', network: 'regtest' }).blocks).toEqual([])
  })
})

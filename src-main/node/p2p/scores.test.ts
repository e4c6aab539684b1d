import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { CcEvaluator } from '../core/index.ts'
import {
  type Block,
  type BlockHeader,
  blockHash,
  COIN,
  serializeBlock,
  serializeTransaction,
} from '../primitives/index.ts'
import { ccScript } from '../script/index.ts'
import { type TestNode, testKey } from '../testing/index.ts'
import { BLOCK_SCORES, banScoreFor, HEADER_SCORES, MESSAGE_SCORES, TRANSACTION_SCORES } from './scores.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'
import { INV } from './wire/index.ts'

let open: { close(): void }[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

function start(...given: Parameters<typeof createTestCore>): TestCore {
  const test = createTestCore(...given)
  test.node.mine(3)
  open.push(test)
  return test
}

function connectStranger(test: TestCore): Stranger {
  const stranger = test.stranger({ kind: 'outbound' })
  stranger.introduce({ startHeight: 9 })
  return stranger
}

const score = ({ peer }: Stranger) => peer.stats.score
const sendBlock = (stranger: Stranger, block: Block) => stranger.send({ type: 'block', bytes: serializeBlock(block) })

/** Builds a branch on a block that the node of `test` rejects. Another node builds it from the block’s header. */
function above(test: TestCore, first: Block, count: number): Block[] {
  const maker = start()
  const { node } = test
  maker.node.clock.advance(100_000)
  for (let height = 4; height <= node.chain.tip().height; height++)
    maker.node.chain.submitBlock(node.chain.blockBytes(node.chain.byHeight(height)!)!)
  const blocks: Block[] = []
  let [prev] = maker.node.chain.acceptHeaders([first.header]).accepted
  for (let i = 0; i < count; i++) {
    const block = maker.node.buildBlock({ prev: prev! })
    blocks.push(block)
    prev = maker.node.chain.acceptHeaders([block.header]).last
  }
  return blocks
}

/** Collects the reject reasons in the source files of a folder, each with the scores that the source gives it. */
function collectRejectReasons(folder: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  const add = (reason: string, points: number) => found.set(reason, (found.get(reason) ?? new Set()).add(points))
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [, reason, points] of text.matchAll(
      /violation\(\s*'\w+',\s*'([^']*)'(?:,\s*\{ score: (\d+)\b(?! \?))?/g,
    ))
      add(reason!, Number(points ?? 100))
    for (const [, reason, points] of text.matchAll(/\binvalid\('([^']*)'(?:, (\d+))?\)/g))
      add(reason!, Number(points ?? 100))
    for (const [, reason, points] of text.matchAll(/\breject\([\w.]+,\s*'([^']*)'(?:, (\d+))?\)/g))
      add(reason!, Number(points ?? 0))
    for (const [, reason] of text.matchAll(/'([\w-]+)': '(?:invalid|inconclusive)',/g)) add(reason!, 100)
    for (const [, reason] of text.matchAll(/\bunfit\('([^']*)'/g)) add(reason!, Number.NaN)
    for (const [, reason, points] of text.matchAll(/\{ reason: '([^']*)'(?:, score: (\d+))? \}/g))
      add(reason!, Number(points))
  }
  return found
}

/** Rules without a score; scores.ts gives the reasons. */
const UNSCORED: Readonly<Record<string, readonly string[]>> = {
  'a block with a valid proof of work on its branch': [
    ...['bad-cb-height', 'bad-cb-premine', 'bad-cb-commission', 'bad-cb-outputs', 'bad-cb-amount'],
    'bad-txns-invalid-script-data-for-coinbase-time-lock',
    ...['bad-sapling-root-in-block', 'bad-txns-inputs-missingorspent', 'bad-txns-BIP30', 'bad-blk-sigops'],
    ...['bad-txns-nonfinal', '', 'past-notarized-height'],
  ],
  'a rejected block and its descendants': ['bad-prevblk', 'duplicate', 'genesis cannot be invalidated'],
  'clocks and templates': ['time-too-new', 'bad-version'],
  'the height of the tip': [
    ...['tx-overwinter-not-active', 'tx-overwintered-flag-not-set', 'bad-sapling-tx-version-group-id'],
    ...['bad-tx-sapling-version-too-low', 'bad-tx-sapling-version-too-high', 'tx-overwinter-flag-not-set'],
    ...['bad-overwinter-tx-version-group-id', 'bad-tx-overwinter-version-too-high', 'tx-overwinter-active'],
    ...['tx-overwinter-expired', 'bad-txns-premature-spend-of-coinbase'],
  ],
  'notaries of the season at the tip': ['bad-txns-acprivate-chain', 'bad-txns-acprivacy-chain'],
  'anchors and nullifiers at the tip': ['bad-txns-joinsplit-requirements-not-met'],
  'rules that other nodes may support': ['bad-txns-coin-import-not-supported'],
  policy: [
    ...['non-final', 'already in mempool', 'mempool conflict', 'already have coins', 'bad-txns-inputs-spent'],
    ...['bad-txns-too-many-sigops', 'insufficient fee', 'rate limited free transaction'],
  ],
}

describe('ban score tables', () => {
  const node = join(import.meta.dirname, '..')
  const rules = ['shielded', 'consensus', 'chain', 'mempool'].map((folder) => collectRejectReasons(join(node, folder)))
  const merged = new Map<string, Set<number>>()
  for (const found of rules)
    for (const [reason, points] of found) merged.set(reason, new Set([...(merged.get(reason) ?? []), ...points]))
  const listed = { ...HEADER_SCORES, ...BLOCK_SCORES, ...TRANSACTION_SCORES }

  it('cover every rule of the node together with the unscored list, and nothing else', () => {
    const free = Object.values(UNSCORED).flat()
    const built = ['mandatory-script-verify-flag-failed']
    expect([...merged.keys()].filter((reason) => !(reason in listed) && !free.includes(reason))).toEqual([])
    expect(
      [...Object.keys(listed), ...free].filter((reason) => !merged.has(reason) && !built.includes(reason)),
    ).toEqual([])
    expect(free.filter((reason) => reason in listed)).toEqual([])
  })

  it('match the points of the rules and give a reason for each', () => {
    for (const [reason, { points, why }] of Object.entries(listed)) {
      expect(why.length).toBeGreaterThan(20)
      if (merged.has(reason)) expect([reason, ...merged.get(reason)!]).toContain(points)
    }
    for (const { points, why } of Object.values(MESSAGE_SCORES)) {
      expect(points).toBeGreaterThan(0)
      expect(why.length).toBeGreaterThan(20)
    }
  })

  it('supply every score that a peer gets', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    const calls = files
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => readFileSync(join(import.meta.dirname, name), 'utf8').match(/misbehaving\([^:)]*[,)]/g) ?? [])
    expect(calls.length).toBeGreaterThan(6)
    for (const call of calls) expect(call).toMatch(/\((MESSAGE_SCORES\.|HEADER_POINTS|banScoreFor\(|fault\.score)/)
  })

  it('charge 0 for unlisted rules and for failures that are not the peer’s fault', () => {
    expect(banScoreFor(TRANSACTION_SCORES, { reason: 'coinbase', score: 100 })).toBe(100)
    expect(banScoreFor(TRANSACTION_SCORES, { reason: 'mandatory-script-verify-flag-failed (x)', score: 0 })).toBe(0)
    expect(banScoreFor(TRANSACTION_SCORES, { reason: 'toString', score: 100 })).toBe(0)
  })
})

describe('peer on a branch that this node rejects', () => {
  /** Blocks that break rules checked only when a block is connected. */
  const wrong: readonly (readonly [string, (node: TestNode) => Block])[] = [
    [
      'pays too much',
      (node) => node.buildBlock({ coinbase: [{ value: 9_999n * COIN, scriptPubKey: testKey(0).p2pk }] }),
    ],
    [
      'has a bad script',
      ({ pay, buildBlock }) => {
        const tx = pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pk }])
        return buildBlock({ txs: [{ ...tx, vout: [{ ...tx.vout[0]!, value: 4n }, ...tx.vout.slice(1)] }] })
      },
    ],
    [
      'has expired transactions',
      ({ pay, buildBlock }) => buildBlock({ txs: [{ ...pay(testKey(0), []), expiryHeight: 1 }] }),
    ],
  ]

  it.each(wrong)('gets no score for a block that %s, nor for blocks above it, and stays connected', (_, make) => {
    const test = start()
    const { node } = test
    const first = make(node)
    const rest = above(test, first, 3)
    node.clock.advance(100_000)
    const stranger = connectStranger(test)
    for (let time = 0; time < 120; time++) {
      sendBlock(stranger, first)
      stranger.send({ type: 'headers', headers: [first, ...rest].map(({ header }) => header) })
      stranger.send({ type: 'headers', headers: [rest[1]!.header] })
      for (const block of rest) sendBlock(stranger, block)
      test.pass(1_000)
    }
    expect([score(stranger), stranger.line.ended, test.bans.list()]).toEqual([0, false, []])
    expect(node.chain.tip().height).toBe(3)
    expect(node.chain.refused()).toMatchObject({ first: { height: 4 }, best: { height: 7 }, byUser: false })
  })

  it('gets a few block requests at first, in case the failure was temporary, and then none', () => {
    const test = start()
    const first = wrong[0]![1](test.node)
    const rest = above(test, first, 8)
    test.node.clock.advance(1_000)
    const stranger = connectStranger(test)
    stranger.send({ type: 'headers', headers: [first.header] })
    sendBlock(stranger, first)
    const asked = rest.map((block, index) => {
      stranger.heard()
      stranger.send({ type: 'inv', items: [{ type: INV.block, hash: blockHash(block.header) }] })
      stranger.send({ type: 'headers', headers: [first, ...rest.slice(0, index + 1)].map(({ header }) => header) })
      test.pass(1_000)
      const wanted = stranger.heard().filter(({ type }) => type === 'getdata').length
      if (wanted > 0) sendBlock(stranger, block)
      return wanted > 0
    })
    expect(asked.slice(0, 2)).toContain(true)
    expect(asked.slice(4)).toEqual([false, false, false, false])
    expect(test.node.chain.tip().height).toBe(3)
    expect(test.node.chain.refused()).toMatchObject({
      first: { height: 4 },
      best: { height: 12 },
      reason: 'bad-cb-amount',
    })
  })

  it('gets no score for blocks that the user invalidated here', () => {
    const test = start()
    const { chain } = test.node
    const headers: BlockHeader[] = [1, 2, 3].map((height) => chain.byHeight(height)!.header)
    const above = test.node.buildBlock()
    test.node.clock.advance(300)
    chain.invalidateBlock(chain.byHeight(2)!)
    const stranger = connectStranger(test)
    for (let time = 0; time < 120; time++) {
      stranger.send({ type: 'headers', headers })
      stranger.send({ type: 'headers', headers: [headers[2]!] })
      sendBlock(stranger, above)
      test.pass(1_000)
    }
    expect([score(stranger), stranger.line.ended]).toEqual([0, false])
    expect(chain.tip().height).toBe(1)
  })

  it('gets no score for a different block 1', () => {
    const test = start()
    const other = start()
    const stranger = connectStranger(test)
    const differing = other.node.buildBlock({ prev: other.node.chain.byHeight(0)!, tag: 99 })
    for (let time = 0; time < 120; time++) {
      stranger.send({ type: 'headers', headers: [differing.header] })
      sendBlock(stranger, differing)
      test.pass(1_000)
    }
    expect([score(stranger), stranger.line.ended]).toEqual([0, false])
  })
})

describe('honest peer', () => {
  it('gets no score for a block that arrives before the headers below it', () => {
    const test = start()
    const unknown = test.node.buildBlock({
      mutate: (block) => ({ ...block, header: { ...block.header, prevHash: new Uint8Array(32).fill(9) } }),
    })
    const stranger = test.stranger({ whitelisted: true })
    stranger.introduce()
    test.node.clock.advance(300)
    sendBlock(stranger, unknown)
    expect(score(stranger)).toBe(0)
  })

  it('gets no score if its clock is ahead of ours', () => {
    const fast = ['-ac_name=FAST', '-regtest', '-ac_supply=1000', '-ac_blocktime=5', '-ac_sapling=1', '-ac_cc=2']
    const test = start({}, { args: fast })
    const header = test.node.buildBlock({ time: test.node.clock.now() + 50 }).header
    const stranger = connectStranger(test)
    for (let time = 0; time < 120; time++) stranger.send({ type: 'headers', headers: [header] })
    expect([score(stranger), stranger.line.ended]).toEqual([0, false])
  })

  it('gets no score for rules that depend on the height of the tip', () => {
    const test = start()
    const stranger = connectStranger(test)
    const tx = test.node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pk }])
    stranger.send({ type: 'tx', bytes: serializeTransaction({ ...tx, expiryHeight: 1 }) })
    stranger.send({
      type: 'tx',
      bytes: serializeTransaction({ ...tx, overwintered: false, version: 1, versionGroupId: 0 }),
    })
    expect(score(stranger)).toBe(0)
    stranger.send({ type: 'tx', bytes: serializeTransaction({ ...tx, vout: [] }) })
    expect(score(stranger)).toBe(10)
  })

  it('gets a score for a bad signature, but not for a condition that fails on this node', () => {
    const evaluator: CcEvaluator = { evaluate: () => ({ ok: false, reason: 'a test' }) }
    const test = start({}, { evaluator })
    const { node } = test
    const tree = ccOne(0xf2, testKey(0).pub)
    const funding = node.pay(testKey(0), [{ value: 1_000n, scriptPubKey: ccScript(tree) }])
    node.mineBlock({ txs: [funding] })
    const input = { ...node.inputOf(funding, 0, testKey(0)), tree }
    const good = node.build({ inputs: [input], outputs: [{ value: 1_000n, scriptPubKey: testKey(0).p2pk }] })
    const scriptSig = Uint8Array.from(good.vin[0]!.scriptSig)
    scriptSig[60]! ^= 1
    const stranger = connectStranger(test)
    for (const tx of [good, { ...good, vin: [{ ...good.vin[0]!, scriptSig }] }])
      stranger.send({ type: 'tx', bytes: serializeTransaction(tx) })
    expect(score(stranger)).toBe(0)
    const plain = node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pk }])
    stranger.send({ type: 'tx', bytes: serializeTransaction({ ...plain, vout: [{ ...plain.vout[0]!, value: 4n }] }) })
    expect(score(stranger)).toBe(100)
  })

  it('gets no score for signatures with the branch id of another upgrade', () => {
    const late = ['-ac_name=LATE', '-regtest', '-ac_supply=1000', '-ac_reward=100000000', '-ac_cc=2', '-ac_sapling=5']
    const test = start({}, { args: late })
    const old = test.node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pk }])
    test.node.mine(1)
    const stranger = connectStranger(test)
    stranger.send({ type: 'tx', bytes: serializeTransaction(old) })
    test.node.mine(2)
    stranger.send({ type: 'tx', bytes: serializeTransaction({ ...old, lockTime: 1 }) })
    expect(score(stranger)).toBe(0)
  })
})

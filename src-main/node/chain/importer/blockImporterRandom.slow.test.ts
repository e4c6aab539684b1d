import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressIndexMigrations, createAddressIndex, createTimestampIndex } from '../../addressIndex/index.ts'
import { addressTables, randomPayments, rebuilt, timeTable } from '../../addressIndex/testing/testChain.ts'
import type { BlockEntry, ChainUpdate } from '../../core/index.ts'
import {
  type Block,
  blockHash,
  computeTxid,
  type OutPoint,
  serializeBlock,
  type Transaction,
} from '../../primitives/index.ts'
import type { Database } from '../../storage/index.ts'
import { createTestNode, nightly, recordGroups, TEST_ARGS, type TestNode, testKey } from '../../testing/index.ts'
import { hashKey } from '../../util/index.ts'
import { InlineVerifier, type Verifier, type VerifyGroup } from '../../verify/index.ts'
import { scanCoins } from '../coinStatistics/coinScan.ts'
import type { BlockOutcome } from '../types.ts'
import { COMMIT_EVERY_BLOCK, type ImportPolicy } from './blocks.ts'

const RUNS = nightly() ? 1_500 : 10
const ARGS = [...TEST_ARGS, '-ac_cbmaturity=2']
const CLOCK = 1_700_500_000

/** Plan of a random block: its parent and contents. */
const plan = fc.record({
  kind: fc.constantFrom('pay', 'pay', 'pay', 'pay', 'side', 'side', 'forged', 'greedy', 'double', 'mutated'),
  picks: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 3 }),
  back: fc.nat(7),
  /** order of submission: 0 also before its parent, 1 twice in a row, 2 with an earlier block repeated after it */
  coming: fc.nat(9),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

const act = fc.record({
  op: fc.constantFrom(
    ...['submit', 'submit', 'submit', 'submit', 'step', 'step', 'others', 'prepare', 'prepare', 'commit', 'finish'],
    ...['tip', 'headers', 'process', 'retry', 'read', 'look', 'policy'],
  ),
  count: fc.integer({ min: 1, max: 12 }),
  millis: fc.constantFrom(-1, 3, 10, 1_000_000),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

interface GivenBlock {
  readonly at: number
  readonly block: Block
  readonly bytes: Uint8Array
}

/** Commit policies, from never without a request to every block. */
const POLICIES: readonly ImportPolicy[] = [
  { commitAfterMs: Number.POSITIVE_INFINITY, fromFile: false },
  { commitAfterMs: 40, fromFile: false },
  COMMIT_EVERY_BLOCK,
]

const getBlockKey = ({ header }: Block): string => hashKey(blockHash(header))

/** Verifier that accepts every signature, so that the source builds on invalid blocks. */
function credulous(): Verifier {
  const inline = new InlineVerifier({ ccEnabled: true }, { random: { bytes: (count) => new Uint8Array(count) } })
  const begin = inline.group.bind(inline)
  return Object.assign(inline, { group: () => Object.assign(begin(), { add: () => {} }) })
}

function openNode(dataDir: string, verifier?: () => Verifier): TestNode {
  const node: TestNode = createTestNode({
    args: ARGS,
    migrations: [addressIndexMigrations],
    observers: (db) => [
      createAddressIndex({ db, ledger: () => node.storage.ledger }).observer,
      createTimestampIndex(db).observer,
    ],
    ...{ maxReorg: 1_000, dataDir, time: CLOCK },
    ...(verifier && { verifier }),
  })
  return node
}

function forged(tx: Transaction): Transaction {
  const [input] = tx.vin
  const scriptSig = input!.scriptSig.slice()
  scriptSig[40]! ^= 1
  return { ...tx, vin: [{ ...input!, scriptSig }, ...tx.vin.slice(1)] }
}

/** Returns payments. The last may spend an output of the previous one in the same block. */
function payments(source: TestNode, picks: readonly number[]): Transaction[] {
  const txs = randomPayments(source, picks)
  const last = txs.at(-1)
  const owner = [0, 1, 2]
    .map(testKey)
    .find(({ p2pkh }) => last && Buffer.compare(last.vout[0]!.scriptPubKey, p2pkh) === 0)
  if (last === undefined || owner === undefined) return txs
  const outputs = [{ value: last.vout[0]!.value, scriptPubKey: testKey(picks[0]! % 3).p2pk }]
  return [...txs, source.build({ inputs: [source.inputOf(last, 0, owner)], outputs })]
}

/** Builds the planned blocks. `bad`: keys of blocks that must not be in any chain. */
function build(
  source: TestNode,
  plans: readonly Plan[],
): { given: GivenBlock[]; bad: Set<string>; parents: Map<string, string> } {
  const { chain } = source
  const bad = new Set<string>()
  /** invalid blocks that stay invalid with another coinbase */
  const badTxs = new Set<Block>()
  const parents = new Map<string, string>()
  const built: Block[] = []
  const feed: Block[] = []
  const spent: Transaction[] = []
  for (const { kind, picks, back, coming } of plans) {
    const entries = built.map((block) => chain.byHash(blockHash(block.header))).filter((one) => one !== undefined)
    const side = entries.slice(-8).filter(({ failed }) => !failed)
    const prev: BlockEntry = kind === 'side' && side.length > 0 ? side[back % side.length]! : chain.tip()
    let txs = prev === chain.tip() && kind !== 'side' ? payments(source, picks) : []
    const twin = built.find(
      ({ header }) => kind === 'side' && back % 2 === 0 && hashKey(header.prevHash) === hashKey(prev.hash),
    )
    if (twin !== undefined) txs = twin.txs.slice(1)
    if (kind === 'double' && spent[0] !== undefined) txs = [...txs, spent[0]]
    const isForged = kind === 'forged' && txs.length > 0
    if (isForged) txs = txs.map((tx, index) => (index === 0 ? forged(tx) : tx)).slice(0, 1)
    const coinbase = kind === 'greedy' ? { coinbase: [{ value: 10n ** 12n, scriptPubKey: testKey(0).p2pk }] } : {}
    const block = source.buildBlock({ prev, txs, script: testKey(picks[0]! % 3).p2pk, ...coinbase })
    const answer = source.submit(block)
    parents.set(getBlockKey(block), hashKey(prev.hash))
    const isRefused = answer !== null && answer !== 'inconclusive'
    // The source does not validate side branches it does not connect. A copy of an invalid block is invalid too.
    const isBad = isForged || isRefused || (twin !== undefined && badTxs.has(twin))
    if (isBad) bad.add(getBlockKey(block))
    else spent.push(...txs.slice(0, 1))
    if (isBad && kind !== 'greedy') badTxs.add(block)
    const parentAt = feed.findLastIndex((one) => getBlockKey(one) === hashKey(prev.hash))
    if (coming === 0 && parentAt >= 0) feed.splice(parentAt, 0, block)
    if (kind === 'mutated') feed.push({ ...block, txs: [...block.txs, block.txs[0]!] })
    feed.push(block)
    if (coming === 1) feed.push(block)
    if (coming === 2 && built.length > 0) feed.push(built[back % built.length]!)
    built.push(block)
  }
  // All blocks are submitted again at the end, because some came before their parents.
  const given = [...feed, ...built].map((block, at) => ({ at, block, bytes: serializeBlock(block) }))
  return { given, bad, parents }
}

interface Watched {
  readonly node: TestNode
  /** script groups awaiting verification, in order of creation */
  readonly groups: readonly VerifyGroup[]
}

/** Input of one node, to replay it on another. */
type Log = ({ readonly given: GivenBlock } | { readonly headers: readonly Block[] })[]

/** Records the notified chain and any inconsistencies. Listeners must not throw: the importer would catch the error. */
function listen({ chain }: TestNode, bad: ReadonlySet<string>) {
  const active: string[] = [hashKey(chain.tip().hash)]
  const wrong: string[] = []
  const same = (one: Uint8Array, other: string | undefined, what: string) => {
    if (hashKey(one) !== other) wrong.push(what)
  }
  chain.subscribe(({ disconnected, connected, tip }: ChainUpdate) => {
    for (const { entry } of disconnected) same(entry.hash, active.pop(), 'disconnected what was not the tip')
    for (const { entry } of connected) {
      same(entry.prev!.hash, active.at(-1), 'connected what does not stand on the tip')
      if (bad.has(hashKey(entry.hash))) wrong.push('notified of a bad block')
      active.push(hashKey(entry.hash))
    }
    same(tip.hash, active.at(-1), 'another tip')
  })
  return { wrong, tip: () => active.at(-1) }
}

function play({ node, groups }: Watched, given: readonly GivenBlock[], acts: readonly Act[], bad: ReadonlySet<string>) {
  const { chain } = node
  const log: Log = []
  const outcomes: BlockOutcome[] = []
  const reported: number[] = []
  const { batchBytes } = node.storage
  let policy = POLICIES[0]!
  const queue = node.importQueue
  const step = (millis: number) => queue.step({ policy: () => policy }, millis)
  const submit = ({ at: place, bytes }: GivenBlock) =>
    queue.submit({
      bytes,
      done(outcome) {
        reported.push(place)
        outcomes[place] = outcome
      },
    })
  const scripts = groups[0]!
  /** Blocks submitted but not imported yet. They are logged once imported. */
  let queued: GivenBlock[] = []
  let at = 0
  /** Checks that no invalid block is visible from outside. */
  const sound = () => {
    const taken = queued.splice(0, queued.length - queue.size)
    for (const one of taken) log.push({ given: one })
    for (let entry: BlockEntry | null = chain.tip(); entry !== null; entry = entry.prev)
      expect([bad.has(hashKey(entry.hash)), chain.isActive(entry), entry.status]).toEqual([false, true, 'valid'])
  }
  const take: Record<string, (act: Act) => void> = {
    submit({ count, millis }) {
      const some = given.slice(at, at + count)
      at += some.length
      queued.push(...some)
      for (const one of some) submit(one)
      step(millis)
    },
    step: ({ millis }) => void step(millis),
    others: ({ count }) => void scripts.help(Math.max(0, scripts.state().inputs - count), 1),
    prepare: ({ millis }) => void queue.prepareCommit(Math.min(millis, 3)),
    commit: () => void chain.committedTip(),
    finish() {
      sound()
      // The queue drops blocks that it has not imported, so they are submitted again.
      at -= queued.length
      queued = []
      queue.finish()
    },
    tip() {
      node.forIndexes.verify()
      expect(chain.tip().height).toBe(queue.connectedHeight())
    },
    headers({ count }) {
      const blocks = given.slice(at, at + count).map(({ block }) => block)
      const run = blocks.filter(
        (block, index) => index === 0 || hashKey(block.header.prevHash) === getBlockKey(blocks[index - 1]!),
      )
      log.push({ headers: run })
      chain.acceptHeaders(run.map(({ header }) => header))
    },
    process() {
      if (at >= given.length || queued.length > 0) return
      const one = given[at++]!
      log.push({ given: one })
      outcomes[one.at] = chain.processBlock(one.block, one.bytes)
    },
    retry: () => chain.retryFutureBlocks(),
    // Flushing in the middle of a batch must have no effect.
    read: () => node.forIndexes.guardWrite(() => node.storage.ledger.flush()),
    look: () => compareView(node),
    policy({ count }) {
      policy = POLICIES[count % POLICIES.length]!
      // Sometimes limits batches to a few blocks.
      Object.assign(node.storage, { batchBytes: count % 4 === 3 ? 3_000 : batchBytes })
    },
  }
  for (const each of acts) {
    take[each.op]!(each)
    sound()
  }
  take['submit']!({ op: 'submit', count: given.length, millis: 1_000_000 })
  while (step(1_000_000)) sound()
  chain.retryFutureBlocks()
  sound()
  queue.finish()
  return { log, outcomes, reported }
}

/** Checks that coins and spends of the view match the blocks up to the tip that it shows. */
function compareView({ chain }: TestNode): void {
  const coins = new Map<string, OutPoint>()
  const spends = new Map<string, number>()
  const formatOutpoint = ({ hash, index }: OutPoint) => `${hashKey(hash)}:${index}`
  for (let height = 1; height <= chain.tip().height; height++) {
    for (const tx of chain.block(chain.byHeight(height)!)!.txs) {
      for (const { prevout } of tx.vin) spends.set(formatOutpoint(prevout), height)
      for (const index of tx.vout.keys()) {
        const outpoint = { hash: computeTxid(tx), index }
        coins.set(formatOutpoint(outpoint), outpoint)
      }
    }
  }
  const expected = [...coins.keys()].map((name) => [name, spends.get(name)])
  const shown = [...coins].map(([name, outpoint]) => [name, chain.spend(outpoint)?.height])
  expect(shown).toEqual(expected)
  const unspent = [...coins].filter(([, outpoint]) => chain.coin(outpoint) !== undefined).map(([name]) => name)
  expect(unspent).toEqual([...coins.keys()].filter((name) => !spends.has(name)))
}

function replay({ chain }: TestNode, log: Log): BlockOutcome[] {
  const outcomes: BlockOutcome[] = []
  for (const one of log) {
    if ('headers' in one) chain.acceptHeaders(one.headers.map(({ header }) => header))
    else outcomes[one.given.at] = chain.processBlock(one.given.block, one.given.bytes)
  }
  chain.retryFutureBlocks()
  return outcomes
}

interface TimeRow {
  readonly block: bigint
  readonly logical: bigint
}

/**
 * Returns the state that must match on two nodes with the same input. Excludes block numbers (`blocks.id`): a
 * descendant of an invalid block gets none once that block is known to be invalid. A batch detects this later than
 * one-by-one import.
 */
function state({ storage, chain }: TestNode): unknown {
  const rows = (table: string) => storage.db.prepare(`SELECT * FROM ${table}`).safeIntegers().all()
  const active: unknown[] = []
  const hashes = new Map<bigint, string>()
  for (let entry: BlockEntry | null = chain.tip(); entry !== null; entry = entry.prev) {
    hashes.set(BigInt(entry.id), entry.hashHex)
    active.push([
      entry.hashHex,
      entry.status,
      entry.failed,
      entry.chainTxCount,
      chain.supply(entry),
      chain.tipStatus(entry),
    ])
  }
  const tables = [
    ...['txs', 'tx_keys', 'outputs'].map(rows),
    addressTables(storage.db),
    activeTimes(storage.db, hashes),
  ]
  return [active, tables, storage.ledger.nextTxNum(), scanCoins(storage.db, chain.tip())]
}

/**
 * Returns the timestamp index with hashes instead of block numbers. Blocks that were active only for a time stay in the
 * index, which depends on timing. The full index is compared with one rebuilt from the node's own blocks, and only
 * active blocks are compared between nodes.
 */
function activeTimes(db: Database, hashes: ReadonlyMap<bigint, string>): unknown[] {
  const times = timeTable(db) as TimeRow[]
  expect(times).toEqual(rebuilt(db, createTimestampIndex(db).rebuild, timeTable))
  return times.flatMap(({ block, logical }) => (hashes.has(block) ? [[hashes.get(block), logical]] : []))
}

/**
 * Returns the outcomes that must match on both nodes. Which block of a side branch activates it, and what is known
 * about descendants of an invalid block, depend on timing and are left out.
 */
function kinds(
  outcomes: readonly BlockOutcome[],
  given: readonly GivenBlock[],
  tainted: (block: Block) => boolean,
): string[] {
  return given.map(({ at, block }) => {
    const { kind } = outcomes[at]!
    if (tainted(block)) return kind === 'connected' ? 'a bad block connected' : 'not connected'
    return kind === 'connected' ? 'stored' : kind
  })
}

const planned = (kind: Plan['kind'], back = 0): Plan => ({ kind, picks: [0], back, coming: 9 })

/**
 * A branch with an invalid block that becomes the best chain at once. The batch also stores the descendant of the
 * invalid block. One-by-one import rejects that descendant, so later blocks get other numbers.
 */
const BRANCH_WITH_BAD_BLOCK: [Plan[], Act[]] = [
  [
    ...[planned('pay'), planned('pay'), planned('side', 0), planned('side', 2)],
    ...[planned('forged'), planned('pay'), planned('side', 3)],
  ],
  [{ op: 'submit', count: 7, millis: 1_000_000 }],
]

/**
 * A copy of an invalid block with the same parent, submitted before that parent. One-by-one import tries it and finds
 * it invalid. In a batch, a valid block connects before it is tried.
 */
const COPIED_BAD_BLOCK: [Plan[], Act[]] = [
  [
    { kind: 'greedy', picks: [9993], back: 1, coming: 0 },
    { kind: 'mutated', picks: [9435, 3471], back: 1, coming: 2 },
    { kind: 'double', picks: [6212], back: 5, coming: 0 },
    { kind: 'mutated', picks: [4339, 9883], back: 1, coming: 4 },
    { kind: 'side', picks: [7958], back: 6, coming: 0 },
    { kind: 'pay', picks: [2929, 9294], back: 0, coming: 8 },
    { kind: 'forged', picks: [3715, 7197], back: 7, coming: 1 },
    { kind: 'pay', picks: [1713, 8427], back: 1, coming: 1 },
  ],
  [
    { op: 'submit', count: 4, millis: 3 },
    { op: 'headers', count: 3, millis: 1_000_000 },
    { op: 'tip', count: 2, millis: 1_000_000 },
    { op: 'submit', count: 5, millis: 3 },
    { op: 'step', count: 12, millis: -1 },
    { op: 'look', count: 2, millis: 10 },
  ],
]

describe('BlockImporter with random blocks and interruptions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'importer-random-'))
  let runs = 0

  function run(plans: readonly Plan[], acts: readonly Act[]): void {
    const dir = join(folder, String(++runs))
    const open: TestNode[] = []
    const node = (name: string, verifier?: () => Verifier): TestNode => {
      const opened = openNode(join(dir, name), verifier)
      open.push(opened)
      return opened
    }
    try {
      const source = node('source', credulous)
      const early = source.mine(5)
      const { given, bad, parents } = build(source, plans)
      const groups: VerifyGroup[] = []
      const batch = node('batch', () => recordGroups(groups))
      const single = node('single')
      for (const one of [batch, single]) for (const block of early) one.chain.processBlock(block)
      const heard = listen(batch, bad)
      const played = play({ node: batch, groups }, given, acts, bad)
      expect(played.reported).toEqual([...new Set(played.reported)].sort((a, b) => a - b))
      const expected = replay(single, played.log)
      const tainted = (block: Block): boolean => {
        for (let key: string | undefined = getBlockKey(block); key !== undefined; key = parents.get(key))
          if (bad.has(key)) return true
        return false
      }
      expect(kinds(played.outcomes, given, tainted)).toEqual(kinds(expected, given, tainted))
      expect(batch.chain.tip().hashHex).toBe(single.chain.tip().hashHex)
      expect([heard.wrong, heard.tip()]).toEqual([[], hashKey(batch.chain.tip().hash)])
      const last = state(batch)
      expect(last).toEqual(state(single))
      open.splice(open.indexOf(batch), 1)
      batch.close()
      const again = node('batch')
      expect(again.chain.backlogBytes).toBe(0)
      expect(state(again)).toEqual(last)
    } finally {
      for (const one of open) one.close()
      rmSync(dir, { recursive: true, force: true })
    }
  }

  it('reaches the same state as importing the blocks one by one', () => {
    const plans = fc.array(plan, { minLength: 5, maxLength: 30 })
    const acts = fc.array(act, { minLength: 3, maxLength: 40 })
    fc.assert(fc.property(plans, acts, run), { numRuns: RUNS, examples: [BRANCH_WITH_BAD_BLOCK, COPIED_BAD_BLOCK] })
    rmSync(folder, { recursive: true, force: true })
  })
})

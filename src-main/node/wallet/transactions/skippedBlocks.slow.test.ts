import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { BlockEntry, ConnectedBlock, ConnectedTx } from '../../core/index.ts'
import { defaultMempoolPolicy, Mempool } from '../../mempool/index.ts'
import { type Block, COIN, serializeBlock, type TxOut } from '../../primitives/index.ts'
import { createTestNode, nightly, silentLogger, TEST_ARGS, type TestNode, testKey } from '../../testing/index.ts'
import { concat } from '../../util/index.ts'
import { openWallet, type Wallet } from '../index.ts'
import { GAP_LIMIT } from '../keys/keyPool.ts'
import { SkippedBlocks } from './skippedBlocks.ts'

const ARGS = [...TEST_ARGS, '-ac_cbmaturity=1']
const RUNS = nightly() ? 500 : 6
const SEED = new Uint8Array(64).fill(9)
/** Number of phrase keys in the test. The wallet generates the first third, and more keys when one is paid. */
const PHRASE_KEYS = 3 * GAP_LIMIT

const [owner, late, watched, stranger] = [1, 2, 3, 4].map(testKey) as [TestKey, TestKey, TestKey, TestKey]
type TestKey = ReturnType<typeof testKey>

const payee = fc.oneof(
  fc.constantFrom('owner', 'owner', 'late', 'watched', 'stranger'),
  fc.nat(PHRASE_KEYS - 1),
  fc.constantFrom(GAP_LIMIT - 2, GAP_LIMIT + 5, 2 * GAP_LIMIT),
)
const plan = fc.record({
  /** payments in this block: payee and payer */
  payments: fc.array(fc.record({ to: payee, from: fc.constantFrom('miner', 'miner', 'owner', 'late') }), {
    maxLength: 3,
  }),
  /** event after the block was connected, before listeners are notified */
  after: fc.constantFrom('nothing', 'nothing', 'nothing', 'import', 'watch', 'commit', 'some', 'address'),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

const folder = mkdtempSync(join(tmpdir(), 'skipped-blocks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let opened = 0

function openTestWallet({ params, chain, verifier, clock }: TestNode, keyPool: number) {
  let drawn = 0
  const mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
  const directory = mkdtempSync(join(folder, `${++opened}-`))
  const wallet = openWallet(
    { params, directory, keyPool, payRate: 0n, passphraseCost: 1024, identity: () => owner.pub },
    { chain, mempool, clock, random: { bytes: (length) => new Uint8Array(length).fill(++drawn) } },
  )
  wallet.setSeed(SEED, { words: 12, birth: 0 }, false)
  return wallet
}

/** Returns the P2PKH scripts of the keys that a wallet with this phrase hands out, in order. */
function scriptsOfPhrase(node: TestNode): Uint8Array[] {
  const wallet = openTestWallet(node, PHRASE_KEYS + 5)
  const keys = wallet.keys
    .all()
    .map((key) => wallet.keys.dumped(key))
    .filter(({ path, reserve }) => reserve && path?.account === 0 && path.chain === 0)
  wallet.close()
  return keys
    .sort((a, b) => a.path!.child - b.path!.child)
    .map(({ hash }) => concat(Uint8Array.of(0x76, 0xa9, 20), hash, Uint8Array.of(0x88, 0xac)))
}

function build(plans: readonly Plan[]): { blocks: Block[]; scripts: Uint8Array[] } {
  const source = createTestNode({ args: ARGS })
  const scripts = scriptsOfPhrase(source)
  const known = { owner: owner.p2pk, late: late.p2pkh, watched: watched.p2pkh, stranger: stranger.p2pkh }
  const blocks = source.mine(3)
  for (const { payments } of plans) {
    const txs = new Map(
      payments.flatMap(({ to, from }) => {
        const key = from === 'miner' ? testKey(0) : from === 'owner' ? owner : late
        const script = typeof to === 'number' ? scripts[to]! : known[to as keyof typeof known]
        const outputs: TxOut[] = [{ value: COIN / 100n, scriptPubKey: script }]
        const total = source.coins(key).reduce((sum, { value }) => sum + value, 0n)
        // Each payer pays once per block, with confirmed coins.
        return total > COIN / 100n ? [[from, source.pay(key, outputs)] as const] : []
      }),
    )
    blocks.push(source.mineBlock({ txs: [...txs.values()] }))
  }
  source.close()
  return { blocks, scripts }
}

/**
 * Connects these blocks in one batch and returns the state of a wallet.
 * @param checksEarly true to let the wallet skip irrelevant blocks while they connect
 */
function follow(blocks: readonly Block[], plans: readonly Plan[], checksEarly: boolean) {
  const node = createTestNode({ args: ARGS })
  node.clock.set(node.clock.now() + 1_000_000)
  const wallet = openTestWallet(node, 2)
  wallet.keys.import(owner.priv, true, '')
  let skipped = 0
  node.chain.subscribe(
    (update) => wallet.update(update),
    (block) => {
      if (!checksEarly) return true
      const wants = wallet.wants(block)
      if (!wants) skipped++
      return wants
    },
  )
  const acts: Record<Plan['after'], (wallet: Wallet) => void> = {
    nothing: () => undefined,
    import: () => void wallet.keys.import(late.priv, true, ''),
    watch: () => void wallet.scripts.watch(watched.p2pkh, ''),
    address: () => void wallet.keys.next(''),
    commit: () => void node.chain.committedTip(),
    some() {
      for (let steps = 0; steps < 3; steps++) step(1_000)
    },
  }
  const { importQueue: queue } = node
  const policy = { commitAfterMs: Number.POSITIVE_INFINITY, fromFile: false }
  const step = (millis: number) => queue.step({ policy: () => policy }, millis)
  const connect = (block: Block) => {
    queue.submit({ bytes: serializeBlock(block), done: () => {} })
    while (queue.size > 0) step(1_000_000)
  }
  blocks.slice(0, -plans.length).forEach(connect)
  for (const [index, { after }] of plans.entries()) {
    connect(blocks.at(index - plans.length)!)
    acts[after](wallet)
  }
  queue.finish()
  const known = wallet.ledger.transactions().map(({ txidHex, block, position }) => [txidHex, block?.height, position])
  const state = {
    known,
    balance: wallet.balance(),
    keys: wallet.keys.used().length,
    coins: wallet.ledger.coins().length,
  }
  wallet.close()
  node.close()
  return { figures: state, skipped }
}

describe('SkippedBlocks', () => {
  it('gives the same wallet state as checking all blocks on notification', () => {
    const run = (plans: readonly Plan[]) => {
      const { blocks } = build(plans)
      const checked = follow(blocks, plans, true)
      expect(checked.figures).toEqual(follow(blocks, plans, false).figures)
      return checked
    }
    const pay = (to: Plan['payments'][number]['to']): Plan => ({ payments: [{ to, from: 'miner' }], after: 'nothing' })
    // Random plans may skip nothing. In this plan, one payment is found and four blocks are skipped.
    const { figures: state, skipped } = run([pay('stranger'), pay('owner')])
    expect([state.known.length, skipped]).toEqual([1, 4])
    fc.assert(
      fc.property(fc.array(plan, { minLength: 4, maxLength: 16 }), (plans) => void run(plans)),
      {
        numRuns: RUNS,
      },
    )
  })

  it('rechecks a block for a key that was added by an earlier payment of the notification', () => {
    const payTo = (to: number): Plan => ({ payments: [{ to, from: 'miner' }], after: 'nothing' })
    const plans = [payTo(GAP_LIMIT + 5), payTo(GAP_LIMIT - 2), payTo(GAP_LIMIT + 5), payTo(2 * GAP_LIMIT + 3)]
    const { blocks } = build(plans)
    const { figures: state } = follow(blocks, plans, true)
    expect(state.known.map(([, height]) => height)).toEqual([5, 6, 7])
  })

  it('lets the first scan read no block again, unless keys or scripts were added', async () => {
    const source = createTestNode({ args: ARGS })
    const blocks = source.mine(20)
    source.close()
    const readBy = async (change: (wallet: Wallet) => void) => {
      const node = createTestNode({ args: ARGS })
      node.clock.set(node.clock.now() + 1_000_000)
      const wallet = openTestWallet(node, 2)
      node.chain.subscribe(
        (update) => wallet.update(update),
        (block) => wallet.wants(block),
      )
      for (const block of blocks) node.chain.submitBlock(serializeBlock(block))
      change(wallet)
      const read = vi.spyOn(node.chain, 'block')
      await wallet.start()
      const reads = read.mock.calls.length
      expect(node.chain.tip().height).toBe(20)
      wallet.close()
      node.close()
      return reads
    }
    expect(await readBy(() => undefined)).toBe(0)
    expect(await readBy((wallet) => void wallet.scripts.watch(watched.p2pkh, ''))).toBe(20)
  })

  it('keeps the result of a check until the wallet has more keys or scripts', () => {
    const [txs, concerns] = [[{} as ConnectedTx], vi.fn(() => false)]
    let knowledge = 1
    const skipped = new SkippedBlocks({ concerns, knowledge: () => knowledge })
    const block = { entry: {} as BlockEntry, txs } as unknown as ConnectedBlock
    expect(skipped.has(block)).toBe(false)
    expect([skipped.check(block), skipped.has(block)]).toEqual([false, true])
    knowledge = 2
    expect(skipped.has(block)).toBe(false)
    expect([skipped.check(block), skipped.has(block)]).toEqual([false, true])
    concerns.mockReturnValue(true)
    expect([skipped.check(block), skipped.has(block)]).toEqual([true, false])
  })
})

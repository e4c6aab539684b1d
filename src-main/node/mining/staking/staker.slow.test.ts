import { afterEach, describe, expect, it } from 'vitest'
import { NOT_STAKED, segidOfBlock } from '../../consensus/index.ts'
import { defaultMempoolPolicy, Mempool } from '../../mempool/index.ts'
import { COIN } from '../../primitives/index.ts'
import { createSighashCache, findScriptAddress, signInput } from '../../script/index.ts'
import { createTestNode, silentLogger, type TestKey, type TestNode, testKey } from '../../testing/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import { MinerRecord } from '../minerRecord.ts'
import { TemplateBuilder } from '../template.ts'
import { createTestTimers, type TestTimers } from '../testing/testMiner.ts'
import { createInlineGrinder, type Grinder } from './grinder.ts'
import { Staker } from './staker.ts'
import type { StakeableCoin, StakingWallet } from './types.ts'

const ARGS = ['-ac_name=NET', '-regtest', '-ac_supply=100000', '-ac_reward=100000000', '-ac_sapling=1']

interface Person {
  readonly node: TestNode
  readonly key: TestKey
  readonly staker: Staker
  readonly timers: TestTimers
  readonly wallet: { open: boolean }
  readonly record: MinerRecord
  /** running grind job */
  pending: Promise<unknown> | undefined
}

const people: Person[] = []
afterEach(async () => {
  for (const { staker, node } of people.splice(0)) {
    await staker.stop()
    node.close()
  }
})

const memoryRecord = () => new MinerRecord({ read: () => undefined, write: () => {} }, silentLogger)

function createWallet({ chain, coins }: TestNode, key: TestKey, state: { open: boolean }): StakingWallet {
  return {
    isOpen: () => state.open,
    coins: () =>
      coins(key)
        .filter(({ value }) => value >= COIN)
        .map(({ outpoint, value, scriptPubKey }): StakeableCoin => {
          const { time } = chain.transaction(outpoint.hash)!.block
          return { outpoint, value, scriptPubKey, time, address: findScriptAddress(scriptPubKey, { cc: false })! }
        }),
    sign(unsigned, { scriptPubKey, value }, branchId) {
      const request = { tx: unsigned, inputIndex: 0, scriptPubKey, amount: value, branchId }
      const keys = { keyOf: () => ({ privateKey: key.priv, compressed: true }), scriptOf: () => undefined }
      const { scriptSig } = signInput({ ...request, cache: createSighashCache(unsigned) }, keys)
      return { ...unsigned, vin: [{ ...unsigned.vin[0]!, scriptSig }] }
    },
  }
}

function join(index: number, args: readonly string[], record = memoryRecord()): Person {
  const node = createTestNode({ args })
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
  chain.subscribe((update) => mempool.update(update))
  const key = testKey(index)
  const state = { open: true }
  const timers = createTestTimers()
  let seed = index
  const random = { bytes: (length: number) => new Uint8Array(length).fill(++seed & 0xff) }
  const inline = createInlineGrinder(params, random, Date.now)
  const grinder: Grinder = {
    grind(job, signal) {
      const work = inline.grind(job, signal)
      person.pending = work.catch(() => undefined)
      return work
    },
    stop: inline.stop,
  }
  const staker = new Staker(
    { stake: undefined, alone: true },
    {
      ...{ params, chain, wallet: createWallet(node, key, state), grinder, clock, timers, record },
      templates: new TemplateBuilder({}, { params, chain, mempool, clock, logger: silentLogger }),
      ...{ logger: silentLogger, script: () => key.p2pk },
      network: () => ({ connectionCount: () => 0, syncState: () => ({ state: 'solo', detail: '' }) as never }),
    },
  )
  const person: Person = { node, key, staker, timers, wallet: state, record, pending: undefined }
  people.push(person)
  return person
}

/** Submits every block that the other node lacks. */
function bring(from: TestNode, to: TestNode): void {
  const missing = []
  for (let entry = from.chain.tip(); to.chain.byHash(entry.hash) === undefined; entry = entry.prev as typeof entry)
    missing.push(entry)
  for (const entry of missing.reverse()) to.chain.processBlock(from.chain.block(entry)!)
}

/** Mines ten blocks, then pays equal coins to three keys. */
function beginChain(first: TestNode, keys: readonly TestKey[]): void {
  first.mine(10)
  const outputs = keys.flatMap(({ p2pkh }) =>
    Array.from({ length: 20 }, (_, i) => ({ value: BigInt(50 + i) * COIN, scriptPubKey: p2pkh })),
  )
  first.mineBlock({ txs: [first.pay(testKey(0), outputs)] })
}

async function step(all: readonly Person[], seconds: number): Promise<void> {
  for (const { node } of all) node.clock.advance(seconds)
  for (let turn = 0; turn < 6; turn++) {
    for (const { timers } of all) for (const _ of [...timers.waiting]) timers.run()
    await yieldToEventLoop()
    for (const person of all) await person.pending
    await yieldToEventLoop()
  }
}

describe('Staker', () => {
  it.each([50, 100])('lets three nodes stake 50 blocks through reorgs, at %i percent', async (staked) => {
    const args = [...ARGS, `-ac_staked=${staked}`]
    const all = [0, 1, 2].map((index) => join(index, args))
    const [a, b, c] = all as [Person, Person, Person]
    beginChain(
      a.node,
      all.map(({ key }) => key),
    )
    for (const other of [b, c]) {
      other.node.clock.set(a.node.clock.now())
      bring(a.node, other.node)
    }
    for (const { staker } of all) staker.setStaking(true)
    let depth = 0
    for (const { node } of all)
      node.chain.subscribe(({ disconnected }) => {
        depth = Math.max(depth, disconnected.length)
      })
    const start = a.node.chain.tip().height
    for (let round = 0; round < 600 && a.node.chain.tip().height < start + 50; round++) {
      await step(all, 7)
      // Separate A from the others for a part of every hundred rounds.
      const apart = round % 100 >= 20 && round % 100 < 60
      const groups = apart ? [[a], [b, c]] : [all]
      for (const group of groups)
        for (const from of group) for (const to of group) if (from !== to) bring(from.node, to.node)
    }
    for (const from of all) for (const to of all) bring(from.node, to.node)
    const tip = a.node.chain.tip()
    expect(tip.height).toBeGreaterThanOrEqual(start + 50)
    expect(all.map(({ node }) => node.chain.tip().chainWork)).toEqual(all.map(() => tip.chainWork))
    expect(depth).toBeGreaterThan(0)
    expect(all.map(({ staker }) => staker.status().blocksWon > 0)).toEqual([true, true, true])
    for (let height = start + 1; height <= tip.height; height++) {
      const entry = a.node.chain.byHeight(height)!
      const segid = segidOfBlock(a.node.params, a.node.chain.block(entry)!, height)
      expect(segid).not.toBe(NOT_STAKED)
      expect(a.node.chain.segid(entry)).toBe(segid)
    }
  })

  it('waits while the wallet is locked, and stakes after it is unlocked', async () => {
    const record = memoryRecord()
    record.setStaking(true)
    record.setResumes(true)
    const person = join(0, [...ARGS, '-ac_staked=50'], record)
    beginChain(person.node, [person.key])
    person.wallet.open = false
    person.staker.begin()
    await step([person], 120)
    expect(person.staker.status()).toMatchObject({ on: true, state: 'locked', blocksWon: 0 })
    person.wallet.open = true
    person.staker.walletChanged()
    for (let round = 0; round < 60 && person.staker.status().blocksWon === 0; round++) await step([person], 10)
    expect(person.staker.status()).toMatchObject({ state: 'staking', blocksWon: 1 })
    expect(record.newest(1)).toMatchObject([{ height: 12, staked: true, reward: COIN }])
  })

  it('pays the split to the reward, and stakes only when enabled and with a coin', async () => {
    const person = join(1, [...ARGS, '-ac_staked=50'])
    beginChain(person.node, [testKey(2)])
    person.staker.begin()
    await step([person], 600)
    expect(person.staker.status()).toMatchObject({ on: false, state: 'off' })
    person.staker.setStaking(true)
    await step([person], 60)
    expect(person.staker.status()).toMatchObject({ state: 'waiting', detail: expect.stringContaining('No coin') })
    const { node, record } = person
    node.mineBlock({ txs: [node.pay(testKey(0), [{ value: 100n * COIN, scriptPubKey: person.key.p2pkh }])] })
    record.setStakingSplit(30)
    for (let round = 0; round < 60 && person.staker.status().blocksWon === 0; round++) await step([person], 20)
    const block = node.chain.block(node.chain.tip())!
    expect(block.txs.at(-1)!.vout[0]!.value).toBe(70n * COIN)
    expect(block.txs[0]!.vout[0]!.value).toBe(31n * COIN)
    person.staker.setStaking(false)
    expect([person.staker.status().state, record.staking()]).toEqual(['off', false])
  })
})

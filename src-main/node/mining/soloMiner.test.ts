import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blockHash, COIN, hashNumber, readHeader, serializeBlock, solveEquihash48x5 } from '../primitives/index.ts'
import { silentLogger, testKey } from '../testing/index.ts'
import { ByteReader, toDisplayHex, toHex } from '../util/index.ts'
import { MinerRecord } from './minerRecord.ts'
import { increment } from './proof.ts'
import { SoloMiner, type SoloMinerOptions } from './soloMiner.ts'
import type { SolvedHeader, SolverEvents, SolverJob, SolverThread } from './solver/index.ts'
import { createTestMining, type TestMining } from './testing/testMiner.ts'

/** Solver thread that finds a solution when the test calls it, with the small Equihash of the test's chain. */
interface FakeThread extends SolverThread {
  readonly events: SolverEvents
  readonly jobs: SolverJob[]
  oldest: number
  stopped: boolean
  count: number
}

let test: TestMining
let miner: SoloMiner
let threads: FakeThread[]
let connections: number
let syncState: string
let keys: (Uint8Array | undefined)[]
let keyError: Error | undefined
let millis: number
let record: MinerRecord

function startThread(events: SolverEvents): FakeThread {
  const jobs: SolverJob[] = []
  const thread: FakeThread = {
    ...{ events, jobs, oldest: 0, stopped: false, count: 0 },
    work: (job) => void jobs.push(job),
    cancelBefore(job) {
      thread.oldest = job
    },
    solutions: () => thread.count,
    async stop() {
      thread.stopped = true
    },
  }
  threads.push(thread)
  return thread
}

function start(options: Partial<SoloMinerOptions> = {}): void {
  const { node, mempool, templates, timers } = test
  let seed = 0
  miner = new SoloMiner(
    { generate: undefined, limit: undefined, cores: 2, alone: true, ...options },
    {
      ...{ chain: node.chain, mempool, templates, timers, startThread, record, logger: silentLogger },
      clock: { now: () => node.clock.now(), millis: () => millis },
      random: { bytes: (length) => new Uint8Array(length).fill(++seed) },
      network: () => ({
        connectionCount: () => connections,
        syncState: () => ({ state: syncState, detail: 'why' }) as never,
      }),
      script() {
        if (keyError) throw keyError
        return keys.length > 1 ? keys.shift() : keys[0]
      },
    },
  )
}

beforeEach(() => {
  test = createTestMining()
  threads = []
  connections = 0
  syncState = 'solo'
  keys = [testKey(0).p2pk]
  keyError = undefined
  millis = 0
  record = new MinerRecord({ read: () => undefined, write: () => undefined }, silentLogger)
  start()
})
afterEach(async () => {
  await miner.stop()
  test.close()
})

const tick = (later = 1_000): void => {
  millis += later
  test.timers.run()
}

function solve({ id, header, target }: SolverJob): SolvedHeader {
  const tried = header.slice()
  for (;;) {
    for (const solution of solveEquihash48x5(tried)) {
      const bytes = new Uint8Array([...tried, solution.length, ...solution])
      if (hashNumber(blockHash(readHeader(new ByteReader(bytes)))) <= target)
        return { job: id, header: tried, solution }
    }
    increment(tried.subarray(-32))
  }
}
const newest = (thread = threads[0]!): SolverJob => thread.jobs.at(-1)!
const tipHeight = () => test.node.chain.tip().height
const submitRivalBlock = () => test.node.chain.submitBlock(serializeBlock(test.node.buildBlock({})))

describe('SoloMiner', () => {
  it('stays off until it is enabled', () => {
    expect(test.timers.waiting).toHaveLength(0)
    expect(miner.status()).toMatchObject({ generate: false, limit: -1, state: 'off', threads: 0, solutionRate: 0 })
  })

  it('gives every core a job on the tip with its own nonce, and submits solutions', () => {
    miner.setGenerate(true)
    tick()
    expect(miner.status()).toMatchObject({ generate: true, state: 'mining', threads: 2, detail: '' })
    const nonces = threads.map((thread) => toHex(newest(thread).header.slice(-32)))
    expect(new Set(nonces).size).toBe(2)
    const { height } = test.node.chain.tip()
    threads[1]!.events.found(solve(newest(threads[1])))
    expect(tipHeight()).toBe(height + 1)
    const { hash, time } = test.node.chain.tip()
    const lastBlock = { hash: toDisplayHex(hash), height: height + 1, time }
    expect(miner.status()).toMatchObject({ blocksFound: 1, lastBlock, blocksEver: 1 })
    const [coinbase] = test.node.chain.block(test.node.chain.tip())!.txs
    expect(miner.found(5)).toEqual([{ ...lastBlock, staked: false, reward: coinbase!.vout[0]!.value }])
  })

  it('reports waiting only with a reason, and stays mining between two blocks', () => {
    const reported: string[] = []
    miner.onChange(({ state, detail }) => reported.push(`${state} ${detail}`))
    miner.setGenerate(true, 1)
    tick()
    threads[0]!.events.found(solve(newest()))
    submitRivalBlock()
    tick(0)
    tick()
    expect(new Set(reported)).toEqual(new Set(['mining ']))
    start({ alone: false })
    miner.setGenerate(true)
    expect(miner.status()).toMatchObject({ state: 'waiting', detail: expect.stringContaining('No peer') })
  })

  it('cancels a search at once when the tip changes, and works on the new tip', () => {
    miner.setGenerate(true, 1)
    tick()
    const first = newest()
    submitRivalBlock()
    expect(threads[0]!.oldest).toBeGreaterThan(first.id)
    expect(miner.status().state).toBe('mining')
    tick(0)
    expect(newest().id).toBeGreaterThanOrEqual(threads[0]!.oldest)
    expect(toHex(newest().header.subarray(4, 36))).toBe(toHex(test.node.chain.tip().hash))
    const height = tipHeight()
    threads[0]!.events.found(solve(first))
    expect(tipHeight()).toBe(height)
    threads[0]!.events.found(solve(newest()))
    expect(tipHeight()).toBe(height + 1)
  })

  it('updates the template after five seconds without cancelling the current search', () => {
    miner.setGenerate(true, 1)
    tick()
    const first = newest()
    const tx = test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(1).p2pkh }], 1_000n)
    test.mempool.accept(tx, { rejectAbsurdFee: false })
    tick(4_000)
    expect(newest()).toBe(first)
    tick(1_000)
    const second = newest()
    expect(second.id).toBeGreaterThan(first.id)
    expect(threads[0]!.oldest).toBeLessThanOrEqual(first.id)
    const height = tipHeight()
    threads[0]!.events.found(solve(first))
    expect(tipHeight()).toBe(height + 1)
    expect(test.mempool.size()).toBe(1)
  })

  it('builds a new header every half minute', () => {
    miner.setGenerate(true, 1)
    tick()
    const first = newest()
    tick(29_999)
    expect(newest()).toBe(first)
    tick(1)
    expect(newest().id).toBe(first.id + 1)
  })

  it('ignores a solution whose hash does not meet the target', () => {
    miner.setGenerate(true, 1)
    tick()
    const height = tipHeight()
    const find = solve(newest())
    const worthless = { ...find, header: find.header.slice() }
    do increment(worthless.header.subarray(-32))
    while (
      hashNumber(blockHash(readHeader(new ByteReader(new Uint8Array([...worthless.header, 36, ...find.solution]))))) <=
      newest().target
    )
    threads[0]!.events.found(worthless)
    expect(tipHeight()).toBe(height)
    expect(miner.status().blocksFound).toBe(0)
  })

  it('waits while it has no peer, unless it may mine alone, and while the chain is syncing', () => {
    start({ alone: false })
    miner.setGenerate(true)
    tick()
    expect(miner.status()).toMatchObject({
      state: 'waiting',
      threads: 0,
      detail: expect.stringContaining('-testnode=1'),
    })
    connections = 1
    syncState = 'blocks'
    tick()
    expect(miner.status()).toMatchObject({ state: 'waiting', detail: 'The chain is still being downloaded.' })
    syncState = 'synced'
    tick()
    expect(miner.status()).toMatchObject({ state: 'mining', threads: 2, detail: '' })
    connections = 0
    tick()
    expect(miner.status().state).toBe('waiting')
    expect(threads[0]!.oldest).toBeGreaterThan(newest().id)
  })

  it('reports a rate of 0 while it waits, and adds no history for that time', () => {
    miner.setGenerate(true, 1)
    tick()
    threads[0]!.count = 4
    tick(2_000)
    expect(miner.status()).toMatchObject({ solutionRate: 2, history: [2] })
    syncState = 'blocks'
    connections = 1
    for (let second = 0; second < 20; second++) tick()
    expect(miner.status()).toMatchObject({ state: 'waiting', solutionRate: 0, history: [2, 0] })
  })

  it('pays each block to a new key, and waits if the node has no key', () => {
    const [one, two] = [testKey(1).p2pk, testKey(2).p2pk]
    keys = [one, two, undefined]
    miner.setGenerate(true, 1)
    tick()
    tick(30_000)
    threads[0]!.events.found(solve(newest()))
    tick(0)
    threads[0]!.events.found(solve(newest()))
    const { chain } = test.node
    const paid = [chain.tip().prev!, chain.tip()].map((entry) => chain.block(entry)!.txs[0]!.vout[0]!.scriptPubKey)
    expect(paid.map(toHex)).toEqual([one, two].map(toHex))
    tick(0)
    expect(miner.status()).toMatchObject({ state: 'waiting', detail: expect.stringContaining('No key') })
  })

  it('waits with the error as reason while no key is available, then continues', () => {
    keyError = new Error('the wallet has no key left')
    miner.setGenerate(true)
    tick()
    expect(miner.status()).toMatchObject({ state: 'waiting', threads: 0, detail: 'the wallet has no key left' })
    keyError = undefined
    tick()
    expect(miner.status()).toMatchObject({ state: 'mining', threads: 2, detail: '' })
  })

  it('uses the requested number of threads, and none when disabled', () => {
    start({ cores: 3 })
    miner.setGenerate(true, 1_000_000)
    tick()
    expect(threads).toHaveLength(3)
    miner.setGenerate(true, 1)
    expect(threads.map(({ stopped }) => stopped)).toEqual([false, true, true])
    miner.setGenerate(false)
    expect(threads.every(({ stopped }) => stopped)).toBe(true)
    expect(miner.status()).toMatchObject({ generate: false, state: 'off', limit: 1, threads: 0 })
    expect(test.timers.waiting).toHaveLength(0)
    miner.setGenerate(true, 0)
    expect(miner.status()).toMatchObject({ generate: false, limit: 0 })
    miner.setGenerate(true, -7)
    expect(miner.status()).toMatchObject({ generate: true, limit: -1 })
  })

  it('reports the measured solutions per second', () => {
    const reported: number[] = []
    miner.onChange(({ solutionRate }) => reported.push(solutionRate))
    miner.setGenerate(true)
    tick()
    threads[0]!.count = 3
    threads[1]!.count = 4
    tick(2_000)
    expect(miner.status()).toMatchObject({ solutions: 7, solutionRate: 3.5 })
    expect(reported.at(-1)).toBe(3.5)
    miner.setGenerate(false)
    expect(miner.status().solutionRate).toBe(0)
  })

  it('pauses on battery, stops its threads at once, and resumes on mains power', () => {
    miner.setGenerate(true)
    tick()
    threads[0]!.count = 3
    tick(2_000)
    const job = newest()
    miner.setPower('battery')
    expect(threads.every(({ stopped, oldest }) => stopped && oldest > job.id)).toBe(true)
    expect(miner.status()).toMatchObject({ generate: true, state: 'paused', detail: '', threads: 0, solutionRate: 0 })
    expect(test.timers.waiting).toHaveLength(0)
    const height = tipHeight()
    threads[0]!.events.found(solve(job))
    expect(tipHeight()).toBe(height)
    miner.setPower('mains')
    tick(0)
    expect(miner.status()).toMatchObject({ state: 'mining', threads: 2, solutions: 3, power: 'mains' })
    miner.setPower('unknown')
    expect(miner.status().state).toBe('mining')
  })

  it('mines on battery if allowed, and pauses when that is revoked', () => {
    miner.setPower('battery')
    miner.setGenerate(true)
    expect(miner.status()).toMatchObject({ state: 'paused', pauseOnBattery: true })
    expect(threads).toHaveLength(0)
    miner.setPauseOnBattery(false)
    tick(0)
    expect(miner.status()).toMatchObject({ state: 'mining', threads: 2, pauseOnBattery: false })
    expect(record.pauseOnBattery()).toBe(false)
    miner.setPauseOnBattery(true)
    expect(miner.status()).toMatchObject({ state: 'paused', threads: 0 })
    miner.setGenerate(false)
    expect(miner.status().state).toBe('off')
    miner.setPower('mains')
    expect(miner.status().state).toBe('off')
    expect(test.timers.waiting).toHaveLength(0)
  })

  describe('at a later start', () => {
    const leave = (on: boolean, limit?: number) => {
      miner.setGenerate(on, limit)
      return miner.stop()
    }
    const begin = (options: Partial<SoloMinerOptions> = {}) => {
      start({ cores: 4, ...options })
      miner.begin()
      return miner.status()
    }

    it('keeps the number of cores, and reports the interruption instead of resuming', async () => {
      await leave(true, 1)
      expect(begin()).toMatchObject({ state: 'off', limit: 1, interrupted: true, resumeAtStart: false })
      expect(test.timers.waiting).toHaveLength(0)
      await miner.stop()
      // The interruption is reported again until the miner is switched on or off.
      expect(begin()).toMatchObject({ interrupted: true })
      miner.setGenerate(false)
      expect(miner.status().interrupted).toBe(false)
      expect(begin()).toMatchObject({ state: 'off', limit: 1, interrupted: false })
    })

    it('resumes on as many cores if allowed, and stays off if it was off', async () => {
      miner.setResumeAtStart(true)
      await leave(true, 3)
      expect(begin()).toMatchObject({ state: 'mining', limit: 3, interrupted: false, resumeAtStart: true })
      tick()
      expect(miner.status().threads).toBe(3)
      await leave(false)
      expect(begin()).toMatchObject({ state: 'off', limit: 3, interrupted: false })
    })

    it('pauses on battery and waits for peers after resuming', async () => {
      miner.setResumeAtStart(true)
      await leave(true)
      start()
      miner.setPower('battery')
      miner.begin()
      expect(miner.status()).toMatchObject({ generate: true, state: 'paused', threads: 0 })
      expect(test.timers.waiting).toHaveLength(0)
      miner.setPower('mains')
      tick(0)
      expect(miner.status()).toMatchObject({ state: 'mining', threads: 2 })
      await miner.stop()
      expect(begin({ alone: false })).toMatchObject({ generate: true, state: 'waiting' })
    })

    it('obeys the command line without saving its values', async () => {
      miner.setResumeAtStart(true)
      await leave(true, 2)
      expect(begin({ generate: false })).toMatchObject({ state: 'off', limit: 2, interrupted: false })
      expect(begin({ limit: 1 })).toMatchObject({ state: 'mining', limit: 1 })
      miner.setGenerate(false)
      expect(begin({ generate: true, limit: 3 })).toMatchObject({ state: 'mining', limit: 3 })
      await miner.stop()
      expect(begin()).toMatchObject({ state: 'off', limit: 2, interrupted: false })
    })

    it('keeps the earlier number of cores after setGenerate disabled it with 0 threads', async () => {
      await leave(true, 2)
      start()
      miner.setGenerate(true, 0)
      expect(begin()).toMatchObject({ state: 'off', limit: 2, interrupted: false })
    })
  })

  it('restarts the count of solutions when it is enabled', () => {
    miner.setGenerate(true, 1)
    tick()
    threads[0]!.count = 5
    miner.setGenerate(false)
    expect(miner.status().solutions).toBe(5)
    miner.setGenerate(true)
    expect(miner.status().solutions).toBe(0)
  })

  it('continues with the remaining threads, and turns off with a reason when all have failed', () => {
    miner.setGenerate(true)
    tick()
    threads[0]!.events.failed(new Error('no memory'))
    expect(miner.status()).toMatchObject({ generate: true, threads: 1 })
    threads[1]!.events.failed(new Error('no memory'))
    expect(miner.status()).toMatchObject({ generate: false, state: 'off', threads: 0, detail: 'no memory' })
  })

  it('stays off permanently after stop()', async () => {
    miner.setGenerate(true)
    tick()
    await miner.stop()
    expect(threads.every(({ stopped }) => stopped)).toBe(true)
    miner.setGenerate(true)
    expect(miner.status().generate).toBe(false)
    submitRivalBlock()
    expect(test.timers.waiting).toHaveLength(0)
  })
})

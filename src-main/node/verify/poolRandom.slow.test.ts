import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { BRANCH_ID } from '../consensus/index.ts'
import { SCRIPT_FLAGS } from '../script/index.ts'
import { buildTransaction, nightly, silentLogger, testRandom } from '../testing/index.ts'
import { PoolVerifier, type ScriptJob } from './index.ts'

const RUNS = nightly() ? 150 : 5
const upgrades = { configured: { overwinter: 1, sapling: 1 }, automatic: null }

/** Behaviour of a worker: frequencies per thousand jobs, and the duration of sleeps. */
interface Habits {
  readonly seed: number
  /** ends without finishing the current job */
  readonly dies: number
  /** sleeps before it reads the job, or before it answers */
  readonly dozes: number
  readonly millis: number
  /** reports a failed job without running it */
  readonly slanders: number
}

/**
 * Returns a worker that is slow, dies and reports false failures, but reports success only for jobs that it verified.
 */
function workerText({ seed, dies, dozes, millis, slanders }: Habits): string {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  return `import { parentPort, threadId, workerData } from 'node:worker_threads'
    import { runJob } from ${module('./jobCodec.ts')}
    import { JobQueue, RESULT } from ${module('./jobQueue.ts')}
    const queue = new JobQueue(workerData.queue)
    let state = (${seed} + threadId) >>> 0
    const chance = (of) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return (state >>> 8) % 1000 < of
    }
    const doze = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${millis})
    const good = (job) => {
      try {
        return runJob(queue.bytesOf(job), true)
      } catch {
        return false
      }
    }
    setImmediate(() => {
      parentPort.postMessage('begun')
      while (!queue.stopped()) {
        const job = queue.claim()
        if (job === undefined) {
          queue.waitForJobs()
          continue
        }
        if (chance(${dies})) process.exit(1)
        if (chance(${dozes})) doze()
        const answer = !chance(${slanders}) && good(job) ? RESULT.OK : RESULT.FAILED
        if (chance(${dozes})) doze()
        queue.finish(job, answer)
      }
    })`
}

/** Creates a job. Its output, which is never run, makes it as large as requested. */
function createJob(size: number, good: boolean): ScriptJob {
  const scriptPubKey = Uint8Array.of(good ? 0x51 : 0x00)
  const outpoint = { hash: new Uint8Array(32).fill(1), index: 0 }
  const inputs = [{ outpoint, value: 5n, scriptPubKey, scriptSig: new Uint8Array(0) }]
  const outputs = [{ value: 5n, scriptPubKey: new Uint8Array(size) }]
  const tx = buildTransaction({ inputs, outputs }, upgrades, 5)
  return { tx, spent: [{ value: 5n, scriptPubKey }], flags: SCRIPT_FLAGS.BLOCK, branchId: BRANCH_ID.sapling }
}

const JOBS = [10, 1_000, 60_000, 700_000, 3_000_000, 5_000_000].map(
  (size) => [createJob(size, true), createJob(size, false)] as const,
)

const habits = fc.record({
  seed: fc.nat(0xffffffff),
  dies: fc.constantFrom(0, 0, 1, 30),
  dozes: fc.constantFrom(0, 2, 20),
  millis: fc.constantFrom(5, 60, 250),
  slanders: fc.constantFrom(0, 5, 1_000),
})
const act = fc.record({
  op: fc.constantFrom('add', 'add', 'add', 'large', 'many', 'help', 'state', 'finish', 'pause'),
  count: fc.integer({ min: 1, max: 60 }),
  size: fc.nat(JOBS.length - 1),
  bad: fc.option(fc.nat(400), { freq: 4 }),
})

describe('PoolVerifier with faulty workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pool-random-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let runs = 0

  type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

  async function run(each: Habits, threads: number, stallMillis: number, acts: readonly Act[]): Promise<void> {
    const file = join(folder, `${++runs}.mjs`)
    writeFileSync(file, workerText(each))
    const pool = new PoolVerifier(
      { ccEnabled: true, threads, stallMillis, workerUrl: pathToFileURL(file) },
      { logger: silentLogger, random: testRandom },
    )
    const group = pool.group()
    let tag = 0
    let firstBad: number | undefined
    const add = (size: number, good: boolean) => {
      if (!good) firstBad ??= tag
      group.add(JOBS[size]![good ? 0 : 1], tag++)
    }
    const checkState = () => {
      const { inputs, answered, failed } = group.state()
      if (firstBad === undefined || (!failed && inputs === 0)) expect([failed, firstBad]).toEqual([false, undefined])
      else if (answered > firstBad) expect(failed).toBe(true)
      if (inputs > 0) expect(answered).toBeLessThan(tag)
    }
    const finish = () => {
      expect(group.finish()?.tag).toBe(firstBad)
      firstBad = undefined
      expect(group.state()).toEqual({ inputs: 0, answered: Number.POSITIVE_INFINITY, failed: false })
    }
    try {
      for (const { op, count, size, bad } of acts) {
        if (op === 'add') for (let at = 0; at < count; at++) add(size % 3, at !== bad)
        if (op === 'large') for (let at = 0; at < 1 + (count % 6); at++) add(size, at !== bad)
        // More jobs than there are slots, while one job may remain outstanding.
        if (op === 'many') for (let at = 0; at < 100 * count; at++) add(0, at !== bad)
        if (op === 'help') group.help(count, size)
        if (op === 'finish') finish()
        // Simulates a caller that has nothing to verify for a while.
        if (op === 'pause') await delay(count)
        checkState()
      }
      finish()
    } finally {
      await pool.close()
    }
  }

  it('returns the correct result for every job, with any behaviour of the workers', async () => {
    const threads = fc.integer({ min: 1, max: 3 })
    const acts = fc.array(act, { minLength: 5, maxLength: 30 })
    // Shorter or longer than a worker sleeps.
    const stall = fc.constantFrom(20, 100, 1_000)
    await fc.assert(fc.asyncProperty(habits, threads, stall, acts, run), { numRuns: RUNS })
  })

  it('reuses its slots while a worker sleeps on one', async () => {
    const each = { seed: 1, dies: 0, dozes: 1, millis: 250, slanders: 0 }
    const many = { op: 'many', count: 60, size: 0, bad: null } as const
    const bad = { ...many, bad: 399 }
    await run(each, 2, 1_000, [many, { ...many, op: 'pause', count: 300 }, many, many, bad, many, many, many])
  })
})

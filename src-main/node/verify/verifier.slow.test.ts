import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import { BRANCH_ID } from '../consensus/index.ts'
import type { BlockHeader } from '../primitives/index.ts'
import { computeTxid, serializeHeaderWithoutSolution, solveEquihash48x5 } from '../primitives/index.ts'
import { ccScript, SCRIPT_FLAGS } from '../script/index.ts'
import { buildTransaction, silentLogger, type TestInput, testKey, testRandom } from '../testing/index.ts'
import { waitFor } from '../testing/waitFor.ts'
import { InlineVerifier, PoolVerifier, type ScriptJob, type Verifier } from './index.ts'

const upgrades = { configured: { overwinter: 1, sapling: 1 }, automatic: null }
const key = testKey(1)

/** Creates a transaction with one input per script. Inputs listed in `broken` carry another amount than was signed. */
function createJob(tag: number, scripts: readonly Uint8Array[], broken: readonly number[] = []): ScriptJob {
  const inputs: TestInput[] = scripts.map((scriptPubKey, index) => ({
    outpoint: { hash: new Uint8Array(32).fill(tag), index },
    value: 1000n,
    scriptPubKey,
    key,
    ...(scriptPubKey === cc && { tree: ccOne(0xe4, key.pub) }),
  }))
  const tx = buildTransaction({ inputs, outputs: [{ value: 5n, scriptPubKey: key.p2pkh }], lockTime: tag }, upgrades, 5)
  const spent = inputs.map(({ scriptPubKey }, index) => ({
    value: broken.includes(index) ? 999n : 1000n,
    scriptPubKey,
  }))
  return { tx, spent, flags: SCRIPT_FLAGS.BLOCK, branchId: BRANCH_ID.sapling }
}
const cc = ccScript(ccOne(0xe4, key.pub))

const random = testRandom
const pool = (options = {}): Verifier =>
  new PoolVerifier({ ccEnabled: true, threads: 2, ...options }, { logger: silentLogger, random })
const KINDS = {
  inline: () => new InlineVerifier({ ccEnabled: true }, { random }),
  pool,
}

const good = createJob(1, [key.p2pk, key.p2pkh])
const bad = createJob(2, [key.p2pkh, key.p2pk, key.p2pk], [1])
const conditional = createJob(3, [key.p2pk, cc])

function headerWith(solve: boolean): BlockHeader {
  const zero = new Uint8Array(32)
  const plain = { version: 4, prevHash: zero, merkleRoot: zero, finalSaplingRoot: zero, time: 7, bits: 0x200f0f0f }
  for (let nonce = 0; ; nonce++) {
    const header = { ...plain, nonce: new Uint8Array(32).fill(nonce), solution: new Uint8Array(36) }
    const [solution] = solveEquihash48x5(serializeHeaderWithoutSolution(header))
    if (solution !== undefined)
      return solve ? { ...header, solution } : { ...header, solution: solution.slice().fill(1, 9) }
  }
}

describe.each(Object.entries(KINDS))('%s verifier', (_, create) => {
  let verifier: Verifier
  beforeAll(() => {
    verifier = create()
  })
  afterAll(() => verifier.close())

  it('accepts inputs that are signed', () => {
    expect(verifier.verify(good)).toEqual({ ok: true })
  })

  it('returns the index of the first input that fails', () => {
    expect(verifier.verify(bad)).toEqual({ ok: false, inputIndex: 1, error: 'EVAL_FALSE' })
  })

  it('evaluates eval nodes, and accepts them without an evaluator', () => {
    const asked: unknown[] = []
    const evaluate = (answer: boolean) => (code: Uint8Array, inputIndex: number) => {
      asked.push([...code, inputIndex])
      return answer
    }
    expect(verifier.verify(conditional)).toEqual({ ok: true })
    expect(verifier.verify(conditional, evaluate(true))).toEqual({ ok: true })
    expect(verifier.verify(conditional, evaluate(false))).toEqual({ ok: false, inputIndex: 1, error: 'EVAL_FALSE' })
    expect(asked).toEqual([
      [0xe4, 1],
      [0xe4, 1],
    ])
  })

  it('gives a group the same results as single jobs', () => {
    const group = verifier.group()
    expect(group.finish()).toBeUndefined()
    for (let tag = 0; tag < 300; tag++) group.add(tag % 3 === 0 ? conditional : good, tag)
    expect(group.finish()).toBeUndefined()
    for (let tag = 0; tag < 300; tag++) group.add(tag >= 100 && tag % 50 === 7 ? bad : good, tag)
    expect(group.finish()).toEqual({ tag: 107, verdict: { ok: false, inputIndex: 1, error: 'EVAL_FALSE' } })
    expect(group.finish()).toBeUndefined()
  })

  it('returns results in the order of tags while jobs are added', async () => {
    const group = verifier.group()
    expect(group.state()).toEqual({ inputs: 0, answered: Number.POSITIVE_INFINITY, failed: false })
    for (let tag = 0; tag < 200; tag++) {
      group.add(good, tag)
      if (tag % 20 === 0) group.help(5, 1)
      expect(group.state().answered).toBeGreaterThan(tag - 200)
    }
    // Jobs in progress on other threads may add to this. A thread that the system has suspended delays the count of
    // jobs verified after its own.
    await waitFor(() => {
      group.help(8, 1)
      expect(group.state().inputs).toBeLessThanOrEqual(8 + 2 * 2)
    })
    for (let tag = 200; tag < 260; tag++) group.add(tag === 230 ? bad : good, tag)
    while (group.help(0, Number.POSITIVE_INFINITY));
    expect(group.finish()).toMatchObject({ tag: 230 })
    expect(group.state()).toEqual({ inputs: 0, answered: Number.POSITIVE_INFINITY, failed: false })
  })

  it('reports a failed job before the other jobs are finished', () => {
    const group = verifier.group()
    for (let tag = 0; tag < 40; tag++) group.add(tag === 10 ? bad : good, tag)
    while (!group.state().failed) group.help(0, 1)
    expect(group.finish()?.tag).toBe(10)
  })

  it('wraps around its memory without losing a job', () => {
    // 20 inputs that push 9 kB each: in total three times the queue's 8 MB.
    const push = Uint8Array.of(0x4d, 0x08, 0x02, ...new Uint8Array(520))
    const scriptSig = new Uint8Array(18 * push.length)
    for (let at = 0; at < 18; at++) scriptSig.set(push, at * push.length)
    const large = (tag: number, last: number): ScriptJob => ({
      ...good,
      tx: { ...good.tx, vin: Array(20).fill({ ...good.tx.vin[0]!, scriptSig }), lockTime: tag },
      spent: Array(20).fill({ value: 1n, scriptPubKey: Uint8Array.of(last) }),
    })
    const group = verifier.group()
    for (let tag = 0; tag < 140; tag++) {
      group.add(large(tag, tag === 130 ? 0x00 : 0x51), tag)
      if (tag % 7 === 0) group.help(40, 2)
    }
    expect(group.finish()).toMatchObject({ tag: 130, verdict: { inputIndex: 0, error: 'EVAL_FALSE' } })
  })

  it('accepts more jobs than fit into its queue', () => {
    // 40 inputs with large scripts each: the queue's 8 MB are filled several times over.
    const script = new Uint8Array(9_000).fill(0x61)
    script[8_999] = 0x51
    const large: ScriptJob = {
      ...good,
      tx: { ...good.tx, vin: Array(40).fill({ ...good.tx.vin[0]!, scriptSig: new Uint8Array(0) }) },
      spent: Array(40).fill({ value: 1n, scriptPubKey: script }),
    }
    const group = verifier.group()
    for (let tag = 0; tag < 60; tag++) group.add(tag === 50 ? bad : large, tag)
    // Each large script has too many operations, so the first one fails.
    expect(group.finish()).toMatchObject({ tag: 0, verdict: { ok: false, inputIndex: 0, error: 'OP_COUNT' } })
  })

  it('verifies proofs of work in order', () => {
    const solved = headerWith(true)
    const wrong = headerWith(false)
    const headers = [solved, wrong, solved, solved, wrong]
    expect(verifier.checkSolutions(headers, { n: 48, k: 5 })).toEqual([true, false, true, true, false])
    expect(verifier.checkSolutions([solved], { n: 48, k: 5, personal: 'NandKPoW' })).toEqual([false])
    expect(verifier.checkSolutions([], { n: 48, k: 5 })).toEqual([])
  })

  it('caches verified transactions per flags and branch', () => {
    const txid = computeTxid(good.tx)
    expect(verifier.isRemembered(txid, 5, 7)).toBe(false)
    verifier.remember(txid, 5, 7)
    expect(verifier.isRemembered(txid, 5, 7)).toBe(true)
    expect(verifier.isRemembered(txid, 4, 7)).toBe(false)
    expect(verifier.isRemembered(txid, 5, 8)).toBe(false)
    expect(verifier.isRemembered(computeTxid(bad.tx), 5, 7)).toBe(false)
  })

  it('rejects conditions on a chain without crypto-conditions', () => {
    const plain = new InlineVerifier({ ccEnabled: false }, { random })
    expect(plain.verify(conditional)).toMatchObject({ ok: false, error: 'BAD_OPCODE' })
  })
})

/** Blocks a thread forever, without the processor time of a loop. */
const HANG = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

describe('PoolVerifier with a faulty worker', () => {
  let dir: string
  const closed: Promise<void>[] = []
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'worker-'))
  })
  // Not after each test: a thread that hangs gets ten seconds before it is terminated.
  afterAll(async () => {
    await Promise.all(closed)
    rmSync(dir, { recursive: true, force: true })
  })

  /**
   * Runs a worker whose body has access to the queue. The verifier must still return every result correctly, in bounded
   * time.
   */
  async function survives(name: string, body: string): Promise<void> {
    const file = join(dir, `${name}.mjs`)
    const mark = join(dir, `${name}.begun`)
    const module = new URL('./jobQueue.ts', import.meta.url).href
    writeFileSync(
      file,
      `import { parentPort, workerData } from 'node:worker_threads'
       import { JobQueue, RESULT } from ${JSON.stringify(module)}
       import { writeFileSync } from 'node:fs'
       const queue = new JobQueue(workerData.queue)
       const mark = () => writeFileSync(${JSON.stringify(mark)}, '')
       function claim() {
         for (;;) {
           const job = queue.claim()
           if (job !== undefined) {
             mark()
             return job
           }
           queue.waitForJobs()
           if (queue.stopped()) process.exit()
         }
       }
       setImmediate(() => { parentPort.postMessage('begun'); ${body} })`,
    )
    const verifier = pool({ workerUrl: pathToFileURL(file), stallMillis: 150 })
    const group = verifier.group()
    for (let round = 0; round < 4; round++) {
      for (let tag = 0; tag < 60; tag++) group.add(round === 2 && tag > 30 ? bad : good, tag)
      // The worker has started, and has claimed a job if it ever does.
      await waitFor(() => expect(existsSync(mark)).toBe(true))
      expect(group.finish()?.tag).toBe(round === 2 ? 31 : undefined)
    }
    closed.push(verifier.close())
  }

  it('survives a worker that dies with a claimed job', () => survives('dies', 'claim(); process.exit(1)'))
  it('survives a worker that throws while starting', () =>
    survives('throws', 'mark(); throw new Error("no wasm here")'))
  it('survives a worker that hangs with a claimed job', () => survives('hangs', `claim(); ${HANG}`))
  it('survives a worker that fails every job', () => survives('fails', 'for (;;) queue.finish(claim(), RESULT.FAILED)'))
  it('survives a worker that never claims a job', () => survives('idles', `mark(); ${HANG}`))
  it('ignores results of a worker that answers too late', () =>
    survives(
      'late',
      `const job = claim()
       const until = Date.now() + 700
       while (Date.now() < until);
       queue.finish(job, RESULT.FAILED)
       for (;;) queue.finish(claim(), RESULT.FAILED)`,
    ))
})

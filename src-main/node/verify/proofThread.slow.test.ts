import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { recordingLogger } from '../rpc/testSupport.ts'
import { createShielded, EMPTY_FRONTIER, EMPTY_ROOTS, growTree, serializeFrontier } from '../shielded/index.ts'
import { parseVectorJob, transactionVectors } from '../shielded/testing/vectors.ts'
import { PoolVerifier } from './poolVerifier.ts'
import { ProofThread } from './proofThread.ts'

const real = transactionVectors('tx')
const tampered = transactionVectors('tampered')
const sapling = parseVectorJob(real.find(({ kind }) => kind === 'spend+output')!)
const wrong = tampered.find(({ field }) => field?.includes('bindingSig'))!
/** Transaction with an invalid PHGR13 proof, which the network does not check. */
const unproven = tampered.find(
  ({ reference, expect }) => reference !== undefined && expect === 'bad-txns-joinsplit-verification-failed',
)!

const inline = createShielded({ random: systemRandom() })
let log: ReturnType<typeof recordingLogger>
let proofs: ProofThread
beforeEach(() => {
  log = recordingLogger()
  proofs = new ProofThread({ logger: log.logger, inline })
})
afterEach(() => proofs.close())

describe('ProofThread', () => {
  it('returns the faults of transactions in the order in which they were added', async () => {
    const answers = await Promise.all([sapling, parseVectorJob(wrong), sapling].map((job) => proofs.verify(job)))
    expect(answers.map((refusal) => refusal?.reason ?? 'ok')).toEqual(['ok', wrong.expect, 'ok'])
  })

  it('verifies all transactions of a block together, and computes the resulting tree', async () => {
    const some = [sapling, sapling, sapling]
    expect(await proofs.verifyTogether(some)).toBe(true)
    expect(await proofs.verifyTogether([...some, parseVectorJob(wrong)])).toBe(false)
    const { sapling: kind } = inline.trees
    const before = { root: EMPTY_ROOTS.sapling, frontier: EMPTY_FRONTIER }
    const leaves = Array.from({ length: 5 }, (_, i) => new Uint8Array(32).fill(i + 1))
    const grown = await proofs.growTree({ ...before, frontier: serializeFrontier(EMPTY_FRONTIER) }, leaves)
    const expected = growTree(kind, before, leaves)
    expect(grown).toEqual({ root: expected.root, frontier: serializeFrontier(expected.frontier) })
  })

  it('rejects queued requests when it is closed', async () => {
    const waiting = Promise.allSettled([proofs.verifyTogether([sapling]), proofs.verify(sapling)])
    await proofs.close()
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(proofs.verify(sapling)).rejects.toThrow('ended')
  })

  it('logs and counts an invalid PHGR13 proof of a block', async () => {
    const phgr13 = parseVectorJob(real.find(({ kind }) => kind === 'joinsplit-phgr13')!)
    for (const job of [sapling, phgr13, parseVectorJob(unproven)]) proofs.report(job)
    expect(await proofs.verify(phgr13)).toBeUndefined()
    expect(proofs.falsePhgr13).toBe(1)
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', expect.stringContaining('PHGR13')],
    ])
  })

  it('verifies transactions on the calling thread if its own thread cannot run', async () => {
    await proofs.close()
    proofs = new ProofThread({ logger: log.logger, inline }, new URL('./nothing.ts', import.meta.url))
    expect((await proofs.verify(parseVectorJob(wrong)))?.reason).toBe(wrong.expect)
    expect(await proofs.verify(sapling)).toBeUndefined()
    // The block is validated when it connects.
    expect(await proofs.verifyTogether([sapling])).toBe(false)
    expect(log.lines[0]?.message).toContain('failed')
  })

  it('closes without having started a thread', async () => {
    await proofs.close()
    expect(proofs.falsePhgr13).toBe(0)
  })
})

describe('PoolVerifier for shielded parts', () => {
  it('leaves them to other threads while the calling thread sleeps briefly', async () => {
    const pool = new PoolVerifier(
      { ccEnabled: true, threads: 1, stallMillis: 600_000 },
      { logger: log.logger, random: systemRandom() },
    )
    const { verify } = pool.shielded
    let here = 0
    Object.assign(pool.shielded, {
      verify: (...given: Parameters<typeof verify>) => {
        here++
        return verify(...given)
      },
    })
    const group = pool.group()
    const many = Array.from({ length: 20 }, () => sapling)
    group.addShielded(many, 1)
    group.addShielded(many, 2)
    while (group.help(0, 10)) expect(group.state().failed).toBe(false)
    expect([group.state(), here]).toEqual([{ inputs: 0, answered: Number.POSITIVE_INFINITY, failed: false }, 0])
    await pool.close()
  })

  it('verifies them on the calling thread if the other threads do nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proofs-'))
    const silent = join(folder, 'silent.mjs')
    writeFileSync(silent, `import { parentPort } from 'node:worker_threads'\nparentPort.postMessage('begun')`)
    const options = { ccEnabled: true, threads: 1, stallMillis: 50, workerUrl: pathToFileURL(silent) }
    const pool = new PoolVerifier(options, { logger: log.logger, random: systemRandom() })
    const group = pool.group()
    group.addShielded(
      Array.from({ length: 20 }, () => sapling),
      1,
    )
    group.addShielded([parseVectorJob(wrong)], 2)
    while (group.help(0, 10));
    expect(group.finish()).toMatchObject({ tag: 2, verdict: { reason: wrong.expect } })
    await pool.close()
    rmSync(folder, { recursive: true })
  })
})

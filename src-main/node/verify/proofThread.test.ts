import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordingLogger } from '../rpc/testSupport.ts'
import { createShielded } from '../shielded/index.ts'
import { jobOf, transactionVectors } from '../shielded/testing/vectors.ts'
import { systemRandom } from '../util/index.ts'
import { createProofThread, type ProofThread } from './proofThread.ts'

const real = transactionVectors('tx')
const tampered = transactionVectors('tampered')
const sapling = jobOf(real.find(({ kind }) => kind === 'spend+output')!)
const wrong = tampered.find(({ field }) => field?.includes('bindingSig'))!
/** Its PHGR13 proof is false, which the network does not look at. */
const unproven = tampered.find(
  ({ reference, expect }) => reference !== undefined && expect === 'bad-txns-joinsplit-verification-failed',
)!

const inline = createShielded({ random: systemRandom() })
let log: ReturnType<typeof recordingLogger>
let proofs: ProofThread
beforeEach(() => {
  log = recordingLogger()
  proofs = createProofThread({ logger: log.logger, inline })
})
afterEach(() => proofs.close())

describe('the thread of proofs', () => {
  it('says what is wrong with a transaction, in the order in which they came', async () => {
    const answers = await Promise.all([sapling, jobOf(wrong), sapling].map(proofs.verify))
    expect(answers.map((refusal) => refusal?.reason ?? 'ok')).toEqual(['ok', wrong.expect, 'ok'])
  })

  it('logs and counts a PHGR13 proof of a block that does not hold', async () => {
    const phgr13 = jobOf(real.find(({ kind }) => kind === 'joinsplit-phgr13')!)
    for (const job of [sapling, phgr13, jobOf(unproven)]) proofs.report(job)
    expect(await proofs.verify(phgr13)).toBeUndefined()
    expect(proofs.falsePhgr13).toBe(1)
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', expect.stringContaining('PHGR13')],
    ])
  })

  it('does what a thread that cannot run leaves undone', async () => {
    await proofs.close()
    proofs = createProofThread({ logger: log.logger, inline }, new URL('./nothing.ts', import.meta.url))
    expect((await proofs.verify(jobOf(wrong)))?.reason).toBe(wrong.expect)
    expect(await proofs.verify(sapling)).toBeUndefined()
    expect(log.lines[0]?.message).toContain('failed')
  })

  it('is not there before the first transaction', async () => {
    await proofs.close()
    expect(proofs.falsePhgr13).toBe(0)
  })
})

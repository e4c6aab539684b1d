/** Entry of the thread beside the chain: verifies one shielded transaction after the other, and says what is wrong with each. */
import { parentPort } from 'node:worker_threads'
import { createShielded } from '../shielded/index.ts'
import { systemRandom } from '../util/index.ts'
import { readShieldedJobs } from './jobCodec.ts'
import type { ProofAnswer, ProofRequest } from './proofThread.ts'

const shielded = createShielded({ random: systemRandom() })

parentPort?.on('message', (message: ProofRequest | 'stop') => {
  if (message === 'stop') {
    parentPort?.close()
    return
  }
  const { bytes, verify } = message
  const [job] = readShieldedJobs(bytes)
  const refusal = verify ? shielded.verify([job!], { frugal: true })?.refusal : undefined
  const falsePhgr13 = refusal === undefined ? shielded.falsePhgr13Proofs(job!.tx) : []
  parentPort?.postMessage({ refusal, falsePhgr13 } satisfies ProofAnswer)
})
parentPort?.postMessage('begun')

/**
 * Entry of the proof thread. It verifies one shielded transaction at a time, and returns the fault of each. It also
 * does work for blocks in advance that would block the node's thread.
 */
import { parentPort } from 'node:worker_threads'
import { systemRandom } from '../core/index.ts'
import { createShielded, growTree, parseFrontier, serializeFrontier } from '../shielded/index.ts'
import { readShieldedJobs } from './jobCodec.ts'
import type { ProofAnswers, ProofRequest } from './proofThread.ts'
import type { SerializedTree } from './types.ts'

const shielded = createShielded({ random: systemRandom() })

parentPort?.on('message', (message: ProofRequest | 'stop') => {
  if (message === 'stop') parentPort?.close()
  else parentPort?.postMessage(answerTo(message))
})
parentPort?.postMessage('begun')

function answerTo(request: ProofRequest): ProofAnswers[ProofRequest['kind']] {
  switch (request.kind) {
    case 'transaction':
      return verifyTransaction(request.bytes, request.verify)
    case 'together':
      return shielded.verify(readShieldedJobs(request.bytes)) === undefined
    case 'tree':
      return grown(request.before, request.leaves)
  }
}

function verifyTransaction(bytes: Uint8Array, verify: boolean): ProofAnswers['transaction'] {
  const [job] = readShieldedJobs(bytes)
  if (verify) return { refusal: shielded.verify([job!], { frugal: true })?.refusal, falsePhgr13: [] }
  return { refusal: undefined, falsePhgr13: shielded.falsePhgr13Proofs(job!.tx) }
}

function grown({ root, frontier }: SerializedTree, leaves: readonly Uint8Array[]): SerializedTree {
  const { sapling } = shielded.trees
  const tree = growTree(sapling, { root, frontier: parseFrontier(sapling, frontier) }, leaves)
  return { root: tree.root, frontier: serializeFrontier(tree.frontier) }
}

import { COMMIT_EVERY_BLOCK, COMMIT_IN_BATCHES, type ImportPolicy } from '../../src-main/node/chain/index.ts'
import { branchIdAt } from '../../src-main/node/consensus/index.ts'
import { systemRandom } from '../../src-main/node/core/index.ts'
import {
  computeTxid,
  parseTransaction,
  serializeBlock,
  serializeTransaction,
  type Transaction,
} from '../../src-main/node/primitives/index.ts'
import { EMPTY_FRONTIER, proofCount, type ShieldedJob, serializeFrontier } from '../../src-main/node/shielded/index.ts'
import { emptySapling } from '../../src-main/node/shielded/testing/forge.ts'
import { parseVectorJob, transactionVectors } from '../../src-main/node/shielded/testing/vectors.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../../src-main/node/testing/index.ts'
import { PoolVerifier, SHIELDED_PARTS, type Verifier } from '../../src-main/node/verify/index.ts'
import { createFigures, type Record } from './figures.ts'

const TRANSACTIONS = 200
const FEE = 10_000n
const ROUNDS = 3
/** Slice length that sync gives to the pipeline. */
const SLICE_MS = 6

const real = transactionVectors('tx').map(parseVectorJob)
const sapling = real.filter(({ tx }) => tx.shieldedSpends.length > 0 && tx.shieldedOutputs.length > 0)

/**
 * Repeats real transactions until they contain as many proofs as the given jobs, to measure the cost of verification.
 */
function alike(jobs: readonly ShieldedJob[]): ShieldedJob[] {
  let left = jobs.reduce((sum, { tx }) => sum + proofCount(tx), 0)
  const some: ShieldedJob[] = []
  for (let i = 0; left > 0; i++) {
    const job = sapling[i % sapling.length]!
    some.push(job)
    left -= proofCount(job.tx)
  }
  return some
}

/**
 * Verifier that verifies real transactions instead of the given ones and then accepts the given ones, because this
 * bench cannot create proofs for its synthetic block.
 */
function believing(): Verifier {
  const pool = new PoolVerifier({ ccEnabled: true, threads: 1 }, { logger: silentLogger, random: systemRandom() })
  const begin = pool.group.bind(pool)
  const verifyTogether = pool.proofs.verifyTogether.bind(pool.proofs)
  Object.assign(pool.proofs, { verifyTogether: (jobs: readonly ShieldedJob[]) => verifyTogether(alike(jobs)) })
  return Object.assign(pool, {
    group() {
      const group = begin()
      const addShielded = group.addShielded.bind(group)
      return Object.assign(group, {
        addShielded: (jobs: readonly ShieldedJob[], tag: number) => addShielded(alike(jobs), tag),
      })
    },
  })
}

/** Builds a unique transaction with a spend, two outputs and a transparent output. */
function madeUp(number: number): Transaction {
  const { tx } = sapling[number % sapling.length]!
  const own = (raw: Uint8Array, at: number): Uint8Array => {
    const bytes = raw.slice()
    new DataView(bytes.buffer).setUint32(at, number)
    return bytes
  }
  const [spend, output] = [tx.shieldedSpends[0]!, tx.shieldedOutputs[0]!]
  const made: Transaction = {
    ...emptySapling(),
    vout: [{ value: 1_000n, scriptPubKey: testKey(number % 7).p2pkh }],
    valueBalance: 1_000n + FEE,
    shieldedSpends: [own(spend, 64)],
    shieldedOutputs: [own(output, 32), own(own(output, 32), 36)],
  }
  return parseTransaction(serializeTransaction(made))
}

interface Way {
  readonly name: string
  readonly policy: ImportPolicy
  /** true if the transactions were already verified on entering the mempool */
  readonly known: boolean
}
const WAYS: readonly Way[] = [
  { name: 'of the mempool', policy: COMMIT_EVERY_BLOCK, known: true },
  { name: 'never seen before', policy: COMMIT_EVERY_BLOCK, known: false },
  { name: 'while catching up', policy: COMMIT_IN_BATCHES, known: false },
]

function startNode(anchors: readonly Uint8Array[]): TestNode {
  const node = createTestNode({ verifier: believing })
  node.mine(anchors.length)
  // Adds the tree roots to which the transactions refer, as earlier blocks would have done.
  for (const [index, root] of anchors.entries()) {
    const pool = { root, frontier: serializeFrontier(EMPTY_FRONTIER), delta: 0n, value: 0n }
    node.storage.shielded.add({
      height: index + 1,
      sprout: pool,
      sapling: pool,
      nullifiers: { sprout: [], sapling: [] },
    })
  }
  return node
}

const threadMillis = (): number => process.threadCpuUsage().user / 1_000 + process.threadCpuUsage().system / 1_000

/** Returns the longest time that the block occupies the thread, in milliseconds, and the time until it is connected. */
async function connectOne({ policy, known }: Way): Promise<{ readonly longest: number; readonly seconds: number }> {
  const txs = Array.from({ length: TRANSACTIONS }, (_, number) => madeUp(number))
  const anchors = [...new Set(txs.map((tx) => Buffer.from(tx.shieldedSpends[0]!.subarray(32, 64)).toString('hex')))]
  const node = startNode(anchors.map((hex) => new Uint8Array(Buffer.from(hex, 'hex'))))
  try {
    const maker = startNode(anchors.map((hex) => new Uint8Array(Buffer.from(hex, 'hex'))))
    const block = maker.buildBlock({ txs, fees: FEE * BigInt(TRANSACTIONS) })
    maker.close()
    node.clock.advance(100_000)
    node.chain.acceptHeaders([block.header])
    const branchId = branchIdAt(node.chain.upgrades(), node.chain.tip().height + 1)
    if (known) for (const tx of block.txs.slice(1)) node.verifier.remember(computeTxid(tx), SHIELDED_PARTS, branchId)
    const outcomes: string[] = []
    const queue = node.importQueue
    queue.submit({ bytes: serializeBlock(block), done: ({ kind }) => void outcomes.push(kind) })
    const begun = performance.now()
    let longest = 0
    for (let more = true; more; ) {
      const before = threadMillis()
      more = queue.step({ policy: () => policy }, SLICE_MS)
      longest = Math.max(longest, threadMillis() - before)
      const { waiting } = queue
      if (!more && waiting !== undefined) {
        await waiting
        more = true
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    queue.finish()
    if (outcomes.join() !== 'connected' || node.chain.tip().header.merkleRoot.join() !== block.header.merkleRoot.join())
      throw new Error(`the block is not connected: ${outcomes.join()}`)
    return { longest, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await node.verifier.close()
    node.close()
  }
}

/** Measures how long a block full of shielded transactions blocks the event loop. */
export async function measureShieldedBlock(record: Record): Promise<void> {
  // Verifier threads do not keep the process alive.
  const alive = setInterval(() => undefined, 1_000)
  for (const way of WAYS) {
    const rounds: Awaited<ReturnType<typeof connectOne>>[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await connectOne(way))
    rounds.sort((a, b) => a.longest - b.longest)
    const { longest, seconds } = rounds[ROUNDS >> 1]!
    record({
      name: `shielded: ${TRANSACTIONS} in a block ${way.name}, longest piece of the thread`,
      value: longest,
      unit: 'ms',
      goal: { sense: '<', limit: 20 },
      note: `median of ${ROUNDS}; connected after ${seconds.toFixed(2)} s`,
    })
  }
  clearInterval(alive)
}

if (import.meta.main) {
  const { record, summarise } = createFigures()
  await measureShieldedBlock(record)
  summarise()
}

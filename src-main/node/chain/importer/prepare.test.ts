import { afterEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../core/index.ts'
import { parseTransaction, serializeBlock, serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { EMPTY_FRONTIER, readSpend, serializeFrontier } from '../../shielded/index.ts'
import { createTestNode, silentLogger, type TestNode } from '../../testing/index.ts'
import { vectorLines } from '../../testing/vectors.ts'
import { fromHex } from '../../util/index.ts'
import { SingleThreadVerifier, type Verifier } from '../../verify/index.ts'
import type { BlockOutcome } from '../types.ts'
import { COMMIT_EVERY_BLOCK } from './blocks.ts'

/** A transaction of Zcash's main chain with a spend and an output. */
const real = vectorLines<{ txid: string; hex: string }>('shielded/tx.jsonl').find(({ txid }) =>
  txid.startsWith('bd4fe81c'),
)!
const shielded = parseTransaction(fromHex(real.hex))

const nodes: TestNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) {
    await node.verifier.close()
    node.close()
  }
})

/** Starts a node that records shielded work done on the calling thread. */
function start() {
  const here: string[] = []
  const verifier = (): Verifier => {
    const lone = new SingleThreadVerifier({ ccEnabled: true }, { logger: silentLogger, random: systemRandom() })
    const own = { ...lone.shielded }
    const verify: typeof own.verify = (...given) => {
      here.push('proofs')
      return own.verify(...given)
    }
    const grow: typeof own.saplingTrees.grow = (before, leaves, claimed) => {
      if (!own.saplingTrees.isKnown(before, leaves)) here.push('tree')
      return own.saplingTrees.grow(before, leaves, claimed)
    }
    Object.assign(lone.shielded, { verify, saplingTrees: { ...own.saplingTrees, grow } })
    return lone
  }
  const node = createTestNode({ verifier })
  nodes.push(node)
  node.mine(3)
  const pool = { frontier: serializeFrontier(EMPTY_FRONTIER), delta: 0n, value: 0n }
  const sapling = { ...pool, root: readSpend(shielded.shieldedSpends[0]!).anchor }
  const sprout = { ...pool, root: new Uint8Array(32) }
  node.storage.shielded.add({ height: 3, sprout, sapling, nullifiers: { sprout: [], sapling: [] } })
  node.clock.advance(100_000)
  return { node, here }
}

/** Returns a block built by another node, and has this node accept its header. */
function sent({ node }: ReturnType<typeof start>, tx: Transaction): Uint8Array {
  const maker = start()
  const block = maker.node.buildBlock({ txs: [tx] })
  node.chain.acceptHeaders([block.header])
  return serializeBlock(block)
}

async function submit(node: TestNode, bytes: Uint8Array) {
  const outcomes: BlockOutcome[] = []
  const queue = node.importQueue
  queue.submit({ bytes, done: (outcome) => void outcomes.push(outcome) })
  let waited = 0
  for (let more = true; more; ) {
    more = queue.step({ policy: () => COMMIT_EVERY_BLOCK }, 10)
    if (more || queue.waiting === undefined) continue
    waited++
    await queue.waiting
    more = true
  }
  queue.finish()
  return { outcomes, waited }
}

describe('import of a shielded block near the tip', () => {
  it('waits for the proof thread and does no shielded work on the node thread', async () => {
    const target = start()
    const { outcomes, waited } = await submit(target.node, sent(target, shielded))
    expect([outcomes.map(({ kind }) => kind), waited, target.here]).toEqual([['connected'], 1, []])
    expect(target.node.chain.shieldedPools(target.node.chain.tip())!.sapling.delta).toBe(-10_000n)
  })

  it('rejects a block with an invalid proof after preparing it', async () => {
    const target = start()
    const bytes = serializeTransaction(shielded).slice()
    bytes.set([bytes.at(-5)! ^ 1], bytes.length - 5)
    const { outcomes, waited } = await submit(target.node, sent(target, parseTransaction(bytes)))
    const verdict = { reason: 'bad-txns-sapling-binding-signature-invalid', kind: 'inconclusive' }
    expect([waited, outcomes]).toMatchObject([1, [{ kind: 'invalid', verdict }]])
  })

  it('waits for no preparation if the header is unknown or the transactions do not match it', async () => {
    const [unknown, swapped] = [start(), start()]
    const block = serializeBlock(start().node.buildBlock({ txs: [shielded] }))
    expect((await submit(unknown.node, block)).waited).toBe(0)
    const other = sent(swapped, shielded).slice()
    other.set([other.at(-70)! ^ 1], other.length - 70)
    const { outcomes, waited } = await submit(swapped.node, other)
    expect([waited, outcomes]).toMatchObject([0, [{ kind: 'refused', verdict: { reason: 'bad-txnmrklroot' } }]])
  })

  it('reuses the preparation when a trusted caller submits the block', async () => {
    const { node, here } = start()
    const bytes = serializeBlock(start().node.buildBlock({ txs: [shielded] }))
    await node.chain.prepareBlock(bytes)
    expect([node.chain.submitBlock(bytes), here]).toEqual([null, []])
  })
})

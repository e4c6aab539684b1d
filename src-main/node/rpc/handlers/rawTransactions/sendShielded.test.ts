import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../../core/index.ts'
import { createTestMempool, type TestMempool } from '../../../mempool/testing/testMempool.ts'
import { EMPTY_FRONTIER, readSpend, serializeFrontier } from '../../../shielded/index.ts'
import { parseVectorJob, transactionVectors } from '../../../shielded/testing/vectors.ts'
import { silentLogger, turnsDuring } from '../../../testing/index.ts'
import { fromHex, toHex } from '../../../util/index.ts'
import { SingleThreadVerifier } from '../../../verify/index.ts'
import { createRawTransactionHandlers } from './rawTransactions.ts'

/** A transaction of Zcash's main chain with one spend and one output. Only its fee is transparent. */
const real = transactionVectors('tx').find(({ txid }) => txid.startsWith('bd4fe81c'))!
const anchor = readSpend(parseVectorJob(real).tx.shieldedSpends[0]!).anchor
const context = { signal: new AbortController().signal, progress: () => undefined }

let test: TestMempool
/** Number of shielded transactions verified on this thread. */
let here: number
beforeEach(() => {
  here = 0
  const verifier = () => {
    const lone = new SingleThreadVerifier({ ccEnabled: true }, { logger: silentLogger, random: systemRandom() })
    const { verify } = lone.shielded
    const counted: typeof verify = (...given) => {
      here++
      return verify(...given)
    }
    Object.assign(lone.shielded, { verify: counted })
    return lone
  }
  test = createTestMempool({}, { verifier })
  const pool = { root: anchor, frontier: serializeFrontier(EMPTY_FRONTIER), delta: 0n, value: 0n }
  const nullifiers = { sprout: [], sapling: [] }
  const { storage, chain } = test.node
  storage.shielded.add({ height: chain.tip().height, sprout: pool, sapling: pool, nullifiers })
})
afterEach(async () => {
  await test.node.verifier.close()
  test.close()
})

const send = async (hexstring: string): Promise<unknown> => {
  const { node, mempool } = test
  const handlers = createRawTransactionHandlers({ params: node.params, chain: node.chain, mempool, spentIndex: false })
  return await handlers.sendrawtransaction({ hexstring, allowhighfees: false }, context as never)
}

describe('sendrawtransaction of a shielded transaction', () => {
  it('returns after another thread has verified it, and yields to the event loop', async () => {
    const turns = await turnsDuring(async () => expect(await send(real.hex)).toBe(real.txid))
    expect([test.mempool.size(), here]).toEqual([1, 0])
    expect(turns).toBeGreaterThan(0)
    // The transaction is now in the mempool.
    expect(await send(real.hex)).toBe(real.txid)
  })

  it('returns the error of an invalid proof that another thread found', async () => {
    const bytes = fromHex(real.hex).slice()
    bytes.set([bytes.at(-5)! ^ 1], bytes.length - 5)
    await expect(send(toHex(bytes))).rejects.toThrow('16: bad-txns-sapling-binding-signature-invalid')
    expect([test.mempool.size(), here]).toEqual([0, 0])
  })

  it('rejects an invalid transaction without verifying its proofs', async () => {
    await send(real.hex)
    test.node.mineBlock({ txs: [parseVectorJob(real).tx] })
    await expect(send(real.hex)).rejects.toThrow('joinsplit-requirements-not-met')
    expect(here).toBe(0)
  })
})

import { Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { branchIdAt } from '../../../consensus/index.ts'
import { serializeTransaction } from '../../../primitives/index.ts'
import { createTestNode, testKey } from '../../../testing/index.ts'
import { createChainModel } from '../../testing/chainModel.ts'
import { createMempoolModel } from '../../testing/mempoolModel.ts'
import { buildClaim } from '../build.ts'
import { FAUCET_POOL_SCRIPT } from '../validate.ts'
import type { SearchTask } from './attempts.ts'
import { startThreadSearch } from './thread.ts'

/** Creates a task that no attempt fulfils. */
function endlessTask(): SearchTask {
  const node = createTestNode({ args: ['-ac_name=SEARCH', '-ac_supply=1000', '-ac_cc=2', '-regtest'] })
  const upgrades = node.chain.upgrades()
  node.close()
  const coins = [
    {
      outpoint: { hash: new Uint8Array(32).fill(0x51), index: 0 },
      value: 20_000_000n,
      scriptPubKey: FAUCET_POOL_SCRIPT,
    },
  ]
  const context = {
    mempool: createMempoolModel(createChainModel()),
    height: 1,
    upgrades,
    keys: { keyOf: () => undefined, scriptOf: () => undefined },
    pubkey: testKey(1).pub,
  }
  return {
    transaction: serializeTransaction(buildClaim(coins, 1, context)),
    amounts: coins.map(({ value }) => value),
    branchId: branchIdAt(upgrades, 1),
    counter: 1,
    seed: new Uint8Array(32),
    zeroBits: 200,
  }
}

describe('startThreadSearch', () => {
  it('never terminates a thread that is still loading', async () => {
    const terminate = vi.spyOn(Worker.prototype, 'terminate').mockImplementation(async () => 0)
    const task = endlessTask()
    const unexpected = (what: unknown) => {
      throw new Error(`nothing should happen: ${String(what)}`)
    }
    const events = { found: unexpected, failed: unexpected }
    for (let round = 0; round < 5; round++) {
      const searches = Array.from({ length: 3 }, () => startThreadSearch(task, events, { load: 60_000, end: 10_000 }))
      // Stop immediately in the first round, and at later stages of loading in the others.
      for (let turn = 0; turn < round * 40; turn++) await new Promise(setImmediate)
      await Promise.all(searches.map((search) => search.stop()))
      expect(searches.map((search) => search.attempts() >= 0)).toEqual([true, true, true])
    }
    expect(terminate).not.toHaveBeenCalled()
    terminate.mockRestore()
  })
})

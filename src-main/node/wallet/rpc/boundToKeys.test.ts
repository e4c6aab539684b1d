import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import { createMemoCache } from '../../contracts/framework/memoCache.ts'
import { parsePlanName } from '../../contracts/framework/planName.ts'
import type { ContractContext } from '../../contracts/index.ts'
import { buildRewardsLock, buildRewardsPlan } from '../../contracts/rewards/index.ts'
import { createCcView } from '../../mempool/index.ts'
import { createMarketNode, type MarketNode, type TestKey, testKey } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { openWallet, type Wallet } from '../index.ts'
import { countingRandom } from '../testing/index.ts'
import { listAssetsBoundToKeys } from './boundToKeys.ts'

const [old, other] = [testKey(1), testKey(5)]

let market: MarketNode
let wallet: Wallet
let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bound-'))
  market = createMarketNode()
  const { node, mempool } = market
  wallet = openWallet(
    { params: node.params, directory, keyPool: 3, payRate: 0n, identity: () => old.pub, passphraseCost: 1024 },
    { chain: node.chain, mempool, clock: node.clock, random: countingRandom() },
  )
  node.chain.subscribe((update) => wallet.update(update))
  wallet.keys.import(old.priv, true, 'mine')
})
afterEach(() => {
  wallet.close()
  market.close()
  rmSync(directory, { recursive: true, force: true })
})

function reads() {
  const { node, mempool, addressIndex, indexes } = market
  const view = createCcView(node.chain, mempool, undefined)
  return { view, addressIndex, mempool, tokens: indexes.tokens, memo: createMemoCache() }
}
const contextFor = (key: TestKey): ContractContext => ({ ...market.context(key), ...reads() })

async function listRows(keys: readonly TestKey[]) {
  const found = await listAssetsBoundToKeys(
    wallet,
    keys.map(({ pub }) => pub),
    { reads: reads(), indexes: market.indexes },
    async () => undefined,
  )
  return found.map(({ kind, name, txid, pubkey, amount }) => [kind, name, toHex(txid), pubkey && toHex(pubkey), amount])
}

describe('findBoundToKeys', () => {
  it('lists locked rewards by plan name, and the role of the creator of a plan', async () => {
    for (const key of [old, other]) market.fund(key, 4, 3n * COIN)
    const terms = { apr: 5n * COIN, minSeconds: 0n, maxSeconds: 60n, minDeposit: 0n }
    const plan = market.send(buildRewardsPlan({ sbits: parsePlanName('GROW'), ...terms }, 2n * COIN, contextFor(old)))
    market.mine()
    const lock = { name: 'GROW', fundingTxid: plan, amount: COIN }
    const mine = market.send(buildRewardsLock(lock, contextFor(old)))
    market.send(buildRewardsLock(lock, contextFor(other)))
    market.mine()
    expect(await listRows([old])).toEqual([
      ['reward', 'GROW', toHex(mine), toHex(old.pub), COIN],
      ['role', 'rewards-plan', toHex(plan), toHex(old.pub), undefined],
    ])
    expect(await listRows([])).toEqual([])
  })
})

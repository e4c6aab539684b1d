import { afterEach, describe, expect, it } from 'vitest'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { createMarketNode, type MarketNode, type TestKey, testKey } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { createMemoCache } from '../framework/memoCache.ts'
import type { ContractDeps } from '../framework/rpc/contractGate.ts'
import { buildHeirClaim, buildHeirFund } from './index.ts'
import { createHeirHandlers } from './rpc.ts'

const [ann, bob, eve] = [testKey(0), testKey(1), testKey(2)]
const COIN = 100_000_000n

let market: MarketNode
afterEach(() => market.node.close())

function contextFor(key: TestKey): ContractContext {
  const { node, addressIndex, indexes } = market
  const transaction = (txid: Uint8Array) => {
    const found = node.chain.transaction(txid)
    return found && { tx: found.tx, txid, height: found.block.height, blockTime: found.block.time }
  }
  const view = { tip: () => node.chain.tip(), notarisedHeight: () => 0, transaction }
  return { ...market.context(key), addressIndex, tokens: indexes.tokens, memo: createMemoCache(), view }
}

function listed(key: TestKey | undefined, change: Partial<ContractDeps> = {}) {
  const { node, mempool, addressIndex, indexes } = market
  const deps = {
    ...{
      params: { ccEnabled: true, evalCodes: { disabled: new Set(), activationHeights: new Map() }, network: 'regtest' },
      chain: node.chain,
      mempool,
    },
    ...{ addressIndex, spentIndex: true, contractIndexes: indexes, pubkey: () => key?.pub, ...change },
  } as unknown as ContractDeps
  const list: (params: object, context: never) => unknown = createHeirHandlers(deps).listinheritances
  return list({}, undefined as never) as MethodResult<'listinheritances'>
}

describe('listinheritances', () => {
  it('returns to owner and heir the funds and the remaining waiting time', () => {
    market = createMarketNode()
    const confirm = (tx: Transaction) => {
      const txid = market.send(tx)
      market.mine()
      return txid
    }
    const request = { funds: '5', name: 'WILL', heir: bob.pub, inactivity: '1000', memo: '', tokenId: undefined }
    const plan = confirm(buildHeirFund(request, contextFor(ann)))
    const first = listed(ann)
    expect(first).toMatchObject({ usable: 'yes', total: 1, pubkey: toHex(ann.pub) })
    expect(first.rows[0]).toMatchObject({ own: true, inherits: false, coins: 5n * COIN, allowed: false, wait: 1001n })
    expect(listed(bob).rows[0]).toMatchObject({ own: false, inherits: true, name: 'WILL', inactivity: 1000n })
    expect(listed(eve).rows).toEqual([])

    const later = (seconds: number) => market.node.mineBlock({ time: market.node.chain.tip().time + seconds })
    later(600)
    expect(listed(bob).rows[0]?.wait).toBe(401n)
    confirm(buildHeirClaim(plan, '1', contextFor(ann)))
    const anew = listed(bob).rows[0]
    expect(anew).toMatchObject({ coins: 4n * COIN, wait: 1001n, since: market.node.chain.tip().time })
    later(1001)
    expect(listed(bob).rows[0]).toMatchObject({ allowed: true, wait: 0n })
  })

  it('returns why inheritances are unusable on this chain or node', () => {
    market = createMarketNode()
    const params = {
      ccEnabled: false,
      evalCodes: { disabled: new Set(), activationHeights: new Map() },
      network: 'regtest',
    } as unknown as ContractDeps['params']
    expect(listed(ann, { params })).toMatchObject({ usable: 'no-contract', pubkey: null, rows: [] })
    expect(listed(ann, { addressIndex: undefined }).usable).toBe('no-index')
    expect(listed(ann, { spentIndex: false }).usable).toBe('no-index')
    expect(listed(undefined).usable).toBe('no-key')
  })
})

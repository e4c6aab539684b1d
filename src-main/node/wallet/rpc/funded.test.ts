import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { createOrderPageHandlers } from '../../contracts/assets/rpc/pages.ts'
import { parseTransaction, type Transaction } from '../../primitives/index.ts'
import { createMarketNode, type MarketNode, testKey } from '../../testing/index.ts'
import type { SpendableCoin } from '../../transactions/index.ts'
import { fromHex, toDisplayHex } from '../../util/index.ts'
import { type Wallet, WalletError } from '../index.ts'
import { createFundedHandlers } from './funded.ts'

const [ann, ben] = [testKey(1), testKey(2)]
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

let market: MarketNode
let tokenid: string
/** coins with which the token key can pay; empty if the wallet's coins must be moved first */
let coins: SpendableCoin[]
let locked: boolean

beforeEach(() => {
  market = createMarketNode()
  for (const person of [ann, ben]) market.fund(person, 10, 300_000_000n)
  tokenid = toDisplayHex(market.createToken(ann))
  coins = []
  locked = false
})
afterEach(() => market.close())

/** Creates the handlers of a user whose coins are at addresses that contracts do not use. */
function createHandlers(person: typeof ann) {
  const { node, mempool, addressIndex, indexes } = market
  const wallet = {
    keys: {
      requireOpen() {
        if (locked) throw new WalletError('locked', 'locked')
      },
    },
    sender: {
      build: (outputs: readonly { script: Uint8Array; value: bigint }[]) => ({
        tx: node.pay(
          testKey(0),
          outputs.map(({ script, value }) => ({ scriptPubKey: script, value })),
          10_000n,
        ),
      }),
    },
  } as unknown as Wallet
  const deps = {
    ...{ params: node.params, chain: node.chain, mempool, addressIndex, contractIndexes: indexes, wallet },
    pubkey: () => person.pub,
    buildContext: () => market.context(person),
    walletCoins: { coins: () => coins },
    identityCoins: () => ({ coins: () => coins }),
  }
  return { ...createFundedHandlers(deps), ...createOrderPageHandlers(deps) }
}

type Prepared = Extract<MethodResult<'preparefunded'>, { result: 'success' }>

async function prepare(person: typeof ann, method: string, ...params: readonly string[]) {
  return (await createHandlers(person).preparefunded({ method, params: [...params] }, context)) as Prepared
}

const read = (hex: string): Transaction => parseTransaction(fromHex(hex))

/** Sends both transactions, the move first, and mines a block with them. */
function confirm({ move, hex, ...rest }: Prepared): string {
  if ('error' in rest) throw new Error(String(rest.error))
  const [first, second] = [read(move!), read(hex)]
  const moved = toDisplayHex(market.send(first))
  const txid = toDisplayHex(market.send(second))
  // In addition to the order's output, it spends only the moved coin.
  expect(toDisplayHex(second.vin[0]!.prevout.hash)).toBe(moved)
  market.mine()
  return txid
}

describe('orders paid with coins of other addresses', () => {
  it('consist of two transactions each when placed, filled and cancelled on both sides', async () => {
    const ask = confirm(await prepare(ann, 'tokenask', '10', tokenid, '0.5'))
    confirm(await prepare(ben, 'tokenfillask', tokenid, ask, '4'))
    const [left] = (await createHandlers(ann).listorders({ options: undefined }, context)).rows
    expect(left).toMatchObject({ order: ask, unitsleft: 6n, coinsleft: 300_000_000n, mine: true })
    confirm(await prepare(ann, 'tokencancelask', tokenid, left!.current))

    const bid = confirm(await prepare(ann, 'tokenbid', '3', tokenid, '0.25'))
    confirm(await prepare(ben, 'tokenfillbid', tokenid, bid, '1'))
    const [rest] = (await createHandlers(ann).listorders({ options: undefined }, context)).rows
    expect(rest).toMatchObject({ order: bid, unitsleft: 2n, coinsleft: 50_000_000n })
    confirm(await prepare(ann, 'tokencancelbid', tokenid, rest!.current))
    expect((await createHandlers(ann).listorders({ options: undefined }, context)).rows).toEqual([])
  })

  it('require no move if the coins suffice', async () => {
    coins = market.node.coins(ben)
    const built = await prepare(ben, 'tokenbid', '3', tokenid, '0.25')
    expect(built.move).toBeUndefined()
    market.send(read(built.hex))
  })

  it('fail if coins are not the problem, and while the wallet is locked', async () => {
    const refused = (person: typeof ann, method: string, ...params: readonly string[]) =>
      prepare(person, method, ...params)
    expect(await refused(ben, 'tokenask', '10', tokenid, '0.5')).toEqual({
      ...{ result: 'error', error: expect.stringMatching(/^couldnt create ask: no token inputs/) },
    })
    expect(await refused(ann, 'tokenask', '10', tokenid, '1abc')).toMatchObject({
      error: expect.stringMatching('price'),
    })
    expect(await refused(ann, 'tokencancelask', tokenid, 'x')).toEqual({ result: 'error', error: 'invalid parameter' })
    expect(await refused(ann, 'tokenfillask', tokenid, tokenid, '1')).toMatchObject({
      error: expect.stringMatching(/^couldnt fill ask: that transaction neither places/),
    })
    locked = true
    await expect(prepare(ann, 'tokenbid', '3', tokenid, '0.25')).rejects.toThrow('locked')
  })
})

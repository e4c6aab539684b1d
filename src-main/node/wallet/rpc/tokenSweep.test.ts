import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MAX_TOGETHER } from '#shared/rpc/methods/walletPurse.ts'
import { parseTransaction } from '../../primitives/index.ts'
import { createMarketNode, type MarketNode, type TestKey, testKey } from '../../testing/index.ts'
import { fromHex, toDisplayHex, toHex } from '../../util/index.ts'
import { type Wallet, WalletError } from '../index.ts'
import { createTokenSweepHandlers } from './tokenSweep.ts'

/** Two imported keys, a key of the phrase that holds coins, and its first account. */
const [ann, ben, carol, account] = [testKey(1), testKey(2), testKey(3), testKey(4)]
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

type Prepared = Extract<MethodResult<'preparetokensweep'>, { result: 'success' }>

let market: MarketNode
let accounts: readonly TestKey[]
let locked: boolean
/** whether the wallet has coins for fees */
let coins: boolean

beforeEach(() => {
  market = createMarketNode()
  for (const person of [ann, ben, carol]) market.fund(person, 1, 300_000_000n)
  accounts = [account]
  locked = false
  coins = true
})
afterEach(() => market.close())

function sweep() {
  const { node, mempool, addressIndex, indexes } = market
  const wallet = {
    keys: {
      used: () => [
        { pubkey: ann.pub, path: null },
        { pubkey: ben.pub, path: undefined },
        { pubkey: carol.pub, path: 'm/0' },
      ],
      requireOpen() {
        if (locked) throw new WalletError('locked', 'locked')
      },
    },
    keyring: { accounts: { list: () => accounts.map(({ pub }) => ({ pubkey: pub })) } },
  } as unknown as Wallet
  const { preparetokensweep } = createTokenSweepHandlers({
    ...{ params: node.params, chain: node.chain, mempool, addressIndex, contractIndexes: indexes, wallet },
    pubkey: () => undefined,
    buildContext: (pubkey) => ({ ...market.context(carol), pubkey }),
    walletCoins: { coins: () => (coins ? [...node.coins(carol), ...node.coins(account)] : []) },
  })
  return preparetokensweep({}, context) as Prepared | Promise<Prepared>
}

const mint = (key: TestKey, name: string, supply: bigint) =>
  toDisplayHex(market.createToken(key, { name: new TextEncoder().encode(name), supply }))
const send = ({ transactions }: Prepared) => transactions.map((hex) => market.send(parseTransaction(fromHex(hex))))
const held = (key: TestKey) =>
  market.indexes.tokens.holdings(key.pub).map(({ token, balance }) => [new TextDecoder().decode(token.name), balance])

describe('preparetokensweep', () => {
  it('moves every token of every key that the phrase does not restore, out of one coin, and nothing else', async () => {
    const [gold, silver, tin] = [mint(ann, 'GOLD', 250n), mint(ann, 'SILVER', 7n), mint(ben, 'TIN', 3n)]
    mint(carol, 'KEPT', 5n)
    const prepared = await sweep()
    expect(prepared).toMatchObject({
      ...{ result: 'success', destination: toHex(account.pub), left: 0, unmovable: 0 },
      moves: [
        { pubkey: toHex(ann.pub), tokenid: gold, name: 'GOLD', units: 250n },
        { pubkey: toHex(ann.pub), tokenid: silver, name: 'SILVER', units: 7n },
        { pubkey: toHex(ben.pub), tokenid: tin, name: 'TIN', units: 3n },
      ],
    })
    send(prepared)
    // On their way they are not moved again.
    expect(await sweep()).toEqual({ result: 'error', error: 'no tokens to move' })
    market.mine()
    expect(held(account)).toEqual([
      ['GOLD', 250n],
      ['SILVER', 7n],
      ['TIN', 3n],
    ])
    expect([held(ann), held(ben), held(carol)]).toEqual([[], [], [['KEPT', 5n]]])
    // Carol's one coin paid for all; what is left of it is the account's.
    const spent = market.node.coins(account).map(({ value }) => value)
    expect(spent).toHaveLength(1)
  })

  it('takes as many at a time as are sent together, and says what is left', async () => {
    for (let made = 0; made <= MAX_TOGETHER; made++) mint(ann, `T${made}`, 1n)
    const first = await sweep()
    expect([first.moves.length, first.left]).toEqual([MAX_TOGETHER, 1])
    send(first)
    market.mine()
    const second = await sweep()
    expect([second.moves.map(({ name }) => name), second.left]).toEqual([[`T${MAX_TOGETHER}`], 0])
  })

  it('leaves NFTs where they are, and counts them', async () => {
    const data = Uint8Array.of(0xf7, 1)
    market.createToken(ann, { name: new TextEncoder().encode('ONE'), supply: 1n, data })
    expect(await sweep()).toEqual({ result: 'error', error: 'no tokens to move' })
    mint(ben, 'TIN', 3n)
    expect(await sweep()).toMatchObject({ moves: [{ name: 'TIN' }], left: 0, unmovable: 1 })
  })

  it('is refused without coins for the fee, without a phrase, and while the wallet is locked', async () => {
    mint(ann, 'GOLD', 250n)
    coins = false
    expect(await sweep()).toEqual({ result: 'error', error: 'insufficient normal inputs for tx fee' })
    coins = true
    locked = true
    expect(sweep).toThrow('locked')
    accounts = []
    expect(sweep).toThrow('no recovery phrase')
  })
})

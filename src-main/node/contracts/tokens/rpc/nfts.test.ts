import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BURN_KEY, MOVABLE_NFT_CODES } from '#shared/protocol/contractRules.ts'
import { linkedNftData } from '#shared/protocol/nftData.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { parseTransaction } from '../../../primitives/index.ts'
import { createMarketNode, type MarketNode, type TestKey, testKey } from '../../../testing/index.ts'
import { fromDisplayHex, fromHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { createOrderListHandlers } from '../../assets/rpc/lists.ts'
import { createMarketHandlers } from '../../assets/rpc/market.ts'
import { createOrderHandlers } from '../../assets/rpc/orders.ts'
import { createTokenHandlers } from './tokens.ts'

const [ann, ben] = [testKey(1), testKey(2)]
const context: CallContext = { signal: new AbortController().signal, transport: 'http' }

describe.each(MOVABLE_NFT_CODES)('an NFT whose data start with the code %i', (code) => {
  let market: MarketNode
  let tokenid: string
  beforeEach(() => {
    market = createMarketNode()
    for (const person of [ann, ben]) market.fund(person, 20, 300_000_000n)
    const nft = { name: new TextEncoder().encode('DEED'), supply: 1n, data: Uint8Array.of(code, 7) }
    tokenid = toDisplayHex(market.createToken(ann, nft))
  })
  afterEach(() => market.close())

  function createHandlers(person: TestKey) {
    const { node, mempool, addressIndex, indexes } = market
    const deps = {
      ...{ params: node.params, chain: node.chain, mempool, addressIndex, contractIndexes: indexes },
      pubkey: () => person.pub,
      buildContext: () => market.context(person),
      walletCoins: { coins: () => node.coins(person) },
      identityCoins: () => ({ coins: () => node.coins(person) }),
    }
    return { ...createTokenHandlers(deps), ...createOrderHandlers(deps), ...createOrderListHandlers(deps) }
  }

  async function confirm(reply: unknown): Promise<string> {
    const { hex, error } = (await reply) as { hex?: string; error?: string }
    if (hex === undefined) throw new Error(error)
    const txid = market.send(parseTransaction(fromHex(hex)))
    market.mine()
    return toDisplayHex(txid)
  }

  const owners = () =>
    [ann, ben].map(({ pub }) => market.indexes.tokens.balance(fromDisplayHex(tokenid), pub)).join(' ')
  const sendNft = (from: TestKey, destpubkey: string) =>
    confirm(createHandlers(from).tokentransfer({ tokenid, destpubkey, amount: '1' }, context))

  it('changes its owner when sent, sent back and burned', async () => {
    await sendNft(ann, toHex(ben.pub))
    expect(owners()).toBe('0 1')
    await sendNft(ben, toHex(ann.pub))
    expect(owners()).toBe('1 0')
    await sendNft(ann, BURN_KEY)
    expect(owners()).toBe('0 0')
  })

  it('changes its owner when asks and bids are filled and cancelled', async () => {
    const [asAnn, asBen] = [createHandlers(ann), createHandlers(ben)]
    const ask = { numtokens: '1', tokenid, price: '0.5' }
    const withdrawn = await confirm(asAnn.tokenask(ask, context))
    expect(owners()).toBe('0 0')
    await confirm(asAnn.tokencancelask({ tokenid, asktxid: withdrawn }, context))
    expect(owners()).toBe('1 0')
    const asktxid = await confirm(asAnn.tokenask(ask, context))
    expect(await asBen.tokenorders({ tokenid }, context)).toMatchObject([{ funcid: 's', txid: asktxid, tokenid }])
    await confirm(asBen.tokenfillask({ tokenid, asktxid, fillunits: '1' }, context))
    expect(owners()).toBe('0 1')
    const bidtxid = await confirm(asAnn.tokenbid({ numtokens: '1', tokenid, price: '0.7' }, context))
    await confirm(asBen.tokenfillbid({ tokenid, bidtxid, fillamount: '1' }, context))
    expect(owners()).toBe('1 0')
    const dropped = await confirm(asBen.tokenbid({ numtokens: '1', tokenid, price: '0.2' }, context))
    await confirm(asBen.tokencancelbid({ tokenid, bidtxid: dropped }, context))
    expect(await asBen.tokenorders({ tokenid }, context)).toEqual([])
  })

  it('returns the link in its data in tokenmarket, truncated in listmarkets', async () => {
    const { node, mempool, addressIndex, indexes } = market
    const url = `https://pictures.example/${'a'.repeat(300)}.png`
    const data = fromHex(linkedNftData(toHex(Uint8Array.of(code)), url, ''))
    const id = toDisplayHex(market.createToken(ann, { name: new TextEncoder().encode('ART'), supply: 1n, data }))
    await confirm(createHandlers(ann).tokenask({ numtokens: '1', tokenid: id, price: '0.5' }, context))
    await confirm(createHandlers(ann).tokenask({ numtokens: '1', tokenid, price: '0.5' }, context))
    const markets = createMarketHandlers({
      ...{ params: node.params, chain: node.chain, mempool, addressIndex, contractIndexes: indexes },
      pubkey: () => ann.pub,
    })
    expect(await markets.tokenmarket({ tokenid: id, levels: 1 }, context)).toMatchObject({ link: url, movable: true })
    const { rows } = await markets.listmarkets({ limit: 9, offset: 0 }, context)
    expect(rows.map(({ name, link }) => [name, link])).toEqual([
      ['DEED', undefined],
      ['ART', url.slice(0, 200)],
    ])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { hash160 } from '../../../crypto/index.ts'
import {
  computeTxid,
  parseTransaction,
  proveTransactions,
  serializeHeader,
  serializeMerkleProof,
  serializeTransaction,
} from '../../../primitives/index.ts'
import { multisigScript, p2shScript } from '../../../script/index.ts'
import {
  createMarketNode,
  type MarketNode,
  mulberry32,
  nightly,
  type TestKey,
  testKey,
} from '../../../testing/index.ts'
import { fromHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { createOracleHandlers } from '../../oracles/rpc.ts'
import { bindCall } from '../../testing/bindCall.ts'
import { createGatewayBuildHandlers } from './builds.ts'
import { createGatewayHandlers } from './gateways.ts'
import { createGatewayListHandlers } from './lists.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const [ann, ben] = [testKey(1), testKey(2)]
/** Blocks until a transaction counts as settled: on regtest, every seventh block counts as notarised. */
const SETTLED = 8
const COIN = 'KMD'
const SUPPLY = 10_000_000n
const HEIGHT = '777'
const ZEROS = '0'.repeat(64)

let market: MarketNode
afterEach(() => market.node.close())

function createHandlers(person: TestKey) {
  const { node, mempool, addressIndex, indexes } = market
  const deps = {
    ...{ params: node.params, chain: node.chain, mempool, addressIndex, spentIndex: true, contractIndexes: indexes },
    pubkey: () => person.pub,
    buildContext: () => market.context(person),
    walletCoins: { coins: () => node.coins(person) },
  }
  return {
    ...{ ...createOracleHandlers(deps), ...createGatewayHandlers(deps) },
    ...{ ...createGatewayBuildHandlers(deps), ...createGatewayListHandlers(deps) },
  }
}

interface Reply {
  readonly hex?: string
  readonly error?: string
}

/** Sends the transaction that a call built. Returns its id. */
async function send(reply: unknown): Promise<string> {
  const { hex, error } = (await reply) as Reply
  if (hex === undefined) throw new Error(error)
  return toDisplayHex(market.send(parseTransaction(fromHex(hex))))
}

async function confirm(reply: unknown): Promise<string> {
  const txid = await send(reply)
  market.mine()
  return txid
}

/** Creates a transaction of the other chain that pays the signers, with its proof and the oracle data for its block. */
function paidOutside(signers: Uint8Array, receiver: TestKey, satoshis: bigint) {
  const { node } = market
  const tx = node.pay(testKey(0), [
    { value: 1_000n, scriptPubKey: receiver.p2pkh },
    { value: satoshis, scriptPubKey: signers },
  ])
  const txid = computeTxid(tx)
  const header = node.chain.tip().header
  const proof = toHex(serializeHeader(header)) + toHex(serializeMerkleProof(proveTransactions([txid], () => true)))
  const height = toHex(new Uint8Array(Uint32Array.of(Number(HEIGHT)).buffer))
  return {
    told: `${height}${'22'.repeat(32)}${toHex(txid)}`,
    terms: { cointxid: toDisplayHex(txid), claimvout: '0', deposithex: toHex(serializeTransaction(tx)), proof },
  }
}

/** Opens an oracle of the other chain with one publisher and one publication. */
async function openOracle(publisher: TestKey, data: string): Promise<string> {
  const calls = createHandlers(publisher)
  const oracletxid = await confirm(calls.oraclescreate({ name: COIN, description: '', format: 'Ihh' }, context))
  await confirm(calls.oraclesfund({ oracletxid }, context))
  await confirm(calls.oraclesregister({ oracletxid, datafee: '0.0002' }, context))
  const subscription = { oracletxid, publisher: toHex(publisher.pub), amount: '0.01' }
  await confirm(calls.oraclessubscribe(subscription, context))
  await confirm(calls.oraclesdata({ oracletxid, hexstr: data }, context))
  return oracletxid
}

function bindParams(tokenid: string, oracletxid: string, signers: readonly TestKey[], m = signers.length) {
  const keys = signers.map(({ pub }) => toHex(pub))
  const numbers = [String(SUPPLY), String(m), String(signers.length)]
  return bindCall([tokenid, oracletxid, COIN, ...numbers, ...keys, '60', '85', '188'])
}

const confirmDeep = () => market.node.mine(SETTLED)

describe('gateway RPC methods', () => {
  it('deposit coins, claim tokens and withdraw coins again', async () => {
    market = createMarketNode()
    for (const person of [ann, ben]) market.fund(person, 30, 20_000_000n)
    const [asAnn, asBen] = [createHandlers(ann), createHandlers(ben)]
    const outside = paidOutside(ann.p2pkh, ben, 400n)
    const oracletxid = await openOracle(ann, outside.told)
    const tokenid = toDisplayHex(market.createToken(ann, { supply: SUPPLY }))
    const bindtxid = await confirm(asAnn.gatewaysbind(bindParams(tokenid, oracletxid, [ann]), context))
    const at = { bindtxid, coin: COIN }
    const deposit = {
      ...{ ...at, ...outside.terms, height: HEIGHT, destpub: toHex(ben.pub), amount: '0.00000400' },
    }
    expect(asBen.gatewaysdeposit(deposit, context)).toMatchObject({
      error: 'gatewaysbind tx not yet confirmed/notarized',
    })
    confirmDeep()
    expect(asBen.gatewaysdeposit({ ...deposit, amount: '0.00000401' }, context)).toMatchObject({
      error: 'deposittxid didnt validate',
    })
    expect(asBen.gatewaysdeposit({ ...deposit, height: '778' }, context)).toMatchObject({
      error: `couldnt find merkleroot for ht.778 KMD oracle.${oracletxid} m.0 vs n.1`,
    })
    const deposittxid = await confirm(asBen.gatewaysdeposit(deposit, context))
    expect(asBen.gatewayspendingdeposits(at, context)).toMatchObject({
      pending: [{ deposittxid, amount: 0.000004, confirmed_or_notarized: false }],
    })
    const claim = { ...at, deposittxid, destpub: toHex(ben.pub), amount: '0.000004' }
    expect(asBen.gatewaysclaim(claim, context)).toMatchObject({
      error: 'gatewaysdeposit tx not yet confirmed/notarized',
    })
    confirmDeep()
    expect(asAnn.gatewaysclaim(claim, context)).toMatchObject({
      error: `invalid Gateways deposittxid ${deposittxid} 0 != 4e-06, remember claim must be done from destination pubkey from deposit tx!`,
    })
    await confirm(asBen.gatewaysclaim(claim, context))
    expect(market.indexes.tokens.balance(fromHex(tokenid).reverse(), ben.pub)).toBe(400n)
    expect(asBen.gatewayspendingdeposits(at, context)).toMatchObject({ pending: [] })
    const withdraw = { ...at, withdrawpub: toHex(ben.pub), amount: '0.000003' }
    const withdrawtxid = await confirm(asBen.gatewayswithdraw(withdraw, context))
    expect(asBen.gatewayswithdraw(withdraw, context)).toMatchObject({
      error: 'unable to create withdraw, another withdraw pending',
    })
    const signing = { withdrawtxid, coin: COIN, hex: 'abcd' }
    expect(asAnn.gatewayscompletesigning(signing, context)).toMatchObject({
      error: 'gatewayswithdraw tx not yet confirmed/notarized',
    })
    confirmDeep()
    expect(asAnn.gatewayspendingwithdraws(at, context)).toMatchObject({
      pending: [{ withdrawtxid, amount: '0.00000300', confirmed_or_notarized: true }],
      queueflag: 1,
    })
    const completesigningtx = await confirm(asAnn.gatewayscompletesigning(signing, context))
    expect(asBen.gatewaysprocessed(at, context)).toMatchObject({
      processed: [{ completesigningtxid: completesigningtx, withdrawtxid, hex: 'abcd' }],
      queueflag: 0,
    })
    confirmDeep()
    await confirm(asAnn.gatewaysmarkdone({ completesigningtx, coin: COIN }, context))
    expect(asBen.gatewaysprocessed(at, context)).toMatchObject({ processed: [] })
    expect(asBen.gatewaysinfo({ bindtxid }, context)).toMatchObject({ issued: '0.00000100' })
  })

  it('complete a withdrawal after two signers have signed', async () => {
    market = createMarketNode()
    for (const person of [ann, ben]) market.fund(person, 30, 20_000_000n)
    const [asAnn, asBen] = [createHandlers(ann), createHandlers(ben)]
    const script = multisigScript(2, [ann.pub, ben.pub])
    const outside = paidOutside(p2shScript(hash160(script)), ann, 400n)
    const oracletxid = await openOracle(ann, outside.told)
    const tokenid = toDisplayHex(market.createToken(ann, { supply: SUPPLY }))
    const terms = (signers: readonly TestKey[], m?: number) => bindParams(tokenid, oracletxid, signers, m)
    expect(() => asAnn.gatewaysbind(terms([ann, ben], 0), context)).toThrow('illegal M or N')
    expect(asAnn.gatewaysbind(terms([ann, testKey(7)]), context)).toMatchObject({
      error: 'M.\u0002 N.\u0002 but pubkeys[1] has no balance',
    })
    const bindtxid = await confirm(asAnn.gatewaysbind(terms([ann, ben]), context))
    expect(asAnn.gatewaysbind(terms([ann, ben]), context)).toMatchObject({
      error: expect.stringMatching(/^token balance on R\w+ 0!=0.1$/),
    })
    confirmDeep()
    const at = { bindtxid, coin: COIN }
    const own = { destpub: toHex(ann.pub), amount: '0.000004' }
    const deposit = { ...at, ...outside.terms, ...own, height: HEIGHT }
    const deposittxid = await confirm(asBen.gatewaysdeposit(deposit, context))
    confirmDeep()
    await confirm(asAnn.gatewaysclaim({ ...at, ...own, deposittxid }, context))
    const withdraw = { ...at, withdrawpub: toHex(ann.pub), amount: '0.000004' }
    const withdrawtxid = await confirm(asAnn.gatewayswithdraw(withdraw, context))
    confirmDeep()
    const complete = (last: string, calls = asBen) =>
      calls.gatewayscompletesigning({ withdrawtxid: last, coin: COIN, hex: 'abcd' }, context)
    expect(complete(withdrawtxid)).toMatchObject({ error: 'invalid number of signs!' })
    const step = await confirm(asAnn.gatewayspartialsign({ txidaddr: withdrawtxid, refcoin: COIN, hex: 'ab' }, context))
    expect(asBen.gatewayspendingwithdraws(at, context)).toMatchObject({
      pending: [{ withdrawtxid, number_of_signs: 1, last_txid: step, hex: 'ab' }],
    })
    await confirm(complete(step))
    expect(asBen.gatewayspendingwithdraws(at, context)).toMatchObject({ pending: [], queueflag: 1 })
  })
})

describe('gateway RPC methods on a random state', () => {
  it('build transactions that confirm, or return a reason', async () => {
    const random = mulberry32(12)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    market = createMarketNode()
    for (const person of [ann, ben]) market.fund(person, 60, 20_000_000n)
    const calls = [createHandlers(ann), createHandlers(ben)]
    const outside = paidOutside(ann.p2pkh, ben, 400n)
    const oracles = [await openOracle(ann, outside.told), ZEROS]
    const tokens = [ZEROS, ...[1, 2, 3].map(() => toDisplayHex(market.createToken(ann, { supply: SUPPLY })))]
    const known = { binds: [ZEROS], deposits: [ZEROS], withdraws: [ZEROS], steps: [ZEROS], completes: [ZEROS] }
    const usually = <T>(good: T, others: readonly T[]): T => (random() < 0.8 ? good : pick(others))
    const latest = (ids: readonly string[]) => usually(ids.at(-1)!, ids)
    const amount = () => usually('0.000004', ['0.000001', '0.00001', '0', '-1'])
    const keyText = () => toHex(pick([ann, ben]).pub)
    const coin = () => usually(COIN, ['BTC'])
    const txidOfStep = () => pick([latest(known.withdraws), latest(known.steps), pick(known.deposits)])
    const makers: readonly [keyof typeof known | undefined, (by: (typeof calls)[number]) => unknown][] = [
      [
        'binds',
        (by) => by.gatewaysbind(bindParams(pick(tokens), pick(oracles), usually([ann], [[ann, ben]]), 1), context),
      ],
      [
        'deposits',
        (by) =>
          by.gatewaysdeposit(
            {
              ...{ bindtxid: latest(known.binds), coin: coin(), ...outside.terms, height: usually(HEIGHT, ['5']) },
              ...{ destpub: keyText(), amount: amount() },
            },
            context,
          ),
      ],
      [
        undefined,
        (by) => {
          const at = { bindtxid: latest(known.binds), coin: coin(), deposittxid: latest(known.deposits) }
          return by.gatewaysclaim({ ...at, destpub: keyText(), amount: amount() }, context)
        },
      ],
      [
        'withdraws',
        (by) => {
          const at = { bindtxid: latest(known.binds), coin: coin() }
          return by.gatewayswithdraw({ ...at, withdrawpub: keyText(), amount: amount() }, context)
        },
      ],
      ['steps', (by) => by.gatewayspartialsign({ txidaddr: txidOfStep(), refcoin: coin(), hex: 'ab' }, context)],
      [
        'completes',
        (by) => by.gatewayscompletesigning({ withdrawtxid: txidOfStep(), coin: coin(), hex: 'ab' }, context),
      ],
      [undefined, (by) => by.gatewaysmarkdone({ completesigningtx: latest(known.completes), coin: coin() }, context)],
      [undefined, (by) => by.oraclesdata({ oracletxid: oracles[0]!, hexstr: usually(outside.told, ['ab']) }, context)],
      [undefined, (by) => by.oraclesfund({ oracletxid: pick(oracles) }, context)],
      [undefined, (by) => by.oraclesregister({ oracletxid: pick(oracles), datafee: '0.0002' }, context)],
      [
        undefined,
        (by) => by.oraclessubscribe({ oracletxid: pick(oracles), publisher: keyText(), amount: amount() }, context),
      ],
    ]
    // Registering again discards a publisher's earlier data, which would leave few possible deposits, so it has a low
    // weight.
    const weighted = [2, 3, 5, 4, 2, 5, 5, 3, 1, 1, 2].flatMap((weight, at) => Array<number>(weight).fill(at))
    const built = new Map<number, number>()
    const reasons = new Set<string>()
    for (let n = 0; n < (nightly() ? 2_000 : 600); n++) {
      const at = pick(weighted)
      const [kind, make] = makers[at]!
      let reply: Reply
      try {
        reply = (await make(pick(calls))) as Reply
      } catch (error) {
        expect(error).toBeInstanceOf(RpcError)
        reply = { error: (error as RpcError).message }
      }
      if (reply.hex === undefined) reasons.add(reply.error!)
      else {
        const txid = await send(reply)
        if (kind) known[kind].push(txid)
        built.set(at, (built.get(at) ?? 0) + 1)
      }
      if (random() < 0.3) market.mine()
      if (random() < 0.1) confirmDeep()
    }
    market.mine()
    expect(market.mempool.size()).toBe(0)
    // Each kind of transaction was built at least once, and many different errors occurred.
    expect([...built.keys()].sort((a, b) => a - b)).toEqual(makers.map((_, at) => at))
    expect(reasons.size).toBeGreaterThan(20)
  })
})

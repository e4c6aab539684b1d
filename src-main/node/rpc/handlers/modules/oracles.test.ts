import { afterEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { hash160, secp256k1 } from '../../../crypto/index.ts'
import { createBuildContext } from '../../../modules/index.ts'
import { moduleData } from '../../../modules/opReturn.ts'
import { type RecordedCall, readRecordedBlocks } from '../../../modules/testing/recorded.ts'
import { pubkeyCoinSource } from '../../../modules/transactionBuilder/normalInputs.ts'
import { parseTransaction, readTransaction, type Transaction } from '../../../primitives/index.ts'
import { isPayToCryptoCondition, type SigningKeys } from '../../../script/index.ts'
import {
  createMarketNode,
  createRecordedNode,
  type MarketNode,
  type RecordedNode,
  testKey,
  vectorLines,
} from '../../../testing/index.ts'
import { ByteReader, equal, fromHex, toDisplayHex, toHex } from '../../../util/index.ts'
import { createGatewayHandlers } from './gateways.ts'
import { createOracleHandlers } from './oracles.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const ARGS = ['-regtest', '-ac_supply=100000', '-ac_reward=1000000000', '-ac_cc=2']
/** Keys of the recorded nodes: A and C have the first, B the second. */
const PRIVATE = { A: '11'.repeat(32), B: '22'.repeat(32), C: '11'.repeat(32) }

/** The reference builds a subscription of no coins, which brings nothing to anybody. */
const NOTHING_PAID = { 787: '{"result":"error","error":"amount must be positive"}' }

let site: { close(): void } | undefined
afterEach(() => {
  site?.close()
  site = undefined
})

function handlersOf({ node, mempool, addressIndex, indexes }: RecordedNode, name: keyof typeof PRIVATE) {
  const { chain, params } = node
  const privateKey = fromHex(PRIVATE[name])
  const pubkey = secp256k1.publicKey(privateKey)
  const keys: SigningKeys = {
    keyOf: (hash) => (equal(hash, hash160(pubkey)) ? { privateKey, compressed: true } : undefined),
    scriptOf: () => undefined,
  }
  const { coinbaseMaturity } = params
  const deps = {
    ...{ params, chain, mempool, addressIndex, spentIndex: true, moduleIndexes: indexes },
    pubkey: () => pubkey,
    buildContext: (key: Uint8Array) => createBuildContext({ chain, mempool, keys }, key),
    walletCoins: pubkeyCoinSource({ addressIndex, chain, coinbaseMaturity }, pubkey),
  }
  return { ...createOracleHandlers(deps), ...createGatewayHandlers(deps) }
}

type Handlers = ReturnType<typeof handlersOf>
/** What is asked of these contracts, as far as it is here. */
const isOracleMethod = (method: string | null): method is keyof Handlers & string =>
  /^(oracles|gateways|importgateway)/.test(method ?? '') && Object.hasOwn(methods, method ?? '')

/** What a method answers, as it goes over the wire. */
async function replyOf(handlers: Handlers, method: keyof Handlers, params: readonly unknown[]): Promise<string> {
  const definition = methods[method]
  const names = definition.params.map(({ name }) => name)
  const given = Object.fromEntries(names.map((name, i) => [name, params[i]]))
  const call = handlers[method] as (given: unknown, context: CallContext) => unknown
  return definition.result.encode((await call(given, context)) as never)
}

/** What the module decides of a transaction: its own outputs, the conditions it spends, and the data. */
function shapeOf(hex: string, recorded: RecordedNode) {
  const tx: Transaction = parseTransaction(fromHex(hex))
  const { chain } = recorded.node
  const spent = tx.vin.flatMap(({ prevout }) => {
    const source = recorded.mempool.get(prevout.hash)?.tx ?? chain.transaction(prevout.hash)?.tx
    const script = source?.vout[prevout.index]?.scriptPubKey
    return script && isPayToCryptoCondition(script) ? [`${toHex(prevout.hash)}:${prevout.index}`] : []
  })
  const data = moduleData(tx)
  const own = { C: 1, F: 1, R: 3, S: 2, D: 3 }[String.fromCharCode(data![1]!)]!
  const outputs = tx.vout.slice(0, own).map(({ value, scriptPubKey }) => `${value} ${toHex(scriptPubKey)}`)
  return { spent, outputs, data: toHex(data!) }
}

describe.each([
  { part: '', name: '-ac_name=MODS', counts: { answered: 44, built: 37 }, different: NOTHING_PAID },
  { part: '_predate', name: '-ac_name=MODO', counts: { answered: 3, built: 7 }, different: {} },
])('the recorded calls$part', ({ part, name, counts, different }) => {
  it('have the recorded answers', async () => {
    const recorded = createRecordedNode([name, ...ARGS], readRecordedBlocks('mods1', `blocks${part}`))
    site = recorded
    let answered = 0
    let built = 0
    const refused: Record<number, string> = {}
    for (const { seq, method, node, params, tip, response_raw: raw, http_status } of vectorLines<RecordedCall>(
      `mods1/transcript${part}.jsonl`,
    )) {
      if (params === null || http_status === 0) continue
      recorded.advance(tip)
      if (method === 'sendrawtransaction' && raw?.includes('"error":null')) {
        recorded.send(readTransaction(new ByteReader(fromHex(String(params[0])))))
      }
      if (!isOracleMethod(method) || http_status !== 200) continue
      const theirs = /^\{"result":(.*),"error":null,"id":"m"\}/s.exec(raw ?? '')?.[1] ?? ''
      const ours = await replyOf(handlersOf(recorded, node as 'A'), method, params)
      const hex = (text: string) => /"hex":"(\w+)"/.exec(text)?.[1]
      const [theirHex, ourHex] = [hex(theirs), hex(ours)]
      if (theirHex === undefined) {
        expect(ours.replaceAll(' ', ''), `${seq} ${method}`).toBe(theirs.replaceAll(' ', ''))
        answered++
      } else if (ourHex === undefined) {
        refused[seq] = ours
      } else {
        expect(shapeOf(ourHex!, recorded), `${seq} ${method}`).toEqual(shapeOf(theirHex, recorded))
        built++
      }
    }
    expect(refused).toEqual(different)
    expect({ answered, built }).toEqual(counts)
  })
})

describe('what the methods build', () => {
  const [ann, ben] = [testKey(1), testKey(2)]

  function open() {
    const market: MarketNode = createMarketNode()
    site = market
    for (const person of [ann, ben]) market.fund(person, 30, 1_000_000n)
    const { node, mempool, addressIndex, indexes } = market
    const of = (person: typeof ann) =>
      createOracleHandlers({
        ...{ params: node.params, chain: node.chain, mempool, addressIndex, spentIndex: true, moduleIndexes: indexes },
        pubkey: () => person.pub,
        buildContext: () => market.context(person),
        walletCoins: { coins: () => node.coins(person) },
      })
    const send = (reply: unknown): string => {
      const { hex, error } = reply as { hex?: string; error?: string }
      if (hex === undefined) throw new Error(error)
      return toDisplayHex(market.send(parseTransaction(fromHex(hex))))
    }
    return { market, send, asAnn: of(ann), asBen: of(ben) }
  }

  it('confirms, from the oracle to data that follow one another before a block comes', async () => {
    const { market, send, asAnn, asBen } = open()
    const oracletxid = send(await asAnn.oraclescreate({ name: 'weather', description: 'Berlin', format: 's' }, context))
    market.mine()
    send(await asAnn.oraclesfund({ oracletxid }, context))
    market.mine()
    send(await asAnn.oraclesregister({ oracletxid, datafee: '0.0002' }, context))
    market.mine()
    const publisher = toHex(ann.pub)
    for (const amount of ['0.001', '0.0004', '0.0002']) {
      send(await asBen.oraclessubscribe({ oracletxid, publisher, amount }, context))
      market.mine()
    }
    expect(await asAnn.oraclesdata({ oracletxid, hexstr: '0548656c6c' }, context)).toMatchObject({
      error: 'data does not match length or content format specification',
    })
    for (const hexstr of ['0141', '0142', '0143']) send(await asAnn.oraclesdata({ oracletxid, hexstr }, context))
    market.mine()
    expect(market.mempool.ordered()).toEqual([])
    const info = (await asAnn.oraclesinfo({ oracletxid }, context)) as { registered: readonly { baton: string }[] }
    const batonaddress = info.registered[0]!.baton
    expect(info).toMatchObject({ registered: [{ publisher, datafee: '0.00020000', funds: '0.00100000' }] })
    const { samples } = (await asBen.oraclessamples({ oracletxid, batonaddress, num: '0' }, context)) as {
      samples: readonly { data: readonly string[] }[]
    }
    expect(samples.map(({ data }) => data[0]).sort()).toEqual(['A', 'B', 'C'])
    expect(await asBen.oraclesdata({ oracletxid, hexstr: '0141' }, context)).toMatchObject({
      error: 'datafee 0is illegal',
    })
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { parseTransaction, readTransaction } from '../../primitives/index.ts'
import { createMarketNode, createRecordedNode, type MarketNode, testKey, vectorLines } from '../../testing/index.ts'
import { ByteReader, fromHex, toDisplayHex, toHex } from '../../util/index.ts'
import { type RecordedCall, readRecordedBlocks } from '../testing/recorded.ts'
import { createRecordedHandlers, extractTxShape, MODS1_ARGS } from '../testing/recordedMods1.ts'
import { createOracleHandlers } from './rpc.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
/** The reference builds a subscription of 0 coins, which has no use. */
const NOTHING_PAID = { 787: '{"result":"error","error":"amount must be positive"}' }

let site: { close(): void } | undefined
afterEach(() => {
  site?.close()
  site = undefined
})

type Handlers = ReturnType<typeof createRecordedHandlers>
/** Returns true for supported methods of oracles and gateways. */
const isOracleMethod = (method: string | null): method is keyof Handlers & string =>
  /^(oracles|gateways|importgateway)/.test(method ?? '') && Object.hasOwn(methods, method ?? '')

/** Calls a method and returns its encoded reply. */
async function getReply(handlers: Handlers, method: keyof Handlers, params: readonly unknown[]): Promise<string> {
  const definition = methods[method]
  const names = definition.params.map(({ name }) => name)
  const given = Object.fromEntries(names.map((name, i) => [name, params[i]]))
  const call = handlers[method] as (given: unknown, context: CallContext) => unknown
  return definition.result.encode((await call(given, context)) as never)
}

describe.each([
  { part: '', name: '-ac_name=MODS', counts: { answered: 56, built: 40 }, different: NOTHING_PAID },
  { part: '_predate', name: '-ac_name=MODO', counts: { answered: 3, built: 7 }, different: {} },
])('recorded oracle and gateway calls$part', ({ part, name, counts, different }) => {
  it('return the recorded replies', async () => {
    const recorded = createRecordedNode([name, ...MODS1_ARGS], readRecordedBlocks('mods1', `blocks${part}`))
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
      const ours = await getReply(createRecordedHandlers(recorded, node as 'A'), method, params)
      const hex = (text: string) => /"hex":"(\w+)"/.exec(text)?.[1]
      const [theirHex, ourHex] = [hex(theirs), hex(ours)]
      if (theirHex === undefined) {
        expect(ours.replaceAll(' ', ''), `${seq} ${method}`).toBe(theirs.replaceAll(' ', ''))
        answered++
      } else if (ourHex === undefined) {
        refused[seq] = ours
      } else {
        expect(extractTxShape(ourHex!, recorded), `${seq} ${method}`).toEqual(extractTxShape(theirHex, recorded))
        built++
      }
    }
    expect(refused).toEqual(different)
    expect({ answered, built }).toEqual(counts)
  })
})

describe('oracle RPC methods', () => {
  const [ann, ben] = [testKey(1), testKey(2)]

  function open() {
    const market: MarketNode = createMarketNode()
    site = market
    for (const person of [ann, ben]) market.fund(person, 30, 1_000_000n)
    const { node, mempool, addressIndex, indexes } = market
    const of = (person: typeof ann) =>
      createOracleHandlers({
        ...{
          params: node.params,
          chain: node.chain,
          mempool,
          addressIndex,
          spentIndex: true,
          contractIndexes: indexes,
        },
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

  it('build transactions that confirm, from the oracle to several publications in one block', async () => {
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

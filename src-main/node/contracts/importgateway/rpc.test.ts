import { afterEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { type MethodName, methods } from '#shared/rpc/index.ts'
import { createMarketNode, type MarketNode, testKey, vectorLines } from '../../testing/index.ts'
import { createWithoutRulesHandlers } from '../framework/rpc/withoutRules.ts'
import type { RecordedCall } from '../testing/recorded.ts'
import { createImportGatewayHandlers } from './rpc.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const ann = testKey(1)

let market: MarketNode | undefined
afterEach(() => {
  market?.node.close()
  market = undefined
})

function handlers() {
  market = createMarketNode()
  const { node, mempool, addressIndex, indexes } = market
  const deps = {
    ...{ params: node.params, chain: node.chain, mempool, addressIndex, spentIndex: true, contractIndexes: indexes },
    pubkey: () => ann.pub,
    buildContext: () => market!.context(ann),
    walletCoins: { coins: () => node.coins(ann) },
  }
  return { ...createImportGatewayHandlers(deps), ...createWithoutRulesHandlers(deps) }
}

type Call = (params: Readonly<Record<string, unknown>>, context: CallContext) => unknown

describe('methods without a supported contract', () => {
  it('throw the recorded errors', () => {
    const calls = handlers() as unknown as Readonly<Record<string, Call>>
    let refused = 0
    for (const { method, response_raw: raw } of vectorLines<RecordedCall>('mods1/transcript.jsonl')) {
      if (!/^(importgateway|gateways)/.test(method ?? '')) continue
      const text = /"code":-1,"message":"(.*?)(\\n)?"\},"id"/.exec(raw ?? '')?.[1]
      if (text === undefined) continue
      refused++
      if (text.endsWith('-ac_import chains')) expect(() => calls[method!]!({}, context)).toThrow(text)
      // The dispatcher appends a line break to the usage text.
      else expect(methods[method as MethodName].usage).toBe(text)
    }
    expect(refused).toBe(11)
  })

  it('return the recorded errors of FSM, tokenconvert and import gateways on a chain without them', async () => {
    const calls = handlers()
    expect(await calls.FSMcreate({ name: 'a', states: 'b' }, context)).toEqual({
      error: 'couldnt create FSM transaction',
    })
    const lines = vectorLines<{ method: string | null; params: string[]; response_raw: string }>(
      'regtest/transcript.jsonl',
    ).filter(({ method }) => method === 'tokenconvert')
    expect(lines).toHaveLength(1)
    for (const { params, response_raw: raw } of lines) {
      const [evalcode = '', tokenid = '', pubkey = '', amount = ''] = params
      const answer = await calls.tokenconvert({ evalcode, tokenid, pubkey, amount }, context)
      expect(raw).toContain(`{"result":${methods.tokenconvert.result.encode(answer)},`)
      const of = (other: object) => calls.tokenconvert({ evalcode, tokenid, pubkey, amount, ...other }, context)
      expect(await of({ tokenid: 'x' })).toMatchObject({ error: 'invalid tokenid' })
      expect(await of({ amount: '0' })).toMatchObject({ error: 'amount must be positive' })
    }
    const zeros = '0'.repeat(64)
    expect(await calls.importgatewaymarkdone({ completesigningtx: zeros, coin: 'KMD' }, context)).toMatchObject({
      error: `invalid completesigning txid ${zeros}`,
    })
    const at = { bindtxid: zeros, coin: 'KMD' }
    expect(await calls.importgatewaypendingwithdraws(at, context)).toBe('')
    expect(await calls.importgatewayprocessed(at, context)).toBe('')
  })
})

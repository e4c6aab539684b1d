import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JsonObject, parseJson } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { createTestMining, type TestMining } from '../../../mining/testing/testMiner.ts'
import { COIN, parseTransaction, serializeBlock } from '../../../primitives/index.ts'
import { p2pkScript } from '../../../script/index.ts'
import { testKey } from '../../../testing/index.ts'
import { fromHex, toHex } from '../../../util/index.ts'
import { createBlockTemplateHandlers } from './blockTemplate.ts'

const context = (signal = new AbortController().signal): CallContext => ({ signal, transport: 'http' })

let test: TestMining
let stop: AbortController
let online: boolean
let scriptsDrawn: number
let ask: (
  request?: unknown,
  signal?: AbortSignal,
) => ReturnType<ReturnType<typeof createBlockTemplateHandlers>['getblocktemplate']>

beforeEach(() => {
  test = createTestMining()
  stop = new AbortController()
  online = true
  scriptsDrawn = 0
  const { node, mempool, templates, timers } = test
  const { getblocktemplate } = createBlockTemplateHandlers({
    params: node.params,
    chain: node.chain,
    mempool,
    templates,
    clock: node.clock,
    timers,
    pubkey: () => undefined,
    rewardScript: () => p2pkScript(testKey(scriptsDrawn++).pub),
    mayMineNow: () => online,
    stopping: stop.signal,
  })
  ask = (request, signal) => {
    const jsonrequestobject = request === undefined ? undefined : (parseJson(JSON.stringify(request)) as JsonObject)
    return getblocktemplate({ jsonrequestobject }, context(signal))
  }
})
afterEach(() => test.close())

/** Returns the template as a client parses it. */
async function template(request?: unknown) {
  const text = methods.getblocktemplate.result.encode(await ask(request))
  return JSON.parse(text) as {
    previousblockhash: string
    transactions: { data: string; fee: number; depends: number[]; sigops: number }[]
    coinbasetxn?: { data: string; fee: number; coinbasevalue: number; required: boolean }
    longpollid: string
    height: number
    curtime: number
  }
}

function pay(): void {
  const tx = test.node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(1).p2pkh }], 5000n)
  expect(test.mempool.accept(tx, { rejectAbsurdFee: false }).ok).toBe(true)
}

describe('getblocktemplate', () => {
  it('returns mempool transactions, and a coinbase that includes the fees', async () => {
    pay()
    const { transactions, coinbasetxn, height, previousblockhash } = await template()
    expect([height, previousblockhash]).toEqual([4, test.node.chain.tip().hashHex])
    expect(transactions).toMatchObject([{ depends: [], fee: 5000 }])
    expect(coinbasetxn).toMatchObject({ fee: -5000, required: true })
    const paid = parseTransaction(fromHex(coinbasetxn?.data ?? '')).vout[0]?.value
    expect(paid).toBe(BigInt((coinbasetxn?.coinbasevalue ?? 0) + 5000))
  })

  it('includes the coinbase in the transactions in mode disablecb', async () => {
    pay()
    const { transactions, coinbasetxn } = await template({ mode: 'disablecb' })
    expect([transactions.length, coinbasetxn]).toEqual([2, undefined])
  })

  it('uses one wallet key for all calls and templates', async () => {
    const first = await template()
    expect(await template()).toEqual(first)
    pay()
    test.node.mine(1)
    await template()
    expect(scriptsDrawn).toBe(1)
  })

  it('updates the time and the transactions of a template', async () => {
    const first = await template()
    test.node.clock.advance(30)
    expect((await template()).curtime).toBe(first.curtime + 30)
    pay()
    expect((await template()).transactions).toHaveLength(1)
  })

  it('requires peers except for proposals', () => {
    online = false
    expect(() => ask()).toThrow('Komodo is not connected!')
    expect(() => ask({ longpollid: `${test.node.chain.tip().hashHex}0` })).toThrow('Komodo is not connected!')
    expect(() => ask({ mode: 'proposal', data: '00' })).toThrow('Block decode failed')
  })

  it.each<[unknown, string]>([
    [{ mode: 5 }, 'Invalid mode'],
    [{ mode: 'other' }, 'Invalid mode'],
    [{ mode: 'proposal' }, 'Missing data String key for proposal'],
    [{ mode: 'proposal', data: 'zz' }, 'Block decode failed'],
  ])('rejects the request %j', (request, text) => {
    expect(() => ask(request)).toThrow(text)
  })

  it('validates proposals without proof of work', async () => {
    const block = test.node.buildBlock()
    const propose = (data: Uint8Array) => ask({ mode: 'proposal', data: toHex(data) })
    expect(await propose(serializeBlock(block))).toBeNull()
    const wrong = { ...block, header: { ...block.header, merkleRoot: new Uint8Array(32) } }
    expect(await propose(serializeBlock(wrong))).toBe('bad-txnmrklroot')
    const { chain } = test.node
    expect(await propose(serializeBlock(chain.block(chain.tip())!))).toBe('duplicate')
    test.node.mine(1)
    expect(await propose(serializeBlock(block))).toBe('inconclusive-not-best-prevblk')
  })

  it('waits for a new tip, and answers immediately if the tip has changed or the id is unknown', async () => {
    const { longpollid } = await template()
    const waiting = template({ longpollid })
    test.node.mine(1)
    expect((await waiting).height).toBe(5)
    expect((await template({ longpollid })).height).toBe(5)
    expect((await template({ longpollid: 'x' })).height).toBe(5)
  })

  it('stops waiting when the client disconnects or the node stops, and limits the number of waiting calls', async () => {
    const { longpollid } = await template()
    const client = new AbortController()
    const calls = Array.from({ length: 8 }, () => ask({ longpollid }, client.signal))
    await expect(ask({ longpollid: 5 })).rejects.toThrow('Too many calls are waiting for a template')
    client.abort(new Error('gone'))
    for (const call of calls) await expect(call).rejects.toThrow('gone')
    const last = ask({ longpollid })
    stop.abort(new Error('Shutting down'))
    await expect(last).rejects.toThrow('Shutting down')
    expect(test.timers.waiting).toEqual([])
  })
})

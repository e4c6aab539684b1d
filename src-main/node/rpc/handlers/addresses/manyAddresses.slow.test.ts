/** Tests of calls with the maximum number of addresses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_ADDRESSES } from '#shared/rpc/methods/addressIndex.ts'
import { encodeAddress, p2pkhScript } from '../../../script/index.ts'
import { measureTurns, nightly, testKey } from '../../../testing/index.ts'
import { fromDisplayHex } from '../../../util/index.ts'
import { type AddressTestNode, createAddressTestNode } from '../testing/addressTestNode.ts'
import { listUnconfirmed } from './unconfirmedRows.ts'

const MINER = testKey(0)
/** Maximum share of a call's processor time in one event-loop turn. */
const MAX_TURN_SHARE = 0.5
/** Event-loop turns of a call before another block connects. */
const TURNS_BEFORE_BLOCK = nightly() ? [1, 20, 60, 120] : [1, 60]
const OUTPUTS_PER_TRANSACTION = 2000
/** Number of addresses with a history. The remaining addresses have none. */
const PAID = 8000

const hashes = Array.from({ length: MAX_ADDRESSES }, (_, at) => {
  const hash = new Uint8Array(20)
  new DataView(hash.buffer).setUint32(16, at)
  return hash
})
const addresses = hashes.map((hash) => encodeAddress({ type: 1, hash }))

let node: AddressTestNode
beforeAll(() => {
  node = createAddressTestNode()
  node.mine(40)
  // Pay all addresses twice, so that most have two changes.
  for (let round = 0; round < 2; round++)
    for (let from = 0; from < PAID; from += OUTPUTS_PER_TRANSACTION) node.mineBlock({ txs: [payment(from)] })
  expect(node.mempool.accept(payment(0), { rejectAbsurdFee: false })).toMatchObject({ ok: true })
})
afterAll(() => node.close())

const payment = (from: number) =>
  node.pay(
    MINER,
    hashes
      .slice(from, from + OUTPUTS_PER_TRANSACTION)
      .map((hash) => ({ value: 1000n, scriptPubKey: p2pkhScript(hash) })),
  )

const CALLS = [
  ['getaddressbalance', {}],
  ['getaddressdeltas', {}],
  ['getaddressdeltas', { start: 3, end: 44, chainInfo: true }],
  ['getaddressmempool', {}],
  ['getaddresstxids', {}],
  ['getaddresstxids', { start: 3, end: 44 }],
  ['getaddressutxos', {}],
  ['getaddressutxos', { chainInfo: true }],
] as const

describe('calls with ten thousand addresses', () => {
  it.each(CALLS)('answer %s %j in several event-loop turns', async (method, members) => {
    const call = () => node.callText(method, [{ addresses, ...members }])
    // The first call compiles the code.
    await call()
    const shares: number[] = []
    // Garbage collection may fall into a turn of one call, but not of each.
    for (let round = 0; round < 3; round++) {
      const { longest, total } = await measureTurns(call)
      shares.push(longest / total)
    }
    expect(Math.min(...shares)).toBeLessThan(MAX_TURN_SHARE)
  })

  const row = (text: string) => JSON.parse(text) as { height: number; timestamp: number }[]
  const byNumber = (key: 'height' | 'timestamp', rows: ReturnType<typeof row>) =>
    rows.toSorted((a, b) => a[key] - b[key])
  const sum = (texts: readonly string[]) => {
    const all = texts.map((text) => JSON.parse(text) as { balance: number; received: number })
    const total = (key: 'balance' | 'received') => all.reduce((before, one) => before + one[key], 0)
    return { balance: total('balance'), received: total('received') }
  }

  it.each<readonly [string, object, (texts: readonly string[]) => unknown]>([
    ['getaddressbalance', {}, sum],
    ['getaddressdeltas', {}, (texts) => texts.flatMap(row)],
    ['getaddressdeltas', { start: 3, end: 44 }, (texts) => texts.flatMap(row)],
    ['getaddressmempool', {}, (texts) => byNumber('timestamp', texts.flatMap(row))],
    ['getaddressutxos', {}, (texts) => byNumber('height', texts.flatMap(row))],
  ])('return for %s %j the same as calls with a hundred addresses', async (method, members, combine) => {
    const all = JSON.parse(await node.callText(method, [{ addresses, ...members }])) as unknown
    const texts: string[] = []
    for (let at = 0; at < addresses.length; at += 100)
      texts.push(await node.callText(method, [{ addresses: addresses.slice(at, at + 100), ...members }]))
    expect(all).toEqual(combine(texts))
  })

  it('list each transaction of getaddresstxids once, by height and id', async () => {
    const txids = (await node.call('getaddresstxids', [{ addresses }])) as string[]
    const known = txids.map((txid) => [node.chain.transaction(fromDisplayHex(txid))!.block.height, txid] as const)
    expect(txids).toHaveLength((2 * PAID) / OUTPUTS_PER_TRANSACTION)
    expect(known).toEqual(known.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)))
  })

  it('reject more unconfirmed rows than the limit, even if one address is repeated', () => {
    const changes = Array.from({ length: 200 }, () => ({ time: 1 }))
    const mempool = { addressDeltas: () => changes } as never
    const busy = Array.from({ length: MAX_ADDRESSES }, () => ({ type: 1, hash: hashes[0]! }) as const)
    expect(() => listUnconfirmed(mempool, busy).next()).toThrow('more than 1000000 rows')
  })

  it.each([
    ['getaddressbalance', {}],
    ['getaddressdeltas', {}],
    ['getaddresstxids', {}],
    ['getaddressutxos', { chainInfo: true }],
  ])('answer %s %j as of one block while another block connects', async (method, members) => {
    const call = () => node.callText(method, [{ addresses, ...members }])
    let before = await call()
    for (const turns of TURNS_BEFORE_BLOCK) {
      const connect = async () => {
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
        node.mineBlock({ txs: [payment(0)] })
      }
      const [answer] = await Promise.all([call(), connect()])
      const after = await call()
      expect(after).not.toBe(before)
      expect([before, after].includes(answer)).toBe(true)
      before = after
    }
  })
})

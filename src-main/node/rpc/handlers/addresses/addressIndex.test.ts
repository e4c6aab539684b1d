import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Encodable } from '#shared/json.ts'
import { MAX_ADDRESS_ROWS } from '#shared/rpc/methods/addressIndex.ts'
import { ccOne } from '../../../conditions/index.ts'
import { COIN } from '../../../primitives/index.ts'
import { ccScript, encodeAddress, indexedAddress, p2shScript } from '../../../script/index.ts'
import { testKey } from '../../../testing/index.ts'
import { fromDisplayHex, toDisplayHex } from '../../../util/index.ts'
import { type AddressTestNode, createAddressTestNode } from '../testing/addressTestNode.ts'

const MINER = testKey(0)
const PAYEE = testKey(3)
const CC_SCRIPT = ccScript(ccOne(0xe4, PAYEE.pub))
const CC_ADDRESS = encodeAddress(indexedAddress(CC_SCRIPT)!)
const P2SH_SCRIPT = p2shScript(new Uint8Array(20).fill(5))
const P2SH_ADDRESS = encodeAddress(indexedAddress(P2SH_SCRIPT)!)

interface Row {
  readonly txid: string
  readonly height: number
  readonly satoshis: number
  readonly index: number
}

let node: AddressTestNode
let blockHash = ''
let spent = { txid: '', index: 0 }

beforeAll(() => {
  node = createAddressTestNode()
  node.mine(6)
  const [coin] = node.coins(MINER)
  spent = { txid: toDisplayHex(coin!.outpoint.hash), index: coin!.outpoint.index }
  const tx = node.build({
    inputs: [coin!],
    outputs: [
      { value: 3n * COIN, scriptPubKey: PAYEE.p2pkh },
      { value: 2n * COIN, scriptPubKey: PAYEE.p2pk },
      { value: COIN, scriptPubKey: CC_SCRIPT },
      { value: COIN, scriptPubKey: P2SH_SCRIPT },
      { value: coin!.value - 7n * COIN, scriptPubKey: MINER.p2pk },
    ],
  })
  node.mineBlock({ txs: [tx] })
  blockHash = node.chain.tip().hashHex
  node.mine(2)
})
afterAll(() => node.close())

const catchError = (name: string, params: readonly Encodable[], off = {}) =>
  node.call(name, params, off).then(
    () => 'an answer',
    (error: { code: number; message: string }) => `${error.code} ${error.message.split('\n')[0]}`,
  )

describe('address parameters', () => {
  const methods = ['getaddressbalance', 'getaddressmempool', 'getaddresstxids', 'getaddressutxos']
  it.each(methods)('of %s may be a text or an object, and errors explain other values', async (method) => {
    expect(await node.callText(method, [PAYEE.address])).toBe(
      await node.callText(method, [{ addresses: [PAYEE.address] }]),
    )
    expect(await catchError(method, ['nobody'])).toBe('-5 Invalid address')
    expect(await catchError(method, [''])).toBe('-5 Invalid address')
    for (const other of [5, null, true, [PAYEE.address]]) {
      expect(await catchError(method, [other])).toBe('-5 Invalid addresse')
    }
    expect(await catchError(method, [{}])).toBe('-5 Addresses is expected to be an array')
    expect(await catchError(method, [{ addresses: PAYEE.address }])).toBe('-5 Addresses is expected to be an array')
    expect(await catchError(method, [{ addresses: [PAYEE.address, 'nobody'] }])).toBe('-5 Invalid addresses')
    expect(await catchError(method, [{ addresses: [PAYEE.address, 5] }])).toBe(
      '-1 JSON value is not a string as expected',
    )
    expect(await catchError(method, [{ addresses: Array(10_001).fill(PAYEE.address) }])).toBe(
      '-8 At most 10000 addresses a call',
    )
    expect(await catchError(method, [PAYEE.address, 1, 2])).toMatch(new RegExp(`^-1 ${method} `))
  })

  it('of getaddressdeltas must be an object, and other values return the help', async () => {
    for (const other of [PAYEE.address, 5, null]) {
      expect(await catchError('getaddressdeltas', [other])).toMatch(/^-1 getaddressdeltas /)
    }
  })

  it.each([0, false, null, 'x'])(
    'include conditions if the second parameter is present, even as %s',
    async (second) => {
      expect(await node.call('getaddressbalance', [CC_ADDRESS])).toEqual({ balance: 0, received: 0 })
      expect(await node.call('getaddressbalance', [CC_ADDRESS, second])).toEqual({ balance: 1e8, received: 1e8 })
      expect(await node.call('getaddressbalance', [P2SH_ADDRESS, second])).toEqual({ balance: 1e8, received: 1e8 })
    },
  )

  it('match the outputs of a public key under its address', async () => {
    expect(await node.call('getaddressbalance', [PAYEE.address])).toEqual({ balance: 5e8, received: 5e8 })
  })

  it('return an error without the address index, after the address was validated', async () => {
    const off = { addresses: false } as const
    for (const method of ['getaddressbalance', 'getaddresstxids', 'getaddressutxos', 'getaddresssummary']) {
      expect(await catchError(method, [PAYEE.address], off)).toBe('-5 No information available for address')
      expect(await catchError(method, ['x'], off)).toBe('-5 Invalid address')
    }
    expect(await catchError('getaddressdeltas', [{ addresses: [PAYEE.address] }], off)).toBe(
      '-5 No information available for address',
    )
    expect(await node.call('getaddressmempool', [PAYEE.address], off)).toEqual([])
    expect(await node.call('getsnapshot', [], off)).toEqual({ error: 'no addressindex' })
  })

  it('of getsnapshot list all holders if the limit exceeds the integer range', async () => {
    const all = (await node.call('getsnapshot', [])) as { addresses: unknown[] }
    expect(all.addresses).not.toEqual([])
    for (const top of ['9'.repeat(18), '9'.repeat(64)]) {
      expect(await node.call('getsnapshot', [top])).toMatchObject({ addresses: all.addresses })
    }
  })
})

describe('getaddressdeltas', () => {
  const deltas = (members: Record<string, Encodable>) =>
    node.call('getaddressdeltas', [{ addresses: [MINER.address], ...members }]) as Promise<Row[]>
  const wrong = (members: Record<string, Encodable>) =>
    catchError('getaddressdeltas', [{ addresses: [MINER.address], ...members }])

  it('lists receipts before spends, in chain order', async () => {
    const rows = await deltas({})
    expect(rows.map(({ height }) => height)).toEqual(rows.map(({ height }) => height).toSorted((a, b) => a - b))
    const ofSeven = rows.filter(({ height }) => height === 7)
    expect(ofSeven.map(({ satoshis }) => Math.sign(satoshis))).toEqual([1, -1, 1])
    expect(Object.keys(rows[0]!)).toEqual(['satoshis', 'txid', 'index', 'blockindex', 'height', 'address'])
  })

  it('applies a range only if both ends are numbers', async () => {
    expect((await deltas({ start: 7, end: 7 })).length).toBe(3)
    const all = (await deltas({})).length
    for (const half of [{ start: 7 }, { end: 7 }, { start: '7', end: '7' }])
      expect((await deltas(half)).length).toBe(all)
  })

  it('rejects ranges with invalid or reversed heights', async () => {
    expect(await wrong({ start: 0, end: 5 })).toBe('-5 Start and end is expected to be greater than zero')
    expect(await wrong({ start: -1, end: 5 })).toBe('-5 Start and end is expected to be greater than zero')
    expect(await wrong({ start: 6, end: 5 })).toBe('-5 End value is expected to be greater than start')
    expect(await wrong({ start: 1.5, end: 5 })).toBe('-1 JSON integer out of range')
    expect(await wrong({ start: 1, end: 100, chainInfo: true })).toBe('-5 Start or end is outside chain range')
  })

  it('returns the range’s blocks only if chainInfo is true and a range is given', async () => {
    expect(await deltas({ chainInfo: true })).toBeInstanceOf(Array)
    expect(await deltas({ chainInfo: 'true', start: 1, end: 2 })).toBeInstanceOf(Array)
    const named = await node.call('getaddressdeltas', [
      { addresses: [MINER.address], start: 7, end: 8, chainInfo: true },
    ])
    expect(named).toMatchObject({ start: { hash: blockHash, height: 7 }, end: { height: 8 } })
    expect(Object.keys(named as object)).toEqual(['deltas', 'start', 'end'])
  })
})

describe('getaddresstxids and getaddressutxos', () => {
  it('list each transaction once, sorted by height and id for several addresses', async () => {
    const own = (await node.call('getaddresstxids', [MINER.address])) as string[]
    expect(new Set(own).size).toBe(own.length)
    const both = (await node.call('getaddresstxids', [{ addresses: [PAYEE.address, MINER.address] }])) as string[]
    // A single transaction affects both addresses.
    expect(both).toHaveLength(own.length)
    expect(new Set(both)).toEqual(new Set(own))
    const heights = both.map((txid) => node.chain.transaction(fromDisplayHex(txid))!.block.height)
    const keys = both.map((txid, at) => `${String(heights[at]).padStart(5, '0')} ${txid}`)
    expect(keys).toEqual(keys.toSorted())
  })

  it('ignore a range with a height of 0, and return nothing for a reversed range', async () => {
    const of = (start: number, end: number) =>
      node.call('getaddresstxids', [{ addresses: [MINER.address], start, end }]) as Promise<string[]>
    expect(await of(7, 7)).toHaveLength(2)
    expect(await of(5, 1)).toEqual([])
    expect((await of(0, 1)).length).toBe((await of(1, 9)).length)
  })

  it('list unspent outputs by height, with the tip if requested', async () => {
    const tip = node.chain.tip()
    const alone = await node.call('getaddressutxos', [{ addresses: [PAYEE.address, P2SH_ADDRESS], chainInfo: 1 }])
    const heights = (alone as Row[]).map(({ height }) => height)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
    expect(await node.call('getaddressutxos', [{ addresses: [PAYEE.address, P2SH_ADDRESS], chainInfo: true }])).toEqual(
      {
        utxos: alone,
        hash: tip.hashHex,
        height: tip.height,
      },
    )
  })
})

describe('getspentinfo', () => {
  it('returns the spender, including unconfirmed ones', async () => {
    expect(await node.call('getspentinfo', [spent])).toMatchObject({ index: 0, height: 7 })
    const tx = node.pay(MINER, [{ value: COIN, scriptPubKey: PAYEE.p2pkh }])
    expect(node.mempool.accept(tx, { rejectAbsurdFee: false })).toMatchObject({ ok: true })
    const { hash, index } = tx.vin[0]!.prevout
    expect(await node.call('getspentinfo', [{ txid: toDisplayHex(hash), index }])).toMatchObject({ height: -1 })
    const pending = (await node.call('getaddressmempool', [MINER.address])) as { prevout?: number }[]
    expect(pending.some(({ prevout }) => prevout === index)).toBe(true)
  })

  it('returns an error for malformed parameters and unspent outputs', async () => {
    const { txid } = spent
    expect(await catchError('getspentinfo', ['x'])).toMatch(/^-1 getspentinfo /)
    expect(await catchError('getspentinfo', [{ txid, index: '0' }])).toBe('-5 Invalid txid or index')
    expect(await catchError('getspentinfo', [{ txid: 5, index: 0 }])).toBe('-5 Invalid txid or index')
    expect(await catchError('getspentinfo', [{ txid: 'zz', index: 0 }])).toMatch(/^-8 txid must be hexadecimal/)
    for (const index of [99, -1]) {
      expect(await catchError('getspentinfo', [{ txid, index }])).toBe('-5 Unable to get spent info')
    }
    expect(await catchError('getspentinfo', [spent], { spent: false })).toBe('-5 Unable to get spent info')
  })
})

describe('getblockdeltas and getblockhashes', () => {
  it('show the changes by a block, without condition inputs and data outputs', async () => {
    const block = (await node.call('getblockdeltas', [blockHash])) as { deltas: { outputs: Row[]; inputs: Row[] }[] }
    expect(block.deltas[0]).toMatchObject({ inputs: [], outputs: [{ address: MINER.address, index: 0 }] })
    expect(block.deltas[1]?.outputs.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
    expect(block.deltas[1]?.inputs).toMatchObject([{ address: MINER.address, index: 0, prevout: spent.index }])
    const genesis = await node.call('getblockdeltas', [node.chain.byHeight(0)!.hashHex])
    expect(genesis).toMatchObject({ deltas: [{ inputs: [], outputs: [] }] })
  })

  it('require the spent index for a block that spends', async () => {
    expect(await catchError('getblockdeltas', [blockHash], { spent: false })).toBe(
      '-32603 Spent information not available',
    )
    expect(await catchError('getblockdeltas', ['zz'])).toBe('-5 Block not found')
  })

  it('find blocks by time, excluding the upper end', async () => {
    const { time, hashHex } = node.chain.byHeight(7)!
    expect(await node.call('getblockhashes', [time + 1, time])).toEqual([hashHex])
    expect(await node.call('getblockhashes', [time + 1, time, { noOrphans: true, logicalTimes: true }])).toEqual([
      { blockhash: hashHex, logicalts: time },
    ])
    expect(await node.call('getblockhashes', [time, time])).toEqual([])
    expect(await catchError('getblockhashes', [2, 1], { times: false })).toBe(
      '-5 No information available for block hashes',
    )
  })
})

describe('long address lists', () => {
  const summary = () => ({
    balance: 0n,
    received: 0n,
    deltas: 30_000,
    utxos: 30_000,
    transactions: 0,
    first: 0,
    last: 0,
  })
  const tooMany = `-8 The answer has more than ${MAX_ADDRESS_ROWS} rows: ask for fewer addresses or heights`

  const sought = [MINER.address, CC_ADDRESS, PAYEE.address, MINER.address]
  it.each([
    ['getaddressdeltas', {}],
    ['getaddressdeltas', { start: 3, end: 7 }],
    ['getaddressdeltas', { start: 3, end: 7, chainInfo: true }],
    ['getaddresstxids', {}],
    ['getaddresstxids', { start: 3, end: 7 }],
    ['getaddressutxos', {}],
    ['getaddressutxos', { chainInfo: true }],
  ] as const)('of %s equal short lists (%j)', async (method, members) => {
    for (const addresses of [sought, [MINER.address]]) {
      const short = await node.callText(method, [{ addresses, ...members }])
      expect(short.length).toBeGreaterThan(300)
      expect(await node.callText(method, [{ addresses, ...members }], { instead: { summary } })).toBe(short)
    }
  })

  it('end with an error for a range beyond the tip', async () => {
    const beyond = { addresses: [MINER.address], start: 1, end: 9999, chainInfo: true }
    expect(await catchError('getaddressdeltas', [beyond], { instead: { summary } })).toBe(
      '-5 Start or end is outside chain range',
    )
  })

  it('end with an error beyond the row limit, even if one address is repeated', async () => {
    const many = { addresses: Array(10_000).fill(MINER.address) }
    const list = async () => undefined
    for (const method of ['getaddressdeltas', 'getaddresstxids', 'getaddressutxos'] as const) {
      expect(await catchError(method, [many], { instead: { summary, list } })).toBe(tooMany)
    }
  })
})

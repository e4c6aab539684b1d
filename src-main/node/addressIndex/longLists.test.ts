import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IndexedAddress } from '../core/index.ts'
import { p2pkhScript } from '../script/index.ts'
import { createTestLedger, type TestLedger } from './testing/testLedger.ts'
import type { AddressDeltaText, AddressListing } from './types.ts'

const toAddress = (byte: number): IndexedAddress => ({ type: 1, hash: new Uint8Array(20).fill(byte) })
const [own, other, nobody] = [toAddress(1), toAddress(2), toAddress(99)] as const
const BLOCKS = 9
/** More outputs of one address than there are ios in komodod's order, and more than are read between two pauses. */
const OUTPUTS = 700

let chain: TestLedger
beforeEach(() => {
  chain = createTestLedger()
  for (let block = 0; block < BLOCKS; block++) mine()
})
afterEach(() => chain.close())

function mine(): void {
  const pay = Array.from({ length: OUTPUTS }, (_, at) => ({
    value: BigInt(at + 1),
    scriptPubKey: p2pkhScript((at % 3 === 0 ? other : own).hash),
  }))
  chain.mine([{ spend: [], pay }])
  chain.commit()
}

const max = 1_000_000
const show = (delta: AddressDeltaText, which: number) => ({ ...delta, which })
const short = (address: IndexedAddress, range?: { start: number; end: number }, which = 0) =>
  chain.index.texts('deltas', address, range).map(({ satoshis, txid, height, blockIndex, index }) => ({
    ...{ satoshis, txid, height, blockIndex, index, which },
  }))

async function readRows<Row>(listing: Promise<AddressListing<readonly Row[]> | undefined>): Promise<Row[] | undefined> {
  const found = await listing
  return found && (await Array.fromAsync(found.pages)).flat()
}

describe('lists of any length', () => {
  it('contain the same rows as short lists', async () => {
    const addresses = [own, nobody, other, own]
    expect(await readRows(chain.index.list('deltas', addresses, { most: max, show }))).toEqual(
      addresses.flatMap((address, which) => short(address, undefined, which)),
    )
    const range = { start: 2, end: 4 }
    expect(await readRows(chain.index.list('deltas', addresses, { range, most: max, show }))).toEqual(
      addresses.flatMap((address, which) => short(address, range, which)),
    )
  })

  it('contain the same transactions and unspent outputs as short lists', async () => {
    const addresses = [other, own, nobody]
    const range = { start: 2, end: 4 }
    const tagged = <Text>(text: Text, which: number) => ({ text, which })
    const ids = await readRows(chain.index.list('transactionIds', addresses, { range, most: max, show: tagged }))
    expect(ids).toEqual(
      addresses.flatMap((address, which) =>
        chain.index.texts('transactionIds', address, range).map((text) => ({ text, which })),
      ),
    )
    expect(ids).toHaveLength(6)
    const unspent = await readRows(chain.index.list('unspent', addresses, { most: max, show: tagged }))
    expect(unspent).toEqual(
      addresses.flatMap((address, which) => chain.index.texts('unspent', address).map((text) => ({ text, which }))),
    )
    expect(unspent).toHaveLength(BLOCKS * OUTPUTS)
  })

  it('follow the order of heights if requested', async () => {
    const addresses = [other, own, nobody, other]
    const tagged = <Text extends { height: number }>(text: Text, which: number) => ({ ...text, which })
    for (const kind of ['deltas', 'transactionIds', 'unspent'] as const) {
      const query = { most: max, show: tagged } as const
      const inTurn = await readRows(chain.index.list(kind, addresses, query))
      const byHeight = await readRows(chain.index.list(kind, addresses, { ...query, order: 'height' }))
      expect(byHeight).toEqual([...inTurn!].sort((a, b) => a.height - b.height))
    }
  })

  it('show the state at the time of the call, and let blocks connect during the read', async () => {
    const before = short(own)
    const lists = readRows(chain.index.list('deltas', [own, own], { most: max, show }))
    let turns = 0
    const step = () => {
      if (turns++ === 0) mine()
      else return
      setImmediate(step)
    }
    setImmediate(step)
    expect(await lists).toEqual([...before, ...before.map((row) => ({ ...row, which: 1 }))])
    expect(turns).toBe(2)
    expect(short(own).length).toBeGreaterThan(before.length)
  })

  it('return undefined if there are more rows than the limit', async () => {
    const { length } = short(own)
    expect(await readRows(chain.index.list('deltas', [own, own], { most: 2 * length, show }))).toHaveLength(2 * length)
    expect(await chain.index.list('deltas', [own, own], { most: 2 * length - 1, show })).toBeUndefined()
    const range = { start: 2, end: 4 }
    const some = short(own, range).length
    expect(await readRows(chain.index.list('deltas', [own, own], { range, most: 2 * some, show }))).toHaveLength(
      2 * some,
    )
    expect(await chain.index.list('deltas', [own, own], { range, most: 2 * some - 1, show })).toBeUndefined()
  })

  it('reject with the reason when the caller aborts', async () => {
    const caller = new AbortController()
    const lists = chain.index.list('deltas', [own, own], { most: max, show }, { signal: caller.signal })
    const rows = readRows(lists)
    await lists
    caller.abort(new Error('gone'))
    await expect(rows).rejects.toThrow('gone')
    await expect(
      chain.index.list('deltas', [own, own], { most: max, show }, { signal: caller.signal }),
    ).rejects.toThrow('gone')
  })
})

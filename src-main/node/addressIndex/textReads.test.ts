import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { p2pkhScript } from '../script/index.ts'
import { toDisplayHex, toHex } from '../util/index.ts'
import { createTestLedger, type TestLedger } from './testing/testLedger.ts'

const OWN = p2pkhScript(new Uint8Array(20).fill(1))
const own = { type: 1, hash: new Uint8Array(20).fill(1) } as const
const nobody = { type: 1, hash: new Uint8Array(20).fill(99) } as const
/** Number of outputs beyond which komodod's order of indexes differs from numeric order. */
const MANY = 600

let chain: TestLedger
beforeEach(() => {
  chain = createTestLedger()
})
afterEach(() => chain.close())

const payments = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ value: BigInt(n + 1), scriptPubKey: OWN }))

/** Mines blocks that pay and spend. `count` outputs of the first block are spent together. */
function fill(count: number): void {
  const [first] = chain.mine([{ spend: [], pay: payments(count) }])
  const spend = Array.from({ length: count - 1 }, (_, index) => ({ hash: first!.txid, index }))
  chain.mine([{ spend, pay: payments(3) }])
  chain.mine([
    { spend: [], pay: payments(2) },
    { spend: [], pay: payments(1) },
  ])
  chain.commit()
}

/** Expects the text reads to return the same rows as the single reads. */
function expectTexts(range?: { start: number; end: number }): void {
  const deltas = [...chain.index.deltas(own, range)]
  expect(chain.index.texts('deltas', own, range)).toEqual(
    deltas.map(({ satoshis, txid, height, blockIndex, index }) => ({
      satoshis,
      txid: toDisplayHex(txid),
      height,
      blockIndex,
      index,
    })),
  )
  const ids = new Map(deltas.map(({ txid, height }) => [toDisplayHex(txid), height]))
  expect(chain.index.texts('transactionIds', own, range)).toEqual([...ids].map(([txid, height]) => ({ txid, height })))
}

function expectUnspent(): void {
  const unspent = chain.index.unspent(own).sort((a, b) => a.height - b.height)
  expect(chain.index.texts('unspent', own)).toEqual(
    unspent.map(({ txid, index, satoshis, height, scriptPubKey }) => ({
      txid: toDisplayHex(txid),
      index,
      script: toHex(scriptPubKey),
      satoshis,
      height,
    })),
  )
}

describe('texts of an address', () => {
  it('continue over pages of 2,000 rows, and over longer transactions and blocks', () => {
    const blocks = [[255, 1745], [1], [1999, 2], [2500], [2001, 3], Array<number>(2_100).fill(1), [700, 900, 400], [1]]
    for (const counts of blocks) chain.mine(counts.map((count) => ({ spend: [], pay: payments(count) })))
    chain.commit()
    for (const range of [undefined, { start: 2, end: 4 }, { start: 4, end: 4 }, { start: 5, end: 6 }])
      expectTexts(range)
    expectUnspent()
  })

  it.each([5, MANY])('equal the rows of the view, with %i outputs in one transaction', (count) => {
    fill(count)
    for (const range of [undefined, { start: 2, end: 3 }, { start: 9, end: 9 }, { start: 3, end: 1 }])
      expectTexts(range)
    expectUnspent()
  })

  it('return empty lists for an address that never appeared', () => {
    fill(2)
    expect(chain.index.texts('deltas', nobody)).toEqual([])
    expect(chain.index.texts('transactionIds', nobody)).toEqual([])
    expect(chain.index.texts('unspent', nobody)).toEqual([])
  })
})

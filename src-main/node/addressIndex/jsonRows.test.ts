import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { p2pkhScript } from '../script/index.ts'
import { createTestLedger, type TestLedger } from './testing/testLedger.ts'
import type { AddressColumns, AddressJsonLayout, AddressTexts } from './types.ts'

const OWN = p2pkhScript(new Uint8Array(20).fill(1))
const own = { type: 1, hash: new Uint8Array(20).fill(1) } as const
const nobody = { type: 1, hash: new Uint8Array(20).fill(99) } as const
/** Number of outputs beyond which komodod's order of indexes differs from numeric order. */
const MANY = 600
const MAX_ROWS = 1_000_000

const layouts: { readonly [Kind in keyof AddressColumns]: AddressJsonLayout<Kind> } = {
  deltas: {
    texts: ['{"satoshis":', ',"txid":"', '","height":', ',"blockIndex":', ',"index":', '}'],
    columns: ['satoshis', 'txid', 'height', 'position', 'index'],
  },
  transactionIds: { texts: ['{"txid":"', '"}'], columns: ['txid'] },
  unspent: {
    texts: ['{"txid":"', '","index":', ',"script":"', '","satoshis":', ',"height":', '}'],
    columns: ['txid', 'index', 'script', 'satoshis', 'height'],
  },
}

const shown = {
  deltas: (text: AddressTexts['deltas']) => ({ ...text, satoshis: Number(text.satoshis) }),
  transactionIds: ({ txid }: AddressTexts['transactionIds']) => ({ txid }),
  unspent: (text: AddressTexts['unspent']) => ({ ...text, satoshis: Number(text.satoshis) }),
}

const payments = (count: number, values = 1) =>
  Array.from({ length: count }, (_, n) => ({ value: BigInt(n * values), scriptPubKey: OWN }))

let chain: TestLedger
beforeEach(() => {
  chain = createTestLedger()
})
afterEach(() => chain.close())

/** Mines blocks with numbers of outputs per transaction, and spends `count` outputs of the first one together. */
function fill(blocks: readonly (readonly number[])[], count: number): void {
  const [first] = blocks.map((counts) =>
    chain.mine(counts.map((outputs) => ({ spend: [], pay: payments(outputs, 1_000_003) }))),
  )
  const spend = Array.from({ length: count }, (_, index) => ({ hash: first![0]!.txid, index }))
  if (count > 0) chain.mine([{ spend, pay: payments(3) }])
  chain.commit()
}

async function expectEqualRows<Kind extends keyof AddressColumns>(
  kind: Kind,
  range?: { start: number; end: number },
): Promise<void> {
  const expected = chain.index.texts(kind, own, range).map((text) => shown[kind](text as never))
  const layout = layouts[kind]
  expect(JSON.parse(`[${chain.index.jsonRows(kind, own, { range, layout })}]`)).toEqual(expected)
  const listing = await chain.index.jsonList(kind, own, { range, layout, most: MAX_ROWS })
  const pages = await Array.fromAsync(listing!.pages)
  expect(JSON.parse(`[${pages.filter((page) => page !== '').join()}]`)).toEqual(expected)
}

async function expectAllKinds(): Promise<void> {
  for (const range of [undefined, { start: 2, end: 3 }, { start: 9, end: 9 }]) {
    await expectEqualRows('deltas', range)
    await expectEqualRows('transactionIds', range)
  }
  await expectEqualRows('unspent')
}

describe('JSON rows of an address', () => {
  it('equal the text rows over pages of 2,000 rows, and over longer transactions and blocks', async () => {
    fill([[255, 1745], [1], [1999, 2], [2500], [2001, 3], Array<number>(2_100).fill(1), [700, 900, 400], [2_001]], 200)
    await expectAllKinds()
  })

  it.each([5, MANY])('equal the text rows with %i outputs in one transaction', async (count) => {
    fill([[count], [2, 1]], count - 1)
    await expectAllKinds()
  })

  it('contain nothing for an address that never appeared', async () => {
    fill([[2]], 1)
    expect(chain.index.jsonRows('deltas', nobody, { range: undefined, layout: layouts.deltas })).toBe('')
    const listing = await chain.index.jsonList('unspent', nobody, { layout: layouts.unspent, most: MAX_ROWS })
    expect(await Array.fromAsync(listing!.pages)).toEqual([])
  })

  it('contain blocks that are connected and not yet written', () => {
    fill([[2]], 0)
    chain.mine([{ spend: [], pay: payments(1) }])
    const rows = JSON.parse(`[${chain.index.jsonRows('deltas', own, { range: undefined, layout: layouts.deltas })}]`)
    expect(rows).toHaveLength(3)
  })

  it('exceed the maximum for a longer history, which returns undefined', async () => {
    fill([[4]], 0)
    const { deltas: layout } = layouts
    expect(await chain.index.jsonList('deltas', own, { layout, most: 3 })).toBeUndefined()
    expect(await chain.index.jsonList('deltas', own, { layout, most: 4 })).toBeDefined()
  })
})

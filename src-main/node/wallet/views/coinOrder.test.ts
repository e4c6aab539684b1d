import { beforeEach, describe, expect, it } from 'vitest'
import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { hashKey } from '../../util/index.ts'
import type { Holding, WalletLedger, WalletTx } from '../transactions/index.ts'
import { CoinOrder } from './coinOrder.ts'
import type { CoinSort } from './rankedPlaces.ts'

/** Payment to the wallet with one output, with the fields that CoinOrder reads. */
interface Payment {
  readonly wtx: WalletTx
  readonly value: bigint
  height: number | undefined
  /** true if it is in a block or the mempool, and unspent */
  live: boolean
}

const COINS = 3_000

let payments: Map<string, Payment>
let listeners: ((wtx: WalletTx) => void)[]
let revision: number
let ownershipRevision: number
/** number of outputs read */
let outputReads: number
let order: CoinOrder

const makeHash = (number: number) => Uint8Array.from({ length: 32 }, (_, index) => (number >> (8 * (index % 4))) & 0xff)
const readHolding = ({ wtx, value }: Payment): Holding => {
  outputReads++
  return { source: wtx, index: 0, output: { value, scriptPubKey: new Uint8Array() }, depth: 1, immature: false }
}
function add(number: number, value: bigint, height: number | undefined): Payment {
  const payment: Payment = {
    wtx: {
      txid: makeHash(number),
      tx: { vin: [], vout: [{ value, scriptPubKey: new Uint8Array() } satisfies TxOut] },
      get block() {
        return payment.height === undefined ? null : { height: payment.height }
      },
    } as unknown as WalletTx,
    ...{ value, height, live: true },
  }
  payments.set(hashKey(payment.wtx.txid), payment)
  return payment
}
const notify = ({ wtx }: Payment) => {
  revision++
  for (const listener of listeners) listener(wtx)
}
const ledger = {
  transactions: () => [...payments.values()].map(({ wtx }) => wtx),
  *holdings() {
    for (const payment of payments.values()) if (payment.live) yield readHolding(payment)
  },
  holding({ hash }: OutPoint) {
    const payment = payments.get(hashKey(hash))
    return payment?.live ? readHolding(payment) : undefined
  },
  ownershipRevision: () => ownershipRevision,
  listen: (listener: (wtx: WalletTx) => void) => void listeners.push(listener),
} as unknown as WalletLedger

beforeEach(() => {
  payments = new Map()
  listeners = []
  revision = 0
  ownershipRevision = 0
  for (let number = 0; number < COINS; number++) add(number, BigInt((number * 7919) % 1_000), number % 500)
  order = new CoinOrder(ledger, () => revision)
})

/** Compares both orders with newly created ones. */
function expectOrder(): void {
  const again = new CoinOrder(ledger, () => revision)
  listeners.pop()
  const text = (one: CoinOrder, sort: CoinSort) =>
    one.sorted(sort).map(({ rank, hash, index }) => `${rank}.${hashKey(hash)}.${index}`)
  for (const sort of ['amount', 'age'] as const) expect(text(order, sort)).toEqual(text(again, sort))
}

describe('CoinOrder', () => {
  it('sorts by amount, and by age with unconfirmed coins first', () => {
    add(COINS, 5n, undefined)
    const ranks = (sort: 'amount' | 'age') => order.sorted(sort).map(({ rank }) => rank)
    for (const sort of ['amount', 'age'] as const) {
      expect(ranks(sort)).toHaveLength(COINS + 1)
      expect(ranks(sort)).toEqual(ranks(sort).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    }
    expect(ranks('age')[0]).toBe(-(2n ** 31n))
  })

  it('reads only changed transactions', () => {
    expectOrder()
    outputReads = 0
    order.sorted('age')
    expect(outputReads).toBe(0)
    notify(add(COINS, 777n, undefined))
    expect(order.sorted('amount')).toHaveLength(COINS + 1)
    const moved = [...payments.values()][40] as Payment
    moved.height = 7_000
    notify(moved)
    const spent = [...payments.values()][41] as Payment
    spent.live = false
    notify(spent)
    expect(order.sorted('amount')).toHaveLength(COINS)
    expect(outputReads).toBeLessThan(8)
    expectOrder()
  })

  it('notices unconfirmed coins that leave or re-enter the mempool without an event', () => {
    const waiting = add(COINS, 777n, undefined)
    expectOrder()
    for (const there of [false, true, false]) {
      waiting.live = there
      revision++
      expect(order.sorted('amount')).toHaveLength(COINS + (there ? 1 : 0))
      expectOrder()
    }
  })

  it('stays sorted after changes of all transactions and of the ownership', () => {
    expectOrder()
    for (const payment of payments.values()) {
      payment.height = (payment.height ?? 0) + 1
      notify(payment)
    }
    expectOrder()
    add(COINS, 1n, 3)
    ownershipRevision++
    revision++
    expect(order.sorted('age')).toHaveLength(COINS + 1)
    expectOrder()
  })

  it('yields to the event loop while it prepares, and notices changes during that time', async () => {
    for (const sort of ['amount', 'age'] as const) {
      let turns = 0
      let most = 0
      let before = outputReads
      await order.prepare(sort, async () => {
        most = Math.max(most, outputReads - before)
        if (++turns % 2 === 0) notify(add(COINS + outputReads + turns, BigInt(turns), undefined))
        const some = [...payments.values()][turns * 31] as Payment
        some.live = turns % 3 > 0
        some.height = turns % 4 > 0 ? turns : undefined
        notify(some)
        before = outputReads
      })
      expect(turns).toBeGreaterThan(5)
      expect(most).toBeLessThanOrEqual(1_000)
      before = outputReads
      order.sorted(sort)
      expect(outputReads - before).toBeLessThan(200)
    }
    expectOrder()
  })

  it('leaves the work to `sorted` if the ownership keeps changing', async () => {
    await order.prepare('amount', async () => {
      ownershipRevision++
      revision++
    })
    expectOrder()
    await Promise.all([
      order.prepare('age', async () => void order.sorted('amount')),
      order.prepare('amount', async () => undefined),
    ])
    expectOrder()
  })
})

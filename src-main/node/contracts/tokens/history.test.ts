import SqliteDatabase from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, ccOneOfTwo, tokenCcOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { toHex } from '../../util/index.ts'
import { type ChainModel, createChainModel } from '../testing/chainModel.ts'
import {
  ccInput,
  ccOutput,
  dataOutput,
  draftBlock,
  draftKey,
  draftTransaction,
  mint,
  plainInput,
  plainOutput,
} from '../testing/drafts.ts'
import { ASSETS_KEY } from './assetsKey.ts'
import { encodeTokenCreate, encodeTokenTransfer, PAYLOAD_ASSETS } from './codec.ts'
import { tokenAddress } from './directory.ts'
import { BURN_PUBLIC_KEY, TOKENS_KEY } from './keys.ts'
import { encodeOrder, type OrderData } from './orderData.ts'
import { tokenMigrations } from './schema.ts'
import { createTokenIndex, type TokenIndex } from './tokenIndex.ts'

const ann = draftKey(1).publicKey
const bob = draftKey(2).publicKey
const tokenTree = (key: Uint8Array) => ccOne(EVAL_CODES.tokens, key)
const marker = ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey)
const askTree = tokenCcOne(EVAL_CODES.assets, 0, ASSETS_KEY.publicKey)
const bidTree = ccOne(EVAL_CODES.assets, ASSETS_KEY.publicKey)

let chain: ChainModel
let index: TokenIndex
let coins: Transaction
let token: Transaction
let tokenId: Uint8Array

function confirm(vin: readonly TxIn[], vout: readonly TxOut[]): Transaction {
  const tx = draftTransaction([plainInput(coins, chain.tip().height), ...vin], vout)
  index.observer.connect(chain.connect(draftBlock([tx])))
  return tx
}

const newest = () => index.history(tokenId, { limit: 1, offset: 0 }).items[0]

function data(pubkeys: readonly Uint8Array[], order?: OrderData, id = tokenId): TxOut {
  const payloads = order === undefined ? [] : [{ id: PAYLOAD_ASSETS, blob: encodeOrder(order) }]
  return dataOutput(encodeTokenTransfer({ tokenId: id, pubkeys, payloads }))
}

function create(owner = ann, supply = 1000n, old = false): Transaction {
  const name = new TextEncoder().encode('T')
  const mark = old ? plainOutput(10_000n, TOKENS_KEY.publicKey) : ccOutput(10_000n, marker)
  const opReturn = dataOutput(encodeTokenCreate({ owner, name, description: name, payloads: [] }))
  return confirm([], [mark, ccOutput(supply, tokenTree(owner)), opReturn])
}

beforeEach(() => {
  chain = createChainModel()
  const db = new SqliteDatabase(':memory:')
  for (const step of tokenMigrations.steps) step(db)
  index = createTokenIndex({ db, transaction: (txid) => chain.find(txid)?.tx })
  coins = mint(Array.from({ length: 30 }, () => plainOutput(100_000n, ann)))
  index.observer.connect(chain.connect(draftBlock([coins])))
  token = create()
  tokenId = computeTxid(token)
})

describe('TokenQueries.history', () => {
  it('starts with the creation of the token', () => {
    const { total, items } = index.history(tokenId, { limit: 10, offset: 0 })
    expect(total).toBe(1)
    expect(items[0]).toEqual({
      kind: 'create',
      txid: tokenId,
      height: 1,
      amount: 1000n,
      coins: undefined,
      sender: undefined,
      recipient: ann,
    })
  })

  it('returns transfers and burns, newest first and in pages', () => {
    const first = confirm(
      [ccInput(token, 1, tokenTree(ann))],
      [ccOutput(300n, tokenTree(bob)), ccOutput(700n, tokenTree(ann)), data([bob])],
    )
    expect(newest()).toMatchObject({ kind: 'transfer', amount: 300n, sender: ann, recipient: bob })
    confirm([ccInput(first, 0, tokenTree(bob))], [ccOutput(300n, tokenTree(BURN_PUBLIC_KEY)), data([BURN_PUBLIC_KEY])])
    expect(newest()).toMatchObject({ kind: 'burn', amount: 300n, sender: bob, recipient: BURN_PUBLIC_KEY, height: 3 })
    const kinds = [0, 1, 2, 3].map((offset) => index.history(tokenId, { limit: 1, offset }).items[0]?.kind)
    expect(kinds).toEqual(['burn', 'transfer', 'create', undefined])
  })

  it('returns asks, their fills and their cancellation', () => {
    const order = { func: 's', price: 500n, owner: ann } as const
    const rest = ccOutput(900n, tokenTree(ann))
    const placed = [
      ccOutput(100n, askTree),
      ccOutput(10_000n, ccOne(EVAL_CODES.assets, ann)),
      rest,
      data([ASSETS_KEY.publicKey], order),
    ]
    const ask = confirm([ccInput(token, 1, tokenTree(ann))], placed)
    expect(newest()).toMatchObject({ kind: 'ask', amount: 100n, coins: 500n, sender: ann })
    expect(index.holders(tokenId, { limit: 9, offset: 0 }).items.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['key', 900n],
      ['order', 100n],
    ])
    const outputs = [
      ccOutput(60n, askTree),
      ccOutput(40n, tokenTree(bob)),
      plainOutput(200n, ann),
      ccOutput(10_000n, ccOne(EVAL_CODES.assets, ann)),
    ]
    const fill = confirm([ccInput(ask, 0, askTree)], [...outputs, data([bob], { func: 'S', price: 300n, owner: ann })])
    expect(newest()).toMatchObject({ kind: 'fillask', amount: 40n, coins: 200n, sender: ann, recipient: bob })
    confirm(
      [ccInput(fill, 0, askTree)],
      [
        ccOutput(60n, tokenTree(ann)),
        plainOutput(1n, ann),
        data([ann], { func: 'x', price: 0n, owner: new Uint8Array() }),
      ],
    )
    expect(newest()).toMatchObject({ kind: 'cancelask', amount: 60n, sender: ann })
    expect(index.balance(tokenId, ann)).toBe(960n)
  })

  it('returns bids, their fills and their cancellation', () => {
    const marked = ccOutput(10_000n, ccOne(EVAL_CODES.assets, bob))
    const bid = confirm([], [ccOutput(500n, bidTree), marked, data([], { func: 'b', price: 100n, owner: bob })])
    expect(newest()).toMatchObject({ kind: 'bid', amount: 100n, coins: 500n, sender: bob })
    const outputs = [
      ccOutput(300n, bidTree),
      plainOutput(200n, ann),
      ccOutput(40n, tokenTree(bob)),
      marked,
      ccOutput(960n, tokenTree(ann)),
    ]
    const inputs = [ccInput(bid, 0, bidTree), ccInput(token, 1, tokenTree(ann))]
    const fill = confirm(inputs, [...outputs, data([bob], { func: 'B', price: 60n, owner: bob })])
    expect(newest()).toMatchObject({ kind: 'fillbid', amount: 40n, coins: 200n, sender: ann, recipient: bob })
    const refund = [plainOutput(300n, bob), plainOutput(1n, bob)]
    confirm([ccInput(fill, 0, bidTree)], [...refund, data([], { func: 'o', price: 0n, owner: new Uint8Array() })])
    expect(newest()).toMatchObject({ kind: 'cancelbid', amount: 0n, coins: 300n })
  })

  it('ignores order data if nothing is locked', () => {
    confirm([], [plainOutput(500n, ann), data([], { func: 'b', price: 100n, owner: bob })])
    confirm([], [plainOutput(500n, ann), data([], { func: 'o', price: 0n, owner: new Uint8Array() })])
    expect(newest()).toMatchObject({ kind: 'create' })
    const plain = [ccOutput(1000n, tokenTree(bob)), data([bob], { func: 's', price: 1n, owner: ann })]
    confirm([ccInput(token, 1, tokenTree(ann))], plain)
    expect(newest()).toMatchObject({ kind: 'transfer', amount: 1000n })
  })

  it('returns units destroyed by a transaction of another token', () => {
    const other = create(ann, 50n)
    const inputs = [ccInput(token, 1, tokenTree(ann)), ccInput(other, 1, tokenTree(ann))]
    confirm(inputs, [ccOutput(50n, tokenTree(bob)), data([bob], undefined, computeTxid(other))])
    expect(newest()).toMatchObject({ kind: 'lost', amount: 1000n, sender: undefined })
    expect(index.balance(tokenId, ann)).toBe(0n)
    expect(index.holders(tokenId, { limit: 9, offset: 0 })).toEqual({ total: 0, items: [] })
    expect(index.balance(computeTxid(other), bob)).toBe(50n)
  })
})

describe('TokenQueries.holders', () => {
  it('returns addresses by balance, with kind and known keys', () => {
    const outputs = [
      ccOutput(500n, tokenTree(bob)),
      ccOutput(300n, ccOneOfTwo(EVAL_CODES.tokens, ann, bob)),
      ccOutput(200n, tokenTree(ann)),
    ]
    confirm([ccInput(token, 1, tokenTree(ann))], [...outputs, data([ann, bob])])
    const { total, items } = index.holders(tokenId, { limit: 2, offset: 0 })
    expect(total).toBe(3)
    expect(items).toMatchObject([
      { kind: 'key', balance: 500n, pubkeys: [bob] },
      { kind: 'shared', balance: 300n, pubkeys: [ann, bob] },
    ])
    expect(items[0]?.address).toMatch(/^R/)
    expect(index.holders(tokenId, { limit: 2, offset: 2 }).items).toMatchObject([{ kind: 'key', balance: 200n }])
  })

  it('returns an empty list for an unknown token', () => {
    expect(index.holders(new Uint8Array(32), { limit: 1, offset: 0 })).toEqual({ total: 0, items: [] })
    expect(index.history(new Uint8Array(32), { limit: 1, offset: 0 })).toEqual({ total: 0, items: [] })
    expect(index.coins(new Uint8Array(32), ann)).toEqual([])
  })
})

describe('TokenQueries.list', () => {
  it('lists tokens with old markers by age, then the others by id bytes', () => {
    const old = [create(ann, 1n, true), create(ann, 2n, true)].map((tx) => toHex(computeTxid(tx)))
    const others = [token, create(ann, 3n), create(ann, 4n)].map((tx) => toHex(computeTxid(tx))).sort()
    expect(index.list().map(toHex)).toEqual([...old, ...others])
  })

  it('omits a token whose marker is spent, until the spend is undone', () => {
    const inputs = [ccInput(token, 1, tokenTree(ann)), ccInput(token, 0, marker)]
    confirm(inputs, [ccOutput(1000n, tokenTree(bob)), data([bob])])
    expect(index.list()).toEqual([])
    expect(index.token(tokenId)).toBeDefined()
    index.observer.disconnect(chain.disconnect())
    expect(index.list().map(toHex)).toEqual([toHex(tokenId)])
  })
})

describe('TokenQueries.newest', () => {
  it('returns the listed tokens, newest first, in pages', () => {
    const second = create()
    const third = create(bob, 5n, true)
    const ids = (page: { limit: number; offset: number }) => index.newest(page).items.map((item) => toHex(item.tokenId))
    const expected = [third, second, token].map((tx) => toHex(computeTxid(tx)))
    expect(ids({ limit: 10, offset: 0 })).toEqual(expected)
    expect(ids({ limit: 1, offset: 1 })).toEqual(expected.slice(1, 2))
    expect(index.newest({ limit: 1, offset: 2 }).total).toBe(3)
    expect(index.list().map(toHex).sort()).toEqual([...expected].sort())
  })
})

describe('tokenAddress', () => {
  it('returns the address of the holder of a token', () => {
    const record = index.token(tokenId)
    const holder = index.holders(tokenId, { limit: 1, offset: 0 }).items[0]
    expect(record && tokenAddress(record, ann)).toBe(holder?.address)
  })
})

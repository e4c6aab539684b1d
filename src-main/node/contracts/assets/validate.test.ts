import { beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { concat, fromHex } from '../../util/index.ts'
import { createMemoCache } from '../framework/memoCache.ts'
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
import { ASSETS_KEY } from '../tokens/assetsKey.ts'
import { encodeTokenCreate, encodeTokenTransfer, PAYLOAD_ASSETS } from '../tokens/codec.ts'
import { encodeOrder, type OrderData } from '../tokens/orderData.ts'
import { validateAssets } from './validate.ts'

/** key that places orders */
const ann = draftKey(1).publicKey
/** key that fills them */
const bob = draftKey(2).publicKey
const cat = draftKey(3).publicKey

const askTree = tokenCcOne(EVAL_CODES.assets, 0, ASSETS_KEY.publicKey)
const bidTree = ccOne(EVAL_CODES.assets, ASSETS_KEY.publicKey)
const markerTree = (key: Uint8Array) => ccOne(EVAL_CODES.assets, key)
const tokenTree = (key: Uint8Array) => ccOne(EVAL_CODES.tokens, key)

let chain: ChainModel
let coins: Transaction
let token: Transaction
let tokenId: Uint8Array
/** 100 tokens for 500 coins */
let ask: Transaction
/** 500 coins for 100 tokens */
let bid: Transaction

function confirm(tx: Transaction): Transaction {
  chain.connect(draftBlock([tx]))
  return tx
}

function findRejectReason(tx: Transaction): string | undefined {
  const find = (txid: Uint8Array) => chain.find(txid)?.tx
  const verdict = validateAssets({ tx, find, memo: createMemoCache() })
  return verdict.ok ? undefined : verdict.reason
}

function orderData(order: OrderData, pubkeys: readonly Uint8Array[] = [], id = tokenId): TxOut {
  const payloads = [{ id: PAYLOAD_ASSETS, blob: encodeOrder(order) }]
  return dataOutput(encodeTokenTransfer({ tokenId: id, pubkeys, payloads }))
}

function createToken(input: TxIn): Transaction {
  const name = new TextEncoder().encode('T')
  const data = dataOutput(encodeTokenCreate({ owner: bob, name, description: name, payloads: [] }))
  return confirm(draftTransaction([input], [ccOutput(1000n, tokenTree(bob)), data]))
}

const none = new Uint8Array()

beforeEach(() => {
  chain = createChainModel()
  coins = confirm(mint(Array.from({ length: 20 }, () => plainOutput(100_000n, bob))))
  token = createToken(plainInput(coins, 0))
  tokenId = computeTxid(token)
  const askOutputs = [ccOutput(100n, askTree), ccOutput(10_000n, markerTree(ann)), ccOutput(900n, tokenTree(bob))]
  const askOrder = orderData({ func: 's', price: 500n, owner: ann }, [ASSETS_KEY.publicKey])
  ask = confirm(draftTransaction([plainInput(coins, 1), ccInput(token, 0, tokenTree(bob))], [...askOutputs, askOrder]))
  const bidOutputs = [ccOutput(500n, bidTree), ccOutput(10_000n, markerTree(ann))]
  bid = confirm(
    draftTransaction([plainInput(coins, 2)], [...bidOutputs, orderData({ func: 'b', price: 100n, owner: ann })]),
  )
})

interface Changes {
  readonly vin?: readonly TxIn[]
  readonly vout?: readonly TxOut[]
  readonly order?: OrderData
  readonly id?: Uint8Array
}

/** Replaces some inputs or outputs of a valid transaction. Indexes missing in `replaced` keep the valid ones. */
function changed<T>(valid: readonly T[], replaced: Readonly<Record<number, T>>): T[] {
  return valid.map((item, i) => replaced[i] ?? item)
}

const cancelBidOutputs = () => [plainOutput(500n, ann), plainOutput(10_000n, ann)]
const cancelBid = ({ vin, vout, id }: Changes = {}) =>
  draftTransaction(vin ?? [plainInput(coins, 3), ccInput(bid, 0, bidTree)], [
    ...(vout ?? cancelBidOutputs()),
    orderData({ func: 'o', price: 0n, owner: none }, [], id),
  ])

const cancelAskOutputs = () => [ccOutput(100n, tokenTree(ann)), plainOutput(10_000n, ann)]
const cancelAsk = ({ vin, vout, id }: Changes = {}) =>
  draftTransaction(vin ?? [plainInput(coins, 3), ccInput(ask, 0, askTree), ccInput(ask, 1, markerTree(ann))], [
    ...(vout ?? cancelAskOutputs()),
    orderData({ func: 'x', price: 0n, owner: none }, [ann], id),
  ])

/**
 * Splits off 40 of Bob's 900 tokens, because a fill without token change must spend exactly 40. The fill sells them for
 * 200 of the bid's 500 coins.
 */
const forty = () => {
  const outputs = [ccOutput(40n, tokenTree(bob)), ccOutput(860n, tokenTree(bob))]
  const data = dataOutput(encodeTokenTransfer({ tokenId, pubkeys: [bob], payloads: [] }))
  return confirm(draftTransaction([plainInput(coins, 9), ccInput(ask, 2, tokenTree(bob))], [...outputs, data]))
}
const fillBidOutputs = () => [
  ccOutput(300n, bidTree),
  plainOutput(200n, bob),
  ccOutput(40n, tokenTree(ann)),
  ccOutput(10_000n, markerTree(ann)),
]
const fillBid = ({ vin, vout, order, id }: Changes = {}) =>
  draftTransaction(vin ?? [plainInput(coins, 3), ccInput(bid, 0, bidTree), ccInput(forty(), 0, tokenTree(bob))], [
    ...(vout ?? fillBidOutputs()),
    orderData(order ?? { func: 'B', price: 60n, owner: ann }, [ann], id),
  ])

const fillAskOutputs = () => [
  ccOutput(60n, askTree),
  ccOutput(40n, tokenTree(bob)),
  plainOutput(200n, ann),
  ccOutput(10_000n, markerTree(ann)),
]
const fillAsk = ({ vin, vout, order, id }: Changes = {}) =>
  draftTransaction(vin ?? [plainInput(coins, 3), ccInput(ask, 0, askTree)], [
    ...(vout ?? fillAskOutputs()),
    orderData(order ?? { func: 'S', price: 300n, owner: ann }, [bob], id),
  ])

describe('validateAssets, before dispatching on the function,', () => {
  it('rejects a transaction without outputs or order data', () => {
    expect(findRejectReason(draftTransaction([plainInput(coins, 3)], []))).toBe('AssetValidate: no vouts')
    const reason = 'AssetValidate: invalid opreturn payload'
    expect(findRejectReason(draftTransaction([plainInput(coins, 3)], [plainOutput(1n, ann)]))).toBe(reason)
    const plain = dataOutput(encodeTokenTransfer({ tokenId, pubkeys: [], payloads: [] }))
    expect(findRejectReason(draftTransaction([plainInput(coins, 3)], [plainOutput(1n, ann), plain]))).toBe(reason)
  })

  it('rejects an order for an unknown token, except when it cancels', () => {
    const id = new Uint8Array(32).fill(9)
    expect(findRejectReason(fillAsk({ id }))).toBe('cant find asset create txid')
    expect(findRejectReason(fillBid({ id }))).toBe('cant find asset create txid')
    expect(findRejectReason(cancelBid({ id }))).toBe('invalid assetid for buyvin')
  })

  it('rejects a swap for an unknown token', () => {
    const order = { func: 'E', price: 1n, owner: ann, otherTokenId: new Uint8Array(32).fill(9) } as const
    expect(findRejectReason(fillAsk({ order }))).toBe('cant find asset2 create txid')
  })

  it('rejects a condition in the first input', () => {
    const vin = [ccInput(ask, 0, askTree), ccInput(ask, 1, markerTree(ann))]
    expect(findRejectReason(cancelAsk({ vin }))).toBe('illegal asset vin0')
  })

  it('rejects a transaction whose only output is the data', () => {
    expect(findRejectReason(cancelAsk({ vout: [] }))).toBe('too few vouts')
  })

  it('rejects the all-zero token id', () => {
    expect(findRejectReason(cancelAsk({ id: new Uint8Array(32) }))).toBe('illegal assetid')
  })

  it('rejects functions that place or swap when they spend an order', () => {
    const order = (func: 's' | 'b' | 'e' | 'E') => ({
      order: { func, price: 1n, owner: ann, ...(func === 'e' || func === 'E' ? { otherTokenId: tokenId } : {}) },
    })
    expect(findRejectReason(fillAsk(order('s')))).toBe('invalid asset funcid (s)')
    expect(findRejectReason(fillBid(order('b')))).toBe('invalid asset funcid (b)')
    expect(findRejectReason(fillAsk(order('E')))).toBe('unexpected assets fillexchange funcid')
    expect(findRejectReason(fillAsk(order('e')))).toBe('unexpected assets funcid')
  })
})

describe('validateAssets on the spent order', () => {
  it('requires output 0 of a known transaction as the second input', () => {
    expect(findRejectReason(cancelBid({ vin: [plainInput(coins, 3)] }))).toBe('not enough for CC vins')
    const wrong = [plainInput(coins, 3), ccInput(bid, 1, markerTree(ann))]
    expect(findRejectReason(cancelBid({ vin: wrong }))).toBe('vin1 needs to be buyvin.vout[0]')
    const lost = draftTransaction([plainInput(coins, 7)], [ccOutput(500n, bidTree)])
    const unknown = [plainInput(coins, 3), ccInput(lost, 0, bidTree)]
    expect(findRejectReason(cancelBid({ vin: unknown }))).toBe('always should find CCvin, but didnt')
  })

  it('requires the script that locks orders of this side', () => {
    const reason = 'invalid vin assets CCaddr'
    expect(findRejectReason(cancelBid({ vin: [plainInput(coins, 3), ccInput(ask, 0, askTree)] }))).toBe(reason)
    expect(findRejectReason(cancelAsk({ vin: [plainInput(coins, 3), ccInput(bid, 0, bidTree)] }))).toBe(reason)
  })

  it('requires order data with a valid owner key', () => {
    const reason = 'couldnt get origaddr for buyvin'
    for (const data of [
      plainOutput(1n, ann),
      orderData({ func: 'o', price: 0n, owner: none }),
      orderData({ func: 'b', price: 1n, owner: fromHex('05aa') }),
    ]) {
      const odd = confirm(
        draftTransaction([plainInput(coins, 7)], [ccOutput(500n, bidTree), ccOutput(1n, markerTree(ann)), data]),
      )
      expect(findRejectReason(cancelBid({ vin: [plainInput(coins, 3), ccInput(odd, 0, bidTree)] }))).toBe(reason)
      chain.disconnect()
    }
  })

  it('rejects cancelling a bid whose first output has value 0', () => {
    const data = orderData({ func: 'b', price: 1n, owner: ann })
    const empty = confirm(
      draftTransaction([plainInput(coins, 7)], [ccOutput(0n, bidTree), ccOutput(1n, markerTree(ann)), data]),
    )
    expect(findRejectReason(cancelBid({ vin: [plainInput(coins, 3), ccInput(empty, 0, bidTree)] }))).toBe(
      'null value CCvin',
    )
  })

  it('requires the marker, function and token of a bid', () => {
    const placed = (marker: TxOut, order: OrderData, id = tokenId) => {
      const tx = confirm(
        draftTransaction([plainInput(coins, 7)], [ccOutput(500n, bidTree), marker, orderData(order, [], id)]),
      )
      const reason = findRejectReason(cancelBid({ vin: [plainInput(coins, 3), ccInput(tx, 0, bidTree)] }))
      chain.disconnect()
      return reason
    }
    const order = { func: 'b', price: 100n, owner: ann } as const
    const marker = ccOutput(10_000n, markerTree(ann))
    expect(placed(marker, order)).toBeUndefined()
    expect(placed(plainOutput(10_000n, ann), order)).toBe('invalid normal vout1 for buyvin')
    expect(placed(plainOutput(10_000n, ann), { ...order, func: 'B' })).toBeUndefined()
    expect(placed(marker, { ...order, func: 's' })).toBe('invalid opreturn for buyvin')
    expect(placed(marker, order, computeTxid(createToken(plainInput(coins, 8))))).toBe('invalid assetid for buyvin')
  })

  it('rejects an ask of another token', () => {
    const id = computeTxid(createToken(plainInput(coins, 8)))
    expect(findRejectReason(cancelAsk({ id }))).toBe('invalid missing CC vout0 for sellvin')
  })
})

describe('validateAssets on a cancelled bid', () => {
  it('accepts a refund of the coins to the owner', () => {
    expect(findRejectReason(cancelBid())).toBeUndefined()
  })

  it('rejects a refund with another amount, address or a condition', () => {
    const reason = 'invalid refund for cancelbuy'
    for (const output of [plainOutput(499n, ann), plainOutput(500n, bob), ccOutput(500n, tokenTree(ann))]) {
      expect(findRejectReason(cancelBid({ vout: changed(cancelBidOutputs(), { 0: output }) }))).toBe(reason)
    }
  })

  it('rejects conditions in later inputs and in any output', () => {
    const vin = [plainInput(coins, 3), ccInput(bid, 0, bidTree), plainInput(coins, 4), ccInput(bid, 1, markerTree(ann))]
    expect(findRejectReason(cancelBid({ vin }))).toBe('invalid CC vin')
    const vout = changed(cancelBidOutputs(), { 1: ccOutput(10_000n, markerTree(ann)) })
    expect(findRejectReason(cancelBid({ vout }))).toBe('invalid CC vout')
  })
})

describe('validateAssets on a cancelled ask', () => {
  it('accepts returned tokens, also with data after the condition', () => {
    expect(findRejectReason(cancelAsk())).toBeUndefined()
    const [back] = cancelAskOutputs()
    const scriptPubKey = concat(back!.scriptPubKey, fromHex('01aa75'))
    const vout = changed(cancelAskOutputs(), { 0: { value: 100n, scriptPubKey } })
    expect(findRejectReason(cancelAsk({ vout }))).toBeUndefined()
  })

  it('rejects another amount, another owner or a missing condition', () => {
    const reason = 'invalid vout for cancel'
    for (const output of [ccOutput(99n, tokenTree(ann)), ccOutput(100n, tokenTree(bob)), plainOutput(100n, ann)]) {
      expect(findRejectReason(cancelAsk({ vout: changed(cancelAskOutputs(), { 0: output }) }))).toBe(reason)
    }
  })

  it('rejects conditions in later inputs and outputs', () => {
    const vin = [plainInput(coins, 3), ccInput(ask, 0, askTree), plainInput(coins, 4), ccInput(ask, 1, markerTree(ann))]
    expect(findRejectReason(cancelAsk({ vin }))).toBe('invalid CC vin')
    const vout = changed(cancelAskOutputs(), { 1: ccOutput(10_000n, markerTree(ann)) })
    expect(findRejectReason(cancelAsk({ vout }))).toBe('invalid CC vout')
  })
})

describe('validateAssets on a filled bid', () => {
  const fill = (replaced: Readonly<Record<number, TxOut>>) =>
    findRejectReason(fillBid({ vout: changed(fillBidOutputs(), replaced) }))

  it('accepts a partial and a full fill', () => {
    expect(findRejectReason(fillBid())).toBeUndefined()
    const vout = [plainOutput(0n, cat), plainOutput(500n, bob), ccOutput(40n, tokenTree(ann)), fillBidOutputs()[3]!]
    const small = draftTransaction(
      [plainInput(coins, 7)],
      [ccOutput(500n, bidTree), ccOutput(10_000n, markerTree(ann)), orderData({ func: 'b', price: 40n, owner: ann })],
    )
    confirm(small)
    const vin = [plainInput(coins, 3), ccInput(small, 0, bidTree), ccInput(forty(), 0, tokenTree(bob))]
    expect(findRejectReason(fillBid({ vin, vout, order: { func: 'B', price: 0n, owner: ann } }))).toBeUndefined()
  })

  it('rejects too few outputs, another owner and a wrong sum', () => {
    expect(findRejectReason(fillBid({ vout: fillBidOutputs().slice(0, 2) }))).toBe('not enough vouts for fillbuy')
    const order = { func: 'B', price: 60n, owner: cat } as const
    expect(findRejectReason(fillBid({ order }))).toBe('mismatched origpubkeys for fillbuy')
    expect(fill({ 1: plainOutput(201n, bob) })).toBe('locked value doesnt match vout0+1 fillbuy')
  })

  it('rejects tokens sent to another key or differing from the token inputs', () => {
    const reason = 'vout2 doesnt match inputs fillbuy'
    expect(fill({ 2: ccOutput(40n, tokenTree(cat)) })).toBe(reason)
    expect(fill({ 2: ccOutput(39n, tokenTree(ann)) })).toBe(reason)
    expect(fill({ 2: plainOutput(40n, ann) })).toBe(reason)
  })

  it('rejects coins under a condition and a wrong marker', () => {
    expect(fill({ 1: ccOutput(200n, tokenTree(bob)) })).toBe('vout1 is CC for fillbuy')
    const reason = 'invalid marker for original pubkey'
    for (const marker of [
      ccOutput(9999n, markerTree(ann)),
      ccOutput(10_000n, markerTree(bob)),
      plainOutput(10_000n, ann),
    ]) {
      expect(fill({ 3: marker })).toBe(reason)
    }
  })

  it('rejects a wrong remainder and a worse price', () => {
    const reason = 'mismatched remainder for fillbuy'
    expect(findRejectReason(fillBid({ order: { func: 'B', price: 61n, owner: ann } }))).toBe(reason)
    expect(fill({ 0: ccOutput(400n, bidTree), 1: plainOutput(100n, bob) })).toBe(reason)
  })

  it('rejects remaining coins that are not locked as a bid', () => {
    expect(fill({ 0: plainOutput(300n, bob) })).toBe('mismatched vout0 AssetsCCaddr for fillbuy')
  })

  it('rejects further conditions after the marker', () => {
    const vout = [...fillBidOutputs(), plainOutput(1n, bob), ccOutput(1n, tokenTree(bob))]
    expect(findRejectReason(fillBid({ vout }))).toBe('invalid CC vout')
  })

  it('checks only the tokens if there is token change', () => {
    const vin = () => [plainInput(coins, 3), ccInput(bid, 0, bidTree), ccInput(ask, 2, tokenTree(bob))]
    const change = ccOutput(860n, tokenTree(bob))
    const free = [
      ccOutput(0n, bidTree),
      ccOutput(500n, tokenTree(bob)),
      ccOutput(40n, tokenTree(ann)),
      plainOutput(1n, bob),
    ]
    expect(findRejectReason(fillBid({ vin: vin(), vout: [...free, change] }))).toBeUndefined()
    const stray = changed(free, { 2: ccOutput(40n, tokenTree(cat)) })
    expect(findRejectReason(fillBid({ vin: vin(), vout: [...stray, change] }))).toBe(
      'vout2 doesnt go to origpubkey fillbuy',
    )
    const short = [...free, ccOutput(859n, tokenTree(bob))]
    expect(findRejectReason(fillBid({ vin: vin(), vout: short }))).toBe('asset inputs doesnt match vout2+3 fillbuy')
    const more = [...free, change, ccOutput(1n, tokenTree(bob))]
    expect(findRejectReason(fillBid({ vin: vin(), vout: more }))).toBe('invalid CC vout')
  })
})

describe('validateAssets on a filled ask', () => {
  const fill = (replaced: Readonly<Record<number, TxOut>>) =>
    findRejectReason(fillAsk({ vout: changed(fillAskOutputs(), replaced) }))

  it('accepts partial and full fills, and conditions in any output', () => {
    expect(findRejectReason(fillAsk())).toBeUndefined()
    const all = changed(fillAskOutputs(), {
      0: plainOutput(0n, bob),
      1: ccOutput(100n, tokenTree(bob)),
      2: plainOutput(500n, ann),
    })
    expect(findRejectReason(fillAsk({ vout: all, order: { func: 'S', price: 0n, owner: ann } }))).toBeUndefined()
    expect(findRejectReason(fillAsk({ vout: [...fillAskOutputs(), ccOutput(1n, tokenTree(bob))] }))).toBeUndefined()
  })

  it('rejects too few outputs, another owner and a wrong sum', () => {
    expect(findRejectReason(fillAsk({ vout: fillAskOutputs().slice(0, 2) }))).toBe('not enough vouts for fillask')
    const order = { func: 'S', price: 300n, owner: cat } as const
    expect(findRejectReason(fillAsk({ order }))).toBe('mismatched origpubkeys for fillask')
    expect(fill({ 1: ccOutput(41n, tokenTree(bob)) })).toBe('locked value doesnt match vout0+1 fillask')
  })

  it('rejects a wrong remainder, a worse price, and an emptied ask that still wants coins', () => {
    const reason = 'mismatched remainder for fillask'
    expect(findRejectReason(fillAsk({ order: { func: 'S', price: 301n, owner: ann } }))).toBe(reason)
    const cheap = { 0: ccOutput(10n, askTree), 1: ccOutput(90n, tokenTree(bob)) }
    expect(fill(cheap)).toBe(reason)
    const emptied = { 0: ccOutput(0n, askTree), 1: ccOutput(100n, tokenTree(bob)) }
    expect(fill(emptied)).toBe(reason)
  })

  it('rejects tokens without a condition, and coins paid to another address', () => {
    const reason = 'normal vout1 for fillask'
    expect(fill({ 1: plainOutput(40n, bob) })).toBe(reason)
    expect(fill({ 2: plainOutput(200n, cat) })).toBe(reason)
    expect(fill({ 2: ccOutput(200n, tokenTree(ann)) })).toBe(reason)
  })

  it('rejects a wrong marker, and remaining tokens that are not locked as an ask', () => {
    expect(fill({ 3: ccOutput(10_001n, markerTree(ann)) })).toBe('invalid marker for original pubkey')
    expect(fill({ 0: ccOutput(60n, bidTree) })).toBe('mismatched vout0 assets dual unspendable CCaddr for fill sell')
  })
})

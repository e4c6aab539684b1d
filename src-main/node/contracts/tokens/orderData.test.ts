import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, fromHex, toHex } from '../../util/index.ts'
import { decodeTokenData, encodeTokenTransfer, PAYLOAD_ASSETS } from './codec.ts'
import { decodeOrder, encodeOrder, findOrderData } from './orderData.ts'

const P1 = '034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa'
const ASSETS = '02adf84e0e075cf90868bd4e3d34a03420e034719649c41f371fc70d8e33aa2702'
const ID = `c4d6a1f0${'00'.repeat(27)}7e`
const id = fromHex(ID).reverse()

describe('encodeOrder', () => {
  it('writes the blobs of tokens.md', () => {
    const owner = fromHex(P1)
    expect(toHex(encodeOrder({ func: 's', price: 5000000n, owner }))).toBe(`e373404b4c000000000021${P1}`)
    expect(toHex(encodeOrder({ func: 'b', price: 100n, owner }))).toBe(`e362640000000000000021${P1}`)
    expect(toHex(encodeOrder({ func: 'x', price: 0n, owner }))).toBe('e378')
    expect(toHex(encodeOrder({ func: 'o', price: 0n, owner }))).toBe('e36f')
  })

  it('round-trips the data of every function', () => {
    const price = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    const owner = fc.uint8Array({ maxLength: 70 })
    fc.assert(
      fc.property(fc.constantFrom('s', 'b', 'S', 'B'), price, owner, (func, amount, key) => {
        const order = { func, price: amount, owner: key } as const
        expect(decodeOrder(encodeOrder(order))).toEqual(order)
      }),
    )
    const swap = { func: 'E', price: -1n, owner: fromHex(P1), otherTokenId: id } as const
    expect(decodeOrder(encodeOrder(swap))).toEqual(swap)
    expect(toHex(encodeOrder(swap)).slice(4, 68)).toBe(ID)
  })
})

describe('findOrderData', () => {
  it('decodes the orders in the scripts of tokens.md', () => {
    const ask = decodeTokenData(fromHex(`f274${ID}0121${ASSETS}122ce373404b4c000000000021${P1}`))
    expect(findOrderData(ask!)).toEqual({ func: 's', price: 5000000n, owner: fromHex(P1), tokenId: id })
    const cancel = decodeTokenData(fromHex(`f274${ID}001202e36f`))
    expect(findOrderData(cancel!)).toEqual({ func: 'o', price: 0n, owner: new Uint8Array(), tokenId: id })
  })

  it('returns undefined for a plain transfer, and no token id for a create', () => {
    expect(
      findOrderData(decodeTokenData(encodeTokenTransfer({ tokenId: id, pubkeys: [], payloads: [] }))!),
    ).toBeUndefined()
    const payloads = [{ id: PAYLOAD_ASSETS, blob: fromHex('e378') }]
    const create = { func: 'c', owner: id, name: id, description: id, payloads } as const
    expect(findOrderData(create)).toMatchObject({ func: 'x', tokenId: new Uint8Array(32) })
  })
})

describe('decodeOrder', () => {
  it('rejects cancels with more bytes, truncated and overlong orders, and other codes', () => {
    const ask = fromHex(`e373404b4c000000000021${P1}`)
    expect(decodeOrder(ask)).toBeDefined()
    expect(decodeOrder(ask.subarray(0, -1))).toBeUndefined()
    expect(decodeOrder(concat(ask, Uint8Array.of(0)))).toBeUndefined()
    for (const hex of ['', 'e3', 'e37800', 'e36f00', 'e363', 'f273', 'e374', `e365${ID}`]) {
      expect(decodeOrder(fromHex(hex))).toBeUndefined()
    }
  })

  it('never throws for random bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'sbSBxoeEct'), fc.uint8Array({ maxLength: 120 }), (func, rest) => {
        decodeOrder(concat(Uint8Array.of(0xe3, func.charCodeAt(0)), rest))
      }),
      { numRuns: 500 },
    )
  })
})

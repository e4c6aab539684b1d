import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteWriter, concat, fromHex, toHex } from '../../util/index.ts'
import { opReturnData } from '../framework/opReturn.ts'
import {
  decodeTokenData,
  encodeTokenCreate,
  encodeTokenTransfer,
  findNftData,
  findPayload,
  PAYLOAD_ASSETS,
  PAYLOAD_GAME,
  PAYLOAD_NFT,
  type TokenData,
} from './codec.ts'

const text = (value: string) => new TextEncoder().encode(value)
const P1 = fromHex('034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa')
const P2 = fromHex('02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27')
/** display order */
const ID = `c4d6a1f0${'00'.repeat(27)}7e`
const id = fromHex(ID).reverse()

const payloads = fc.array(
  fc.record({ id: fc.integer({ min: 1, max: 255 }), blob: fc.uint8Array({ maxLength: 300 }) }),
  {
    maxLength: 4,
  },
)
const key = fc.oneof(
  fc.tuple(fc.constantFrom(2, 3), fc.uint8Array({ minLength: 32, maxLength: 32 })),
  fc.tuple(fc.constantFrom(4, 6, 7), fc.uint8Array({ minLength: 64, maxLength: 64 })),
)
const pubkey = key.map(([first, rest]) => Uint8Array.of(first, ...rest))
const plain = (data: TokenData | undefined) =>
  JSON.parse(JSON.stringify(data, (_, v) => (v instanceof Uint8Array ? toHex(v) : v)))

describe('encodeTokenCreate', () => {
  it('writes the layout of tokens.md', () => {
    const data = encodeTokenCreate({
      owner: P1,
      name: text('MYTOKEN'),
      description: text('a test token'),
      payloads: [],
    })
    expect(toHex(data)).toBe(`f26321${toHex(P1)}074d59544f4b454e0c61207465737420746f6b656e`)
    const nft = { id: PAYLOAD_NFT, blob: fromHex('f7010203') }
    const withData = encodeTokenCreate({ owner: P1, name: text('NFT1'), description: text(''), payloads: [nft] })
    expect(toHex(withData)).toBe(`f26321${toHex(P1)}044e465431001104f7010203`)
  })

  it('round-trips with any bytes as name and description', () => {
    const bytes = fc.uint8Array({ maxLength: 5000 })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), bytes, bytes, payloads, (owner, name, description, list) => {
        const value = { owner, name, description, payloads: list }
        expect(plain(decodeTokenData(encodeTokenCreate(value)))).toEqual(plain({ func: 'c', ...value }))
      }),
    )
  })
})

describe('encodeTokenTransfer', () => {
  it('writes the token id in display order', () => {
    const data = encodeTokenTransfer({ tokenId: id, pubkeys: [P2], payloads: [] })
    expect(toHex(data)).toBe(`f274${ID}0121${toHex(P2)}`)
  })

  it('round-trips with up to two keys and any payloads', () => {
    const tokenId = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(tokenId, fc.array(pubkey, { maxLength: 2 }), payloads, (token, pubkeys, list) => {
        const value = { tokenId: token, pubkeys, payloads: list }
        // Only a first payload that parses as the old form may decode differently.
        const first = list[0]
        fc.pre(first === undefined || first.id < 0xe4)
        expect(plain(decodeTokenData(encodeTokenTransfer(value)))).toEqual(plain({ func: 't', ...value }))
      }),
    )
  })

  it('omits a payload with id 0 and rejects a third key', () => {
    const data = encodeTokenTransfer({ tokenId: id, pubkeys: [], payloads: [{ id: 0, blob: P1 }] })
    expect(toHex(data)).toBe(`f274${ID}00`)
    expect(() => encodeTokenTransfer({ tokenId: id, pubkeys: [P1, P1, P2], payloads: [] })).toThrow(RangeError)
  })
})

describe('decodeTokenData', () => {
  const head = fromHex(`f274${ID}`)
  const decode = (...parts: Uint8Array[]) => decodeTokenData(concat(...parts))
  const vec = (bytes: Uint8Array) => new ByteWriter().varBytes(bytes).finish()

  it('decodes the script of tokens.md', () => {
    const script = fromHex(`6a45f274${ID}0121${toHex(P2)}`)
    expect(plain(decodeTokenData(opReturnData(script)!))).toEqual(
      plain({ func: 't', tokenId: id, pubkeys: [P2], payloads: [] }),
    )
  })

  it('drops an id byte at the end without a blob', () => {
    expect(decode(head, Uint8Array.of(0, 0x11))).toMatchObject({ func: 't', payloads: [] })
    const create = encodeTokenCreate({ owner: P1, name: text('N'), description: text(''), payloads: [] })
    expect(decode(create, Uint8Array.of(0x12))).toMatchObject({ func: 'c', payloads: [] })
  })

  it('decodes order and game data of the old form, without an id', () => {
    const blob = fromHex(`e373404b4c000000000021${toHex(P1)}`)
    const data = decode(head, Uint8Array.of(1), vec(P2), vec(blob))
    expect(data?.payloads).toEqual([{ id: PAYLOAD_ASSETS, blob }])
    const game = decode(head, Uint8Array.of(0), vec(text('\u0011Hxyz')))
    expect(game?.payloads).toEqual([{ id: PAYLOAD_GAME, blob: text('\u0011Hxyz') }])
  })

  it('rejects other bytes without an id', () => {
    for (const blob of ['e365aabb', '1173', 'e3', '1252']) {
      expect(decode(head, Uint8Array.of(0), vec(fromHex(blob)))).toBeUndefined()
    }
  })

  it('rejects bytes after the old form', () => {
    const blob = fromHex('e378')
    expect(decode(head, Uint8Array.of(0), vec(blob))?.payloads).toHaveLength(1)
    expect(decode(head, Uint8Array.of(0), vec(blob), Uint8Array.of(0x12))).toBeUndefined()
  })

  it('keeps only keys of the length indicated by their first byte', () => {
    const long = Uint8Array.of(4, ...new Uint8Array(64))
    expect(decode(head, Uint8Array.of(2), vec(P1), vec(long))).toMatchObject({ pubkeys: [P1, long] })
    expect(decode(head, Uint8Array.of(2), vec(P1.subarray(0, 32)), vec(P2))).toMatchObject({ pubkeys: [P2] })
    expect(decode(head, Uint8Array.of(1), vec(new Uint8Array()))).toMatchObject({ pubkeys: [] })
    expect(decode(head, Uint8Array.of(1), vec(new Uint8Array(200)))).toMatchObject({ pubkeys: [] })
  })

  it('rejects more than two keys, other codes and functions, and truncated data', () => {
    expect(decode(head, Uint8Array.of(3), vec(P1), vec(P2))).toBeUndefined()
    expect(decode(head, Uint8Array.of(2), vec(P1))).toBeUndefined()
    for (const hex of ['', 'f2', 'f263', 'f274', 'e363210000', 'f26c00', `f274${ID.slice(2)}`]) {
      expect(decodeTokenData(fromHex(hex))).toBeUndefined()
    }
  })

  it('never throws for random bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom('f263', `f274${ID}`, ''), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        decodeTokenData(concat(fromHex(start), rest))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('findPayload and findNftData', () => {
  it('return the first payload with the id', () => {
    const list = [
      { id: 0x14, blob: Uint8Array.of(1) },
      { id: 0x11, blob: Uint8Array.of(2) },
      { id: 0x11, blob: Uint8Array.of(3) },
    ]
    const data = { func: 'c', owner: P1, name: P1, description: P1, payloads: list } as const
    expect(findPayload(data, 0x11)).toEqual(Uint8Array.of(2))
    expect(findNftData(data)).toEqual(Uint8Array.of(2))
    expect(findPayload(data, 0x12)).toBeUndefined()
  })

  it('return no NFT data for an empty blob', () => {
    const data = {
      func: 'c',
      owner: P1,
      name: P1,
      description: P1,
      payloads: [{ id: 0x11, blob: new Uint8Array() }],
    } as const
    expect(findNftData(data)).toBeUndefined()
  })
})

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesToHex } from '#shared/protocol/hex.ts'
import { emptyTokenDraft, type TokenDraft } from '../../components/uiStore.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { checkDraft, movability, unitsText, whyNotMove } from './draft.ts'

beforeAll(() => loadTexts('tokens'))

const draft = (changes: Partial<TokenDraft>): TokenDraft => ({ ...emptyTokenDraft, name: 'A', supply: '1', ...changes })
const COINS = 100_000_000n
const check = (changes: Partial<TokenDraft>, spendable = 1000n * COINS) => checkDraft(draft(changes), spendable, 'TST')
const errors = (changes: Partial<TokenDraft>, spendable?: bigint) => {
  const result = check(changes, spendable)
  return result.ok ? {} : result.errors
}

describe('checkDraft', () => {
  it('converts units and locked coins to the same request', () => {
    expect(check({ supply: '150000000' })).toMatchObject({ request: { supply: '1.50000000', units: 150_000_000n } })
    expect(check({ supply: '1.5', supplyUnit: 'coins' })).toMatchObject({ request: { supply: '1.50000000' } })
    expect(check({ supply: '1,000' })).toMatchObject({ request: { units: 1000n } })
  })

  it.each(['1abc', '-1', '1e3', '0x10', '9999999999999999999', ' ', '1.2.3'])('rejects the supply %j', (supply) => {
    expect(errors({ supply })).toHaveProperty('supply')
    expect(errors({ supply, supplyUnit: 'coins' })).toHaveProperty('supply')
  })

  it('rejects zero, nine decimals, and decimals of units', () => {
    expect(errors({ supply: '0' }).supply).toMatch('at least one')
    expect(errors({ supply: '0.123456789', supplyUnit: 'coins' }).supply).toMatch('8 decimals')
    expect(errors({ supply: '1.5' }).supply).toMatch('whole')
  })

  it('rejects units that the node’s floating point cannot represent, and suggests the nearest', () => {
    // 1.23456789 coins become 123456788 units, in komodod too.
    expect(errors({ supply: '123456789' }).supply).toMatch('123,456,788 or 123,456,790')
    expect(errors({ supply: '1.23456789', supplyUnit: 'coins' }).supply).toMatch('cannot make exactly 123,456,789')
    expect(errors({ supply: '123456788' })).toEqual({})
    expect(errors({ supply: '123456790' })).toEqual({})
  })

  it('counts bytes instead of characters', () => {
    expect(errors({ name: 'a'.repeat(32) })).toEqual({})
    expect(errors({ name: 'a'.repeat(33) }).name).toMatch('1 byte')
    expect(errors({ name: 'ü'.repeat(17) }).name).toMatch('2 bytes')
    expect(errors({ description: 'a'.repeat(4096) })).toEqual({})
    expect(errors({ description: 'a'.repeat(4097) })).toHaveProperty('description')
    expect(errors({ name: '' })).toHaveProperty('name')
  })

  it('requires coins for supply, marker and fee', () => {
    expect(errors({ supply: '1', supplyUnit: 'coins' }, COINS + 20_000n)).toEqual({})
    expect(errors({ supply: '1', supplyUnit: 'coins' }, COINS + 19_999n)).toHaveProperty('supply')
  })

  it('creates one unit of an NFT, with the code before its data', () => {
    expect(check({ kind: 'nft', supply: '', data: 'hi', evalCode: 'F7' })).toMatchObject({
      request: { supply: '0.00000001', data: 'f76869' },
    })
    expect(check({ kind: 'nft', data: '01 02', dataFormat: 'hex' })).toMatchObject({ request: { data: 'f30102' } })
    expect(errors({ kind: 'nft', data: '012', dataFormat: 'hex' })).toHaveProperty('data')
    expect(errors({ kind: 'nft', evalCode: 'f' })).toHaveProperty('evalCode')
    expect(errors({ kind: 'nft', data: 'a'.repeat(10_000) })).toEqual({})
    expect(errors({ kind: 'nft', data: 'a'.repeat(10_001) })).toHaveProperty('data')
  })

  it('explains a negative, too large or non-numeric supply', () => {
    for (const supplyUnit of ['units', 'coins'] as const) {
      expect(errors({ supply: '-3', supplyUnit }).supply).toBe('Must not be negative.')
      expect(errors({ supply: '9'.repeat(20), supplyUnit }).supply).toBe('More than this chain can have.')
      expect(errors({ supply: 'abc', supplyUnit }).supply).toBe('Not a number.')
    }
  })

  it('encodes a link where the family’s tools expect it', () => {
    const nft = { kind: 'nft', link: ' https://a.example/b ' } as const
    const url = `0213${bytesToHex(new TextEncoder().encode('https://a.example/b'))}`
    expect(check(nft)).toMatchObject({ request: { data: `f301${url}` } })
    expect(check({ ...nft, data: 'hi', evalCode: 'F1' })).toMatchObject({ request: { data: `f101${url}04026869` } })
    expect(errors({ kind: 'nft', link: 'ipfs://Qm' })).toEqual({})
    for (const link of ['http://a.example/', 'a.example', 'https://a:b@c.example/', 'https://a.example:81/'])
      expect(errors({ kind: 'nft', link }).link).toMatch('begin with https:// or ipfs://')
    expect(errors({ kind: 'nft', link: `https://a.example/${'x'.repeat(983)}` }).link).toMatch('1 byte')
    expect(errors({ kind: 'fungible', link: 'nonsense' })).toEqual({})
  })

  it('accepts only amounts that the node converts to exactly the same units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 900n * COINS }), (units) => {
        const exact = BigInt(Math.trunc((Number(units) / 1e8) * 1e8 + 0.00000000499999)) === units
        const result = check({ supply: String(units) })
        expect(result.ok).toBe(exact)
        if (result.ok) expect(BigInt(result.request.supply.replace('.', ''))).toBe(units)
      }),
    )
  })
})

describe('movability', () => {
  it('rejects a transfer that the network would reject later', () => {
    expect(movability(undefined).movable).toBe(true)
    expect(movability('f7010203')).toMatchObject({ movable: false, countsAsNothing: false })
    for (const data of ['f1', 'F301'])
      expect(movability(data)).toEqual({ movable: true, countsAsNothing: false, reason: '' })
    expect(movability('F2')).toMatchObject({ movable: false, countsAsNothing: true })
    expect(movability('0011')).toMatchObject({ movable: false, countsAsNothing: true })
  })
})

describe('whyNotMove', () => {
  it('names unconfirmed units instead of a zero balance', () => {
    expect(whyNotMove(undefined, 5n, false)).toBeUndefined()
    expect(whyNotMove(undefined, 0n, false)).toBe('You hold no units of it.')
    expect(whyNotMove(undefined, 0n, true)).toBe('All your units are unconfirmed.')
    expect(whyNotMove(undefined, 5n, true)).toMatch(/^The rest of your units is unconfirmed change/)
  })
})

describe('unitsText', () => {
  it('formats one unit in the singular, and groups digits', () => {
    expect([0n, 1n, 2n, 1_000n].map(unitsText)).toEqual(['0 units', '1 unit', '2 units', '1,000 units'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLeafTarget, readTyped } from './target.ts'

const HASH = 'ab'.repeat(32)
const ADDRESS = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

describe('parseLeafTarget', () => {
  it('classifies a value by its field name and shape', () => {
    expect(parseLeafTarget('txid', HASH)).toEqual({ kind: 'transaction', id: HASH })
    expect(parseLeafTarget('spentTxId', HASH)).toEqual({ kind: 'transaction', id: HASH })
    expect(parseLeafTarget('tokenid', HASH)).toEqual({ kind: 'token', id: HASH })
    expect(parseLeafTarget('previousblockhash', HASH)).toEqual({ kind: 'block', id: HASH })
    expect(parseLeafTarget(undefined, HASH)).toEqual({ kind: 'hash', id: HASH })
    expect(parseLeafTarget('height', '12')).toEqual({ kind: 'block', id: '12' })
    expect(parseLeafTarget('addresses', ADDRESS)).toEqual({ kind: 'address', id: ADDRESS })
  })

  it('returns undefined for values without a page', () => {
    for (const field of ['merkleroot', 'nonce', 'chainwork', 'anchor'])
      expect(parseLeafTarget(field, HASH)).toBeUndefined()
    expect(parseLeafTarget('size', '12')).toBeUndefined()
    expect(parseLeafTarget('height', '-1')).toBeUndefined()
    expect(parseLeafTarget('height', '1.5')).toBeUndefined()
    expect(parseLeafTarget('name', 'donaudampfschiffahrtsgesechaft')).toBeUndefined()
    expect(parseLeafTarget('txid', HASH.toUpperCase())).toBeUndefined()
  })
})

describe('readTyped', () => {
  it('accepts heights, hashes, addresses, keys and links in common notations', () => {
    expect(readTyped(' 1,234 ')).toEqual({ kind: 'block', id: '1234' })
    expect(readTyped('#007')).toEqual({ kind: 'block', id: '7' })
    expect(readTyped(`0x${HASH.toUpperCase()}`)).toEqual({ kind: 'hash', id: HASH })
    expect(readTyped(ADDRESS)).toEqual({ kind: 'address', id: ADDRESS })
    const digitless = 'RBBVxCCLXyikeoYvGjcqSYCdMcrRZcrccN'
    expect(readTyped(digitless)).toEqual({ kind: 'address', id: digitless })
    expect(readTyped(`02${HASH}`)).toEqual({ kind: 'pubkey', id: `02${HASH}` })
    expect(readTyped(`http://127.0.0.1:4000/#/tx/${HASH}`)).toEqual({ kind: 'transaction', id: HASH })
    expect(readTyped('app://chainwright/#/block/17?tab=raw')).toEqual({ kind: 'block', id: '17' })
  })

  it('returns undefined for any other text', () => {
    for (const text of ['', 'send', '1.5', '12345678901', `${ADDRESS}0`, `${HASH}0`]) {
      expect(readTyped(text)).toBeUndefined()
    }
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => void readTyped(text)))
  })
})

import { describe, expect, it } from 'vitest'
import { type DescribedTransaction, describeTransaction, FAUCET_POOL, type OwnRole } from './describe.ts'

const MARKER = 'RAMvUfoyURBRxAdVeTMHxn3giJZCFWeha2'
const MINE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const MINE_CC = 'R9XYD4XHNRqrSX8EaWwWni7PPbrKm6zsfg'
const OTHER = 'RVTegxBoYwCi41RcAAshVZiLuDqxRYbgPx'
const own = { addresses: new Set([MINE, MINE_CC]), tokenMarker: MARKER }
const P1 = '034f355bdcb7cc0af728ef3cceb9615d90684bb5b2ca5f859ab0f0b704075871aa'

const output = (
  n: number,
  value: bigint,
  type: 'pubkey' | 'cryptocondition' | 'nulldata' | 'nonstandard',
  address?: string,
  hex = '',
) => ({
  n,
  value,
  scriptPubKey: { asm: '', hex, type, ...(address ? { addresses: [address] } : {}) },
})
const spends = (count: number) => Array.from({ length: count }, (_, vout) => ({ txid: 'a'.repeat(64), vout }))

const create: DescribedTransaction = {
  vin: spends(1),
  vout: [
    output(0, 10_000n, 'cryptocondition', MARKER),
    output(1, 1000n, 'cryptocondition', MINE_CC),
    output(2, 99_979_000n, 'pubkey', MINE),
    output(3, 0n, 'nulldata', undefined, `6a39f26321${P1}074d59544f4b454e0c61207465737420746f6b656e`),
  ],
}

describe('describeTransaction', () => {
  it('tells the creation of a token: marker, units, change, note and fee', () => {
    const story = describeTransaction(create, [{ value: 100_000_000n, address: MINE }], own)
    expect(story.outputs.map(({ kind }) => kind)).toEqual(['marker', 'units', 'change', 'data'])
    expect(story.fee).toBe(10_000n)
    expect(story.token).toMatchObject({ kind: 'create', name: 'MYTOKEN' })
  })

  it('tells units for the receiver from units that come back', () => {
    const transfer: DescribedTransaction = {
      vin: spends(2),
      vout: [
        output(0, 40n, 'cryptocondition', OTHER),
        output(1, 60n, 'cryptocondition', MINE_CC),
        output(2, 0n, 'nulldata', undefined, `6a45f274${'c'.repeat(64)}0121${P1}`),
      ],
    }
    const story = describeTransaction(
      transfer,
      [
        { value: 10_000n, address: MINE },
        { value: 100n, address: MINE_CC },
      ],
      own,
    )
    expect(story.outputs.map(({ kind, own: mine }) => [kind, mine])).toEqual([
      ['units', false],
      ['units-back', true],
      ['data', false],
    ])
    expect(story.fee).toBe(10_000n)
  })

  it('tells own outputs of a sent transaction as the node remembers them, wherever its coins came from', () => {
    const sent: DescribedTransaction = {
      vin: spends(1),
      vout: [0, 1, 2, 3, 4].map((n) => output(n, 5n, 'pubkey', n === 4 ? OTHER : MINE)),
    }
    const told = (roles: ReadonlyMap<number, OwnRole>) =>
      describeTransaction(sent, [{ value: 40n, address: MINE }], { ...own, roles }).outputs.map(({ title }) => title)
    const roles = new Map<number, OwnRole>([
      [0, 'kept'],
      [1, 'change'],
      [2, 'received'],
      [3, 'unknown'],
    ])
    expect(told(roles)).toEqual(['An address of your own', 'Change, back to you', 'You', 'You', 'Somebody else'])
    expect(told(new Map())).toEqual(['You', 'You', 'You', 'You', 'Somebody else'])
    const stranger = describeTransaction(sent, [undefined], { ...own, addresses: new Set(), roles }).outputs
    expect(stranger.map((line) => line.own)).toEqual([true, true, true, true, false])
  })

  it('claims no fee while a spent coin is unknown', () => {
    const story = describeTransaction(create, [undefined], own)
    expect(story.fee).toBeUndefined()
    expect(story.inputTotal).toBeUndefined()
  })

  it('does not call a payment to a stranger change, nor a marker of another size a marker', () => {
    const odd: DescribedTransaction = {
      vin: spends(1),
      vout: [
        output(0, 5n, 'pubkey', OTHER),
        output(1, 20_000n, 'cryptocondition', MARKER),
        output(2, 1n, 'nonstandard'),
      ],
    }
    const story = describeTransaction(odd, [{ value: 30_000n, address: MINE }], own)
    expect(story.outputs.map(({ kind }) => kind)).toEqual(['pay', 'condition', 'other'])
  })

  it('tells the faucet from any other condition, and what goes in from what stays in', () => {
    const pool = output(0, 200_000_000n, 'cryptocondition', FAUCET_POOL)
    const deposit: DescribedTransaction = { vin: spends(1), vout: [pool, output(1, 1n, 'pubkey', MINE)] }
    const paid = describeTransaction(deposit, [{ value: 200_010_001n, address: MINE }], own)
    expect(paid.outputs.map(({ kind }) => kind)).toEqual(['pool', 'change'])

    const claim: DescribedTransaction = {
      vin: spends(1),
      vout: [pool, output(1, 10_000_000n, 'pubkey', MINE), output(2, 0n, 'nulldata', undefined, '6a06e44701020304')],
    }
    const got = describeTransaction(claim, [{ value: 210_010_000n, address: FAUCET_POOL }], own)
    expect(got.outputs.map(({ kind, title }) => [kind, title])).toEqual([
      ['pool-back', 'Back into the faucet'],
      ['pay', 'You'],
      ['data', 'A number of the search'],
    ])
    expect(got.fee).toBe(10_000n)
  })
})

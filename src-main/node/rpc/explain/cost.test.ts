import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OUTPUT_ROLES, OWNERS } from '#shared/rpc/methods/explain.ts'
import { computeCost } from './cost.ts'

const FEE = 10_000n
const MARKER = 10_000n
const TOKEN = { tokenid: 'aa'.repeat(32), name: 'GOLD', units: 1n, nft: false } as never

type CostFacts = Parameters<typeof computeCost>[0]
type Input = CostFacts['inputs'][number]
type Output = CostFacts['outputs'][number]

const coin = (amount: bigint, change: Partial<Input> = {}): Input => ({
  ...{ amount, owner: 'own', type: 'pubkeyhash' },
  ...change,
})
const output = (amount: bigint, change: Partial<Output> = {}): Omit<Output, 'n'> => ({
  ...{ amount, owner: 'foreign', type: 'pubkeyhash', role: 'payment', change: false },
  ...change,
})
const change = (amount: bigint) => output(amount, { owner: 'own', role: 'change', change: true })
const units = (amount: bigint, owner: Output['owner']) =>
  output(amount, { owner, type: 'cryptocondition', role: 'token', token: TOKEN })
const marker = (owner: Output['owner']) => output(MARKER, { owner, type: 'cryptocondition', role: 'marker' })
const pool = (amount: bigint) => output(amount, { owner: 'contract', type: 'cryptocondition', role: 'contract' })
const held = (amount: bigint) => coin(amount, { owner: 'contract', type: 'cryptocondition' })
const heldUnits = (amount: bigint, owner: Input['owner']) =>
  coin(amount, { owner, type: 'cryptocondition', token: TOKEN })

const sum = (rows: readonly { readonly amount: bigint | null }[]) =>
  rows.reduce((total, { amount }) => total + (amount ?? 0n), 0n)

function cost(inputs: readonly Input[], outputs: readonly Omit<Output, 'n'>[], locked: readonly number[] = []) {
  const numbered = outputs.map((each, n) => ({ n, ...each }))
  return computeCost({ inputs, outputs: numbered, fee: sum(inputs) - sum(outputs), locked: new Set(locked) })
}

const NONE = { fee: FEE, paid: 0n, locked: 0n, markers: 0n, units: 0n, received: 0n }

describe('computeCost of one transaction', () => {
  it('counts minted units, the marker and the fee', () => {
    expect(cost([coin(1_000_000n)], [units(1000n, 'own'), marker('contract'), change(979_000n)])).toEqual({
      ...NONE,
      total: 21_000n,
      markers: MARKER,
      units: 1000n,
    })
  })

  it('counts the fee and the own marker of an offer, not the units in it', () => {
    const inputs = [coin(1_000_000n), heldUnits(80n, 'own')]
    const outputs = [units(50n, 'contract'), marker('own'), units(30n, 'own'), change(980_000n)]
    expect(cost(inputs, outputs, [0])).toEqual({ ...NONE, total: 20_000n, markers: MARKER })
  })

  it('counts price, marker and fee of bought units, not the units that stay in the order', () => {
    const inputs = [coin(50_0000_0000n), heldUnits(50n, 'contract')]
    const price = 30_0000_0000n
    const outputs = [
      ...[units(20n, 'contract'), units(30n, 'own'), output(price), marker('foreign')],
      change(20_0000_0000n - FEE - MARKER),
    ]
    expect(cost(inputs, outputs, [0])).toEqual({
      ...{ ...NONE, total: price + 20_000n, paid: price, markers: MARKER },
    })
  })

  it('counts the coins of a bid as locked, and as received when it is cancelled', () => {
    const bid = [pool(5_0000n), marker('own'), change(3_0000n)]
    expect(cost([coin(10_0000n)], bid, [0])).toEqual({ ...NONE, total: 7_0000n, locked: 5_0000n, markers: MARKER })
    const back = [output(5_0000n, { owner: 'own' }), output(MARKER, { owner: 'own' })]
    expect(cost([coin(2_0000n), held(5_0000n)], back)).toEqual({ ...NONE, total: -4_0000n, received: 5_0000n })
  })

  it('counts a claim as received, without the pool’s change and without a fee', () => {
    const claim = [pool(94_0000n), output(5_0000n, { owner: 'imported' })]
    expect(cost([held(100_0000n)], claim, [0])).toEqual({ ...NONE, fee: 0n, total: -5_0000n, received: 5_0000n })
  })

  it('counts coins at an imported key as paid, unless they are change or the wallet spends no coins', () => {
    const imported = output(5_0000n, { owner: 'imported' })
    expect(cost([coin(6_0000n)], [imported])).toEqual({ ...NONE, total: 6_0000n, paid: 5_0000n })
    expect(cost([coin(6_0000n)], [{ ...imported, change: true }])).toEqual({ ...NONE, total: FEE })
  })

  it('returns null if the fee is unknown', () => {
    expect(computeCost({ inputs: [], outputs: [], fee: null, locked: new Set() })).toBeNull()
  })
})

const TYPES = ['pubkeyhash', 'cryptocondition'] as const
const satoshis = fc.bigInt({ min: 0n, max: 10n ** 16n })
const token = fc.option(fc.constant(TOKEN), { nil: undefined })
const anyInput = fc.record({
  amount: satoshis,
  owner: fc.constantFrom(...OWNERS),
  type: fc.constantFrom(...TYPES),
  token,
})
const anyOutput = fc.record({
  ...{ amount: satoshis, owner: fc.constantFrom(...OWNERS), type: fc.constantFrom(...TYPES), token },
  ...{ role: fc.constantFrom(...OUTPUT_ROLES), change: fc.boolean() },
})

describe('computeCost of random transactions', () => {
  it('splits the total exactly into parts, and only units may be negative', () => {
    fc.assert(
      fc.property(fc.array(anyInput), fc.array(anyOutput), fc.array(fc.nat(5)), (inputs, outputs, locked) => {
        const { total, fee, paid, locked: held, markers, units, received } = cost(inputs, outputs, locked)!
        expect(fee + paid + held + markers + units - received).toBe(total)
        const signed = inputs.some(({ owner }) => owner === 'own' || owner === 'imported') ? [] : [fee]
        for (const part of [paid, held, markers, received, ...signed]) expect(part >= 0n).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives a total that equals the spent own coins less the returned coins', () => {
    fc.assert(
      fc.property(fc.array(anyInput), fc.array(anyOutput), fc.array(fc.nat(5)), (inputs, outputs, locked) => {
        const isOurs = ({ owner }: Pick<Input, 'owner'>) => owner === 'own' || owner === 'imported'
        const takesPart = inputs.some(isOurs)
        const own = inputs.filter((input) => isOurs(input) && !input.token && input.type !== 'cryptocondition')
        const back = outputs.filter(({ owner, change, role, token, type }, n) => {
          if (token || locked.includes(n)) return false
          if (owner === 'own') return type !== 'cryptocondition'
          if (role === 'marker') return false
          return change || (owner === 'imported' && !takesPart)
        })
        expect(cost(inputs, outputs, locked)!.total + sum(back)).toBe(sum(own))
      }),
      { numRuns: 2000 },
    )
  })
})

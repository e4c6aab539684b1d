import { describe, expect, it } from 'vitest'
import type { Coin } from '../core/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { OP } from '../script/index.ts'
import { computePriority, feeFor, isDust, minRelayFee } from './fees.ts'

describe('feeFor', () => {
  it('rounds down, but to the full rate instead of 0', () => {
    expect(feeFor(100n, 182)).toBe(18n)
    expect(feeFor(100n, 1)).toBe(100n)
    expect(feeFor(0n, 1_000)).toBe(0n)
  })
})

describe('isDust', () => {
  const p2pkh = new Uint8Array(25)

  it('treats a payment to a key hash below 54 satoshis as dust', () => {
    expect(isDust({ value: 53n, scriptPubKey: p2pkh }, 100n)).toBe(true)
    expect(isDust({ value: 54n, scriptPubKey: p2pkh }, 100n)).toBe(false)
  })

  it('returns false for an unspendable output', () => {
    expect(isDust({ value: 0n, scriptPubKey: Uint8Array.of(OP.OP_RETURN) }, 100n)).toBe(false)
  })
})

describe('minRelayFee', () => {
  it('returns 0 for a transaction within the free area', () => {
    expect(minRelayFee(100n, 998_999)).toBe(0n)
    expect(minRelayFee(100n, 999_000)).toBe(99_900n)
  })
})

describe('computePriority', () => {
  const coin = (value: bigint, height: number): Coin => ({
    value,
    height,
    coinbase: false,
    scriptPubKey: new Uint8Array(),
  })
  const spending = (...scripts: number[]): Transaction =>
    ({
      vin: scripts.map((length) => ({ scriptSig: new Uint8Array(length) })),
      ...{ shieldedSpends: [], shieldedOutputs: [], joinSplits: [] },
    }) as unknown as Transaction

  it('returns the recorded priority of a payment from a coinbase three blocks old', () => {
    expect(computePriority(spending(72), 201, [coin(10_000_000_000_000n, 2)], 5).starting).toBe(340909090909.0909)
  })

  it('counts no age for unconfirmed coins', () => {
    expect(computePriority(spending(72), 187, [coin(5n, 0x7fffffff)], 103).starting).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { isFinal } from './finality.ts'
import { input, toChainParams, transaction } from './testing/testSamples.ts'

const smart = toChainParams('-ac_name=A')
const HEIGHT = 500
const TIME = 1_700_000_000
const OLD_TIME = 1_500_000_000

function final(lockTime: number, sequence: number, { params = smart, time = TIME, second = 0xffffffff } = {}): boolean {
  const vin = [input({ sequence }), input({ from: 2, sequence: second })]
  return isFinal(params, transaction({ lockTime, vin }), HEIGHT, time)
}

describe('isFinal', () => {
  it('accepts any transaction without a lock time', () => {
    expect(final(0, 1)).toBe(true)
  })

  it('accepts a lock time only above its height or time', () => {
    expect([final(HEIGHT - 1, 1), final(HEIGHT, 1), final(HEIGHT + 1, 1)]).toEqual([true, false, false])
    expect([final(TIME - 1, 1), final(TIME, 1), final(TIME + 1, 1)]).toEqual([true, false, false])
  })

  it('ignores the lock time if all inputs are final', () => {
    expect(final(HEIGHT + 1000, 0xffffffff)).toBe(true)
    expect(final(HEIGHT + 1000, 0xffffffff, { second: 1 })).toBe(false)
  })

  it('accepts the lock of a wallet at exactly its height or time', () => {
    expect([final(HEIGHT, 0xfffffffe), final(HEIGHT + 1, 0xfffffffe)]).toEqual([true, false])
    expect([final(TIME, 0xfffffffe), final(TIME + 1, 0xfffffffe)]).toEqual([true, false])
    expect(final(HEIGHT, 0xfffffffe, { second: 1 })).toBe(false)
  })

  it('accepts the future lock of a wallet in blocks before the change', () => {
    const old = { time: OLD_TIME }
    expect([final(HEIGHT, 0xfffffffe, old), final(HEIGHT + 1, 0xfffffffe, old)]).toEqual([false, true])
    expect([final(OLD_TIME, 0xfffffffe, old), final(OLD_TIME + 1, 0xfffffffe, old)]).toEqual([false, true])
    expect(final(HEIGHT + 1, 1, old)).toBe(false)
    expect(final(HEIGHT, 0xfffffffe, { time: 1_576_840_000 })).toBe(false)
    expect(final(HEIGHT, 0xfffffffe, { time: 1_576_840_001 })).toBe(true)
  })

  it('keeps the older quirk on a plain regtest', () => {
    expect(final(HEIGHT + 1, 0xfffffffe, { params: toChainParams('-regtest') })).toBe(true)
  })

  it('distinguishes heights from times at 500,000,000', () => {
    expect(final(499_999_999, 1)).toBe(false)
    expect(final(500_000_000, 1)).toBe(true)
  })
})

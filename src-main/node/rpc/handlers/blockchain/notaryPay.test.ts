import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../../../consensus/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import { createNotaryPayHandlers } from './notaryPay.ts'

const ARGS = ['-ac_name=NPAY', '-ac_reward=100000000']
const TIP = { height: 1_000, time: 1_750_000_000 } as BlockEntry
const context = { signal: new AbortController().signal } as never

function handlers(option: string, burned: { balance: bigint; received: bigint } | undefined, paid = 0n) {
  return createNotaryPayHandlers({
    params: chainParamsFromArgs([...ARGS, option]),
    chain: { tip: () => TIP, notaryPay: () => paid },
    addressIndex: burned && { balance: () => burned },
  })
}

const burnt = (balance: bigint, received = balance) => ({ balance, received })

describe('getnotarypayinfo and checknotarization', () => {
  it('estimate from the burnt coins how long they last', () => {
    // 64 notaries share 639 as 9 each: 576.
    const { getnotarypayinfo, checknotarization } = handlers('-ac_notarypay=639', burnt(576_000_000n), 576_000n)
    expect(getnotarypayinfo({}, context)).toEqual({
      height: 1_000,
      balance: 576_000_000n,
      spent: false,
      Total_NotaryPay: 576_000n,
      Estimated_Notarizations_Left: 999_000,
      // 300 seconds each, rounded down to hours first.
      Estimated_Days_Left: 3_468,
      Estimated_Height: 4_996_000,
    })
    expect(checknotarization({}, context)).toBe(true)
  })

  it('report a negative number if more was paid than burnt, and 0 after burnt coins were spent', () => {
    const more = handlers('-ac_notarypay=640', burnt(640n), 6_400n)
    expect(more.getnotarypayinfo({}, context)).toMatchObject({
      Estimated_Notarizations_Left: -9,
      Estimated_Height: 955,
    })
    expect(more.checknotarization({}, context)).toBe(false)
    const spent = handlers('-ac_notarypay=640', burnt(5n, 640n))
    expect(spent.getnotarypayinfo({}, context)).toMatchObject({ spent: true, Estimated_Height: 0 })
    expect(spent.checknotarization({}, context)).toBe(false)
  })

  it('return 0 if komodod would divide by zero', () => {
    expect(handlers('-ac_notarypay=63', burnt(640n)).getnotarypayinfo({}, context)).toMatchObject({
      Estimated_Notarizations_Left: 0,
      Estimated_Height: 1_000,
    })
  })

  it('return an error without -ac_notarypay and without the address index', () => {
    expect(() => handlers('-ac_notarypay=0', burnt(1n)).getnotarypayinfo({}, context)).toThrow(
      'only works for ac_notarypay chains',
    )
    expect(() => handlers('-ac_notarypay=640', undefined).checknotarization({}, context)).toThrow(
      'No information available for address',
    )
  })
})

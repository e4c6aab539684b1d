import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import {
  checkDays,
  checkLock,
  checkPlanName,
  checkRate,
  formatLockTerms,
  formatLockTime,
  grownBy,
  type ShownPlan,
} from './terms.ts'

beforeAll(() => loadTexts('rewards'))

const COIN = 100_000_000n
const DAY = 86_400n

const plan = {
  ...{ apr: 10n * COIN, minseconds: 30n * DAY, maxseconds: 60n * DAY },
  ...{ mindeposit: 2n * COIN, funding: 50n * COIN, locked: 0n, trouble: 'none', name: 'A' },
} as unknown as ShownPlan

describe('terms of a reward plan', () => {
  it('increase the reward up to the maximum time, and to the amount itself', () => {
    expect(grownBy(365n * COIN, 30n * DAY, plan)).toBe(3n * COIN)
    expect(grownBy(365n * COIN, 900n * DAY, plan)).toBe(6n * COIN)
    expect(grownBy(COIN, 1n << 62n, { apr: 25n * COIN, maxseconds: 1n << 63n })).toBe(COIN)
  })

  it('format as text with numbers of any size', () => {
    expect(formatLockTime(DAY)).toBe('1 day')
    expect(formatLockTime(1n << 63n)).toBe('more than 100 years')
    expect(formatLockTerms(plan)).toBe('Coins stay locked for at least 30 days and earn for up to 60 days.')
    expect(formatLockTerms({ minseconds: DAY, maxseconds: DAY })).toBe('Coins stay locked for 1 day.')
    expect(formatLockTerms({ minseconds: 0n, maxseconds: DAY })).toContain('at any time')
  })

  it('reject amounts that cannot be locked', () => {
    expect(checkLock('2', 100n * COIN, plan)).toEqual({ satoshis: 2n * COIN })
    expect(checkLock('1', 100n * COIN, plan).error).toContain('At least 2.')
    expect(checkLock('51', 100n * COIN, plan).error).toContain('At most 50: its pool')
    expect(checkLock('40', 30n * COIN, plan).error).toContain('more than the 30')
    expect(checkLock('0.001', 30n * COIN, { ...plan, mindeposit: 1n }).error).toContain('Too little')
    expect(checkLock('', undefined, plan).error).toContain('Enter an amount')
  })

  it('validate name, rate and days of a new plan', () => {
    expect(checkPlanName('SAVINGS', [])).toBeUndefined()
    for (const name of ['', 'NINECHARS', 'A B', 'Käse', 'TAKEN']) expect(checkPlanName(name, ['TAKEN'])).toBeDefined()
    expect([checkRate('25'), checkRate('0.5')]).toEqual([undefined, undefined])
    for (const rate of ['0', '25.1', 'x']) expect(checkRate(rate)).toBeDefined()
    expect(checkDays('30', 30)).toBeUndefined()
    for (const days of ['29', '1.5', '-1', '99999', '']) expect(checkDays(days, 30)).toBeDefined()
  })
})

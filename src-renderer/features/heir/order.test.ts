import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { checkAmount, checkHeir, checkName, formatPlanAmount, type Inheritance, readDays } from './order.ts'
import { readHeirSearch } from './search.ts'
import { formatDue } from './waiting.ts'

beforeAll(() => loadTexts('heir'))

const KEY = '02466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f27'
const GOLD = { tokenid: 'ab'.repeat(32), name: 'GOLD' }

describe('checks of the inheritance form', () => {
  it('accept only the public key of another wallet', () => {
    expect(checkHeir(` ${KEY.toUpperCase()} `, null)).toBeUndefined()
    expect(checkHeir('', null)).toMatch('who inherits')
    expect(checkHeir('RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D', null)).toMatch('address')
    expect(checkHeir(KEY.slice(2), null)).toMatch('66')
    expect(checkHeir(KEY, KEY)).toMatch('own key')
  })

  it('accept names up to 60 bytes, and whole days up to 100 years', () => {
    expect(checkName(' x ')).toBeUndefined()
    expect(checkName(' ')).toMatch('Enter a name')
    expect(checkName('ä'.repeat(31))).toMatch('At most 60')
    expect(['1', ' 90 ', '36500', '36501', '0', '-1', '1.5', ''].map(readDays)).toEqual([
      ...[1, 90, 36_500],
      ...Array.from({ length: 5 }),
    ])
  })

  it('accept coins and whole units up to the available amount', () => {
    expect(checkAmount('1.5', false, 150_000_000n).amount).toBe(150_000_000n)
    expect(checkAmount('1.5', true, 9n).error).toMatch('whole number')
    expect(checkAmount('1,000', true, undefined).amount).toBe(1000n)
    expect(checkAmount('10', true, 9n).error).toBe('Only 9 available.')
    expect(checkAmount('0', false, undefined).error).toMatch('Enter an amount')
    expect(formatPlanAmount(1000n, GOLD, 'COIN')).toBe('1,000 GOLD')
    expect(formatPlanAmount(150_000_000n, undefined, 'COIN')).toBe('1.5 COIN')
  })
})

describe('formatDue', () => {
  /** Noon in the local time zone, because days are local days. */
  const NOW = new Date(2023, 10, 14, 12).getTime() / 1000
  it('formats when the heir can claim, by the time of the tip', () => {
    const words = (plan: Partial<Inheritance>) =>
      formatDue({ allowed: false, own: false, coins: 1n, wait: 0n, since: NOW, ...plan } as Inheritance, NOW, 'Anna')
    expect(words({ wait: 30n * 86_400n })).toBe(
      'You can take it in 30 days, from Dec 14, 2023, unless Anna gives a sign.',
    )
    expect(words({ own: true, wait: 30n * 86_400n })).toBe('Anna can take it in 30 days, from Dec 14, 2023.')
    expect(words({ own: true, wait: 90n * 86_400n - 60n })).toMatch('in 90 days')
    expect(words({ own: true, wait: 90n * 86_400n + 60n })).toMatch('in 90 days')
    expect(words({ wait: 2n * 86_400n - 3600n })).toMatch('in 1 d 23 h, from Nov 16, 2023')
    expect(words({ coins: 0n, allowed: true })).toBe('Nothing is left in it.')
    expect(words({ wait: 1n << 62n })).toMatch('more than 200 years')
    expect(words({ allowed: true })).toMatch('now')
  })
})

describe('readHeirSearch', () => {
  it('keeps known actions with a valid id and drops everything else', () => {
    expect(readHeirSearch({ act: 'plan', of: GOLD.tokenid })).toEqual({ act: 'plan' })
    expect(readHeirSearch({ act: 'claim', of: GOLD.tokenid })).toEqual({ act: 'claim', of: GOLD.tokenid })
    expect(readHeirSearch({ act: 'claim', of: 'x' })).toEqual({})
    expect(readHeirSearch({ act: 'steal' })).toEqual({})
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { coversText, neighbourhood } from './subnets.ts'

beforeAll(() => loadTexts('network'))

describe('neighbourhood', () => {
  it('returns the /24 for IPv4 and the /64 for IPv6', () => {
    expect(neighbourhood('203.0.113.77')).toBe('203.0.113.0/24')
    expect(neighbourhood('2a01:4f8:1:2:3:4:5:6')).toBe('2a01:4f8:1:2::/64')
    expect(neighbourhood('2a01:4f8::5')).toBe('2a01:4f8::/64')
    expect(neighbourhood('::1')).toBe('0::/64')
    expect(neighbourhood('somewhere.onion')).toBeUndefined()
  })
})

describe('coversText', () => {
  it('formats large counts as powers of two', () => {
    expect(coversText('1')).toBe('1 address')
    expect(coversText('65536')).toBe('65,536 addresses')
    expect(coversText(String(2n ** 96n))).toBe('2⁹⁶ addresses')
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { coversText, neighbourhood, shortSubnet } from './subnets.ts'

beforeAll(() => loadTexts('network'))

describe('shortSubnet', () => {
  it('writes masks as lengths, and leaves what has no length', () => {
    expect(shortSubnet('203.0.113.0/255.255.255.0')).toBe('203.0.113.0/24')
    expect(shortSubnet('203.0.113.9/255.255.255.255')).toBe('203.0.113.9')
    expect(shortSubnet('0.0.0.0/0.0.0.0')).toBe('0.0.0.0/0')
    expect(shortSubnet('10.0.0.1/255.0.0.255')).toBe('10.0.0.1/255.0.0.255')
    expect(shortSubnet('2a01:4f8::/ffff:ffff:0:0:0:0:0:0')).toBe('2a01:4f8::/32')
    expect(shortSubnet('::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')).toBe('::1')
    expect(shortSubnet('nonsense')).toBe('nonsense')
  })
})

describe('neighbourhood', () => {
  it('is the /24 of IPv4 and the /64 of IPv6', () => {
    expect(neighbourhood('203.0.113.77')).toBe('203.0.113.0/24')
    expect(neighbourhood('2a01:4f8:1:2:3:4:5:6')).toBe('2a01:4f8:1:2::/64')
    expect(neighbourhood('2a01:4f8::5')).toBe('2a01:4f8::/64')
    expect(neighbourhood('::1')).toBe('0::/64')
    expect(neighbourhood('somewhere.onion')).toBeUndefined()
  })
})

describe('coversText', () => {
  it('never shows thirty digits', () => {
    expect(coversText('1')).toBe('1 address')
    expect(coversText('65536')).toBe('65,536 addresses')
    expect(coversText(String(2n ** 96n))).toBe('2⁹⁶ addresses')
  })
})

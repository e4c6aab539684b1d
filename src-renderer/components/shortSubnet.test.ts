import { describe, expect, it } from 'vitest'
import { shortSubnet } from './shortSubnet.ts'

describe('shortSubnet', () => {
  it('formats masks as prefix lengths, and keeps masks that have none', () => {
    expect(shortSubnet('203.0.113.0/255.255.255.0')).toBe('203.0.113.0/24')
    expect(shortSubnet('203.0.113.9/255.255.255.255')).toBe('203.0.113.9')
    expect(shortSubnet('0.0.0.0/0.0.0.0')).toBe('0.0.0.0/0')
    expect(shortSubnet('10.0.0.1/255.0.0.255')).toBe('10.0.0.1/255.0.0.255')
    expect(shortSubnet('2a01:4f8::/ffff:ffff:0:0:0:0:0:0')).toBe('2a01:4f8::/32')
    expect(shortSubnet('::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')).toBe('::1')
    expect(shortSubnet('nonsense')).toBe('nonsense')
  })
})

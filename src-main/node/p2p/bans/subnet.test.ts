import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ipFromText } from '../wire/index.ts'
import { formatSubnet, isSingleAddress, parseSubnet, sameSubnet, subnetContains, subnetSize } from './index.ts'

describe('parseSubnet', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3/255.255.255.255'],
    ['10.1.2.3/24', '10.1.2.0/255.255.255.0'],
    ['10.2.0.0/255.255.0.0', '10.2.0.0/255.255.0.0'],
    ['10.2.3.4/255.0.255.0', '10.0.3.0/255.0.255.0'],
    ['0.0.0.0/0', '0.0.0.0/0.0.0.0'],
    ['10.0.0.9/32', '10.0.0.9/255.255.255.255'],
    ['::ffff:10.0.0.9', '10.0.0.9/255.255.255.255'],
    ['2a01:4f8::1', '2a01:4f8::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8:1::/48', '2001:db8:1::/ffff:ffff:ffff:0:0:0:0:0'],
    ['2001:db8:1::7/ffff:ffff::', '2001:db8::/ffff:ffff:0:0:0:0:0:0'],
    ['2a01:4f8:0:1::/128', '2a01:4f8:0:1::/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['::/0', '::/0:0:0:0:0:0:0:0'],
  ])('parses %s and formats the subnet', (text, shown) => {
    const subnet = parseSubnet(text)
    expect(subnet && formatSubnet(subnet)).toBe(shown)
  })

  it.each([
    ...['999.1.1.1', 'nonsense', '', '/', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/abc', '10.0.0.0/-1', '10.0.0.0/1e1'],
    ...[
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '::/129',
      '::1::',
      '1:2:3',
      'fe80::1%eth0',
      '10.0.0.0/8/8',
      '10.0.0.0/ffff::',
    ],
    // invalid as a host address
    ...['0.0.0.0', '255.255.255.255', '::', '2001:db8::1'],
  ])('returns undefined for %j', (text) => expect(parseSubnet(text)).toBeUndefined())

  it('parses its own output, and covers the number of addresses of the prefix', () => {
    const ipv4 = fc.tuple(fc.ipV4(), fc.nat(32), fc.constant(32))
    const ipv6 = fc.tuple(fc.ipV6(), fc.nat(128), fc.constant(128)).filter(([ip]) => !ip.includes('.'))
    fc.assert(
      fc.property(fc.oneof(ipv4, ipv6), ([ip, bits, all]) => {
        const subnet = parseSubnet(`${ip}/${bits}`)!
        expect(sameSubnet(parseSubnet(formatSubnet(subnet))!, subnet)).toBe(true)
        expect(subnetContains(subnet, ipFromText(ip)!)).toBe(true)
        expect(subnetSize(subnet)).toBe(1n << BigInt(all - bits))
        expect(isSingleAddress(subnet)).toBe(bits === all)
      }),
    )
  })
})

describe('subnetContains', () => {
  it('keeps IPv4 and IPv6 ranges apart, and treats mapped addresses as IPv4', () => {
    const inside = (subnet: string, ip: string) => subnetContains(parseSubnet(subnet)!, ipFromText(ip)!)
    expect(inside('10.1.2.0/24', '10.1.2.255')).toBe(true)
    expect(inside('10.1.2.0/24', '10.1.3.0')).toBe(false)
    expect(inside('10.1.2.0/24', '::ffff:10.1.2.7')).toBe(true)
    expect(inside('0.0.0.0/0', '2a01::1')).toBe(false)
    expect(inside('2a01::/16', '2a01:4f8::1')).toBe(true)
    for (const range of ['::/0', '::/80', '::/95', '::ffff:0:0:0/48', '::/0:0:0:0:0:0:0:1']) {
      expect([range, inside(range, '10.1.2.7')]).toEqual([range, false])
    }
    expect([inside('::/0', '2a01::1'), inside('::/0', '::1'), inside('0.0.0.0/0', '10.1.2.7')]).toEqual([
      true,
      true,
      true,
    ])
  })
})

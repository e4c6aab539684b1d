import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../util/index.ts'
import {
  addressKey,
  classifyNetwork,
  formatNetAddress,
  ipFromText,
  ipToText,
  isLocal,
  isRoutable,
  isValidIp,
  netGroup,
  netGroupText,
  parseNetAddress,
  reachability,
  splitHostPort,
} from './index.ts'

const ip = (text: string) => ipFromText(text)!

describe('ipFromText and ipToText', () => {
  it.each([
    ['1.2.3.4', '00000000000000000000ffff01020304', '1.2.3.4'],
    ['::ffff:1.2.3.4', '00000000000000000000ffff01020304', '1.2.3.4'],
    ['::FFFF:102:304', '00000000000000000000ffff01020304', '1.2.3.4'],
    ['::', '00000000000000000000000000000000', '::'],
    ['::1', '00000000000000000000000000000001', '::1'],
    ['1::', '00010000000000000000000000000000', '1::'],
    ['2001:db8:0:0:1:0:0:1', '20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '20010db8000000010001000100010001', '2001:db8:0:1:1:1:1:1'],
    ['64:ff9b::1.2.3.4', '0064ff9b000000000000000001020304', '64:ff9b::102:304'],
    ['::1.2.3.4', '00000000000000000000000001020304', '::102:304'],
    ['FE80:0:0::AB', 'fe8000000000000000000000000000ab', 'fe80::ab'],
    // the 80 bits after OnionCat's prefix
    ['kpvz7kpmcmne52qf.onion', 'fd87d87eeb4353eb9fa9ec131a4eea05', 'kpvz7kpmcmne52qf.onion'],
    ['fd87:d87e:eb43:53eb:9fa9:ec13:1a4e:ea05', 'fd87d87eeb4353eb9fa9ec131a4eea05', 'kpvz7kpmcmne52qf.onion'],
  ])('convert %s to bytes and to its canonical text', (text, hex, shown) => {
    expect(toHex(ip(text))).toBe(hex)
    expect(ipToText(ip(text))).toBe(shown)
  })

  it.each([
    ...['', '1.2.3', '1.2.3.256', '01.2.3.4', '1.2.3.4 ', ':', ':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9'],
    ...['::12345', '::1.2.3', '::1.2.3.4.5', 'g::', '1:2:3:4:5:6:7::8', 'fe80::1%lo', '[::1]', 'example.com'],
    ...['short.onion', 'kpvz7kpmcmne52q1.onion', 'kpvz7kpmcmne52qf', ' ::1', '0x1.2.3.4'],
    ...['::ffff:01.2.3.4', '64:ff9b::0x11.2.3.4', '1', '1.2', '::1.2.3.4%eth0'],
  ])('reject %j as an address', (text) => expect(ipFromText(text)).toBeUndefined())

  it('parse every address that they print', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(3), fc.nat(65_535), (raw, zeros, port) => {
        const bytes = raw.map((byte, index) => (index % 4 < zeros ? 0 : byte))
        expect(ip(ipToText(bytes))).toEqual(bytes)
        expect(parseNetAddress(formatNetAddress({ ip: bytes, port: port || 1 }), 9)).toEqual({
          ip: bytes,
          port: port || 1,
        })
      }),
    )
  })
})

describe('host and port', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4', 99],
    ['1.2.3.4:5', '1.2.3.4', 5],
    ['example.com:65535', 'example.com', 65_535],
    ['[::1]:7', '::1', 7],
    ['[::1]', '::1', 99],
    ['::1', '::1', 99],
    ['example.com:0', 'example.com:0', 99],
    ['example.com:65536', 'example.com:65536', 99],
    ['example.com:x', 'example.com:x', 99],
    ['', '', 99],
  ])('splits %j into host %j and port %i', (text, host, port) => {
    expect(splitHostPort(text, 99)).toEqual({ host, port })
  })

  it('distinguishes addresses by their port', () => {
    expect(addressKey({ ip: ip('1.2.3.4'), port: 1 })).not.toBe(addressKey({ ip: ip('1.2.3.4'), port: 11 }))
    expect(formatNetAddress({ ip: ip('2a01::1'), port: 1 })).toBe('[2a01::1]:1')
    expect(formatNetAddress({ ip: ip('kpvz7kpmcmne52qf.onion'), port: 1 })).toBe('kpvz7kpmcmne52qf.onion:1')
    expect(parseNetAddress('example.com:5', 1)).toBeUndefined()
  })
})

describe('classifyNetwork and netGroup', () => {
  it.each([
    ...['10.255.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '198.18.0.1', '198.19.255.255', '169.254.1.1'],
    ...['100.64.0.1', '100.127.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.1', '127.5.5.5', '0.1.2.3', '0.0.0.0'],
    ...['255.255.255.255', '::', '::1', '2001:db8::1', 'fe80::1', 'fc00::1', 'fdff::1', '2001:10::1', '2001:1f::1'],
  ])('classify %s as unroutable', (text) => {
    expect(isRoutable(ip(text))).toBe(false)
    expect(classifyNetwork(ip(text))).toBe('unroutable')
  })

  it.each([
    ['8.8.8.8', 'ipv4', '8.8.0.0/16'],
    ['172.15.0.1', 'ipv4', '172.15.0.0/16'],
    ['172.32.0.1', 'ipv4', '172.32.0.0/16'],
    ['100.63.0.1', 'ipv4', '100.63.0.0/16'],
    ['100.128.0.1', 'ipv4', '100.128.0.0/16'],
    ['2a01:4f8:1::1', 'ipv6', '2a01:4f8::/32'],
    ['2001:470:1fab::1', 'ipv6', '2001:470:1000::/36'],
    // IPv4 inside IPv6: 6to4, Teredo, NAT64, translated
    ['2002:102:304::1', 'ipv6', '1.2.0.0/16'],
    ['2001:0:9999:9999:9999:9999:fefd:fcfb', 'ipv6', '1.2.0.0/16'],
    ['64:ff9b::1.2.3.4', 'ipv6', '1.2.0.0/16'],
    ['::ffff:0:102:304', 'ipv6', '1.2.0.0/16'],
    ['kpvz7kpmcmne52qf.onion', 'onion', 'onion'],
    ['fe80:1::1', 'ipv6', 'fe80:1::/32'],
  ])('classify %s as network %s, group %s', (text, network, group) => {
    expect(classifyNetwork(ip(text))).toBe(network)
    expect(netGroupText(ip(text))).toBe(group)
  })

  it('put local addresses in one group and unroutable ones in another', () => {
    expect([isLocal(ip('127.0.0.1')), isLocal(ip('::1')), isLocal(ip('10.0.0.1'))]).toEqual([true, true, false])
    expect(netGroup(ip('127.0.0.1'))).toEqual(netGroup(ip('::1')))
    expect(netGroup(ip('10.0.0.1'))).toEqual(netGroup(ip('192.168.0.1')))
    expect(netGroup(ip('10.0.0.1'))).not.toEqual(netGroup(ip('::1')))
    expect([netGroupText(ip('::1')), netGroupText(ip('10.0.0.1'))]).toEqual(['this machine', 'unroutable'])
    expect([isValidIp(ip('10.0.0.1')), isValidIp(ip('2001:db8::1'))]).toEqual([true, false])
  })

  it('put onion addresses in 16 groups', () => {
    const names = fc.uint8Array({ minLength: 10, maxLength: 10 })
    const groups = new Set<string>()
    fc.assert(
      fc.property(names, (raw) => {
        groups.add(toHex(netGroup(Uint8Array.of(0xfd, 0x87, 0xd8, 0x7e, 0xeb, 0x43, ...raw))))
      }),
      { numRuns: 400 },
    )
    expect(groups.size).toBe(16)
  })
})

describe('reachability', () => {
  const reachabilityFor = (ours: string, partner?: string) =>
    reachability(ip(ours), partner === undefined ? undefined : ip(partner))

  it('prefers addresses that the peer can reach', () => {
    expect(reachabilityFor('10.0.0.1', '8.8.8.8')).toBe(0)
    expect(reachabilityFor('8.8.4.4', '8.8.8.8')).toBeGreaterThan(reachabilityFor('2a01::1', '8.8.8.8'))
    expect(reachabilityFor('2a01::1', '2a02::1')).toBeGreaterThan(reachabilityFor('8.8.4.4', '2a02::1'))
    expect(reachabilityFor('2002:808:808::1', '2a02::1')).toBeLessThan(reachabilityFor('8.8.4.4', '2a02::1'))
    expect(reachabilityFor('kpvz7kpmcmne52qf.onion', 'expyuzz4wqqyqhjn.onion')).toBeGreaterThan(
      reachabilityFor('8.8.4.4', 'expyuzz4wqqyqhjn.onion'),
    )
    expect(reachabilityFor('kpvz7kpmcmne52qf.onion', '8.8.8.8')).toBeLessThan(reachabilityFor('8.8.4.4', '8.8.8.8'))
    expect(reachabilityFor('2001:0:1::1', '2001:0:2::1')).toBeLessThan(reachabilityFor('2a01::1', '2001:0:2::1'))
    expect(reachabilityFor('8.8.4.4')).toBeGreaterThan(reachabilityFor('2a01::1'))
  })
})

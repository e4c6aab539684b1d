import { describe, expect, it } from 'vitest'
import { startSocksProxy } from '../../../e2e/support/socksProxy.ts'
import { readOptions } from '../thread/readOptions.ts'
import {
  createDirectConnector,
  createPictureConnector,
  isPublicAddress,
  requirePublicHost,
} from './pictureConnector.ts'

const never = new AbortController().signal
const getReason = (error: unknown) => (error as { reason?: string }).reason
const catchReason = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return getReason(error)
  }
  return undefined
}
const argv = (...more: string[]) => ['-ac_name=TEST', '-ac_supply=1000', '-regtest', ...more]

describe('picture connections', () => {
  it('recognize addresses of the public network', () => {
    const inside =
      '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::a00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: fc00::1 fd12::1 fe80::1 fec0::1 ff02::1 4000::1 fd87:d87e:eb43::1'
    const outside = '1.1.1.1 8.8.8.8 93.184.216.34 172.32.0.1 100.128.0.1 2606:4700::1111 2a00:1450:4001:80b::200e'
    expect(inside.split(' ').filter(isPublicAddress)).toEqual([])
    expect(outside.split(' ').filter((address) => !isPublicAddress(address))).toEqual([])
    expect(isPublicAddress('pictures.example')).toBe(false)
  })

  it('reject names and addresses of private networks', () => {
    const names =
      'localhost router nas.local x.localhost a.internal printer.lan abc.onion LOCALHOST. 127.0.0.1 ::1 10.0.0.1'
    for (const host of names.split(' ')) expect(catchReason(() => requirePublicHost(host))).toBe('private')
    for (const host of ['pictures.example', '93.184.216.34', '2606:4700::1111', 'local.example'])
      expect(catchReason(() => requirePublicHost(host))).toBeUndefined()
  })

  it('use the address that was checked, even if the name then resolves to another', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const connected: string[] = []
    const way = createDirectConnector({
      lookup: async () => answers.shift() ?? [],
      async connect(address, port) {
        connected.push(`${address}:${port}`)
        throw new Error('refused')
      },
    })
    await expect(way('pictures.example', never)).rejects.toThrow('refused')
    expect(connected).toEqual(['93.184.216.34:443'])
    await expect(way('pictures.example', never)).rejects.toMatchObject({ reason: 'private' })
    expect(connected).toHaveLength(1)
  })

  it('fail if one address is private, and otherwise try three addresses', async () => {
    let found = ['93.184.216.34', '192.168.0.1']
    const connected: string[] = []
    const way = createDirectConnector({
      lookup: async () => found,
      async connect(address) {
        connected.push(address)
        throw new Error(`no ${address}`)
      },
    })
    await expect(way('pictures.example', never)).rejects.toMatchObject({ reason: 'private' })
    expect(connected).toEqual([])
    found = ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4']
    await expect(way('pictures.example', never)).rejects.toThrow('no 1.1.1.3')
    found = []
    await expect(way('pictures.example', never)).rejects.toThrow('no address')
  })

  it('use the proxy of a chain, which resolves the name', async () => {
    const proxy = await startSocksProxy({ 'pictures.example': 9 })
    const direct = {
      lookup: () => Promise.reject(new Error('looked up')),
      connect: () => Promise.reject(new Error('direct')),
    }
    const way = createPictureConnector([argv(), argv(`-proxy=${proxy.at}`)], readOptions, direct)
    await way('pictures.example', never).catch(() => {})
    expect(proxy.asked).toEqual(['pictures.example:443'])
    proxy.server.close()
  })

  it('fail with the reason if the options of a chain forbid them', () => {
    expect(catchReason(() => createPictureConnector([argv(), argv('-onlynet=onion')], readOptions))).toBe('onlynet')
    expect(
      catchReason(() => createPictureConnector([argv('-onlynet=onion', '-proxy=127.0.0.1:9050')], readOptions)),
    ).toBe('onlynet')
    expect(catchReason(() => createPictureConnector([argv('-dns=0')], readOptions))).toBe('dns')
    expect(catchReason(() => createPictureConnector([['-nosuchoption=1', '-ac_name']], readOptions))).toBe('options')
    expect(catchReason(() => createPictureConnector([argv('-onlynet=ipv4')], readOptions))).toBeUndefined()
  })
})

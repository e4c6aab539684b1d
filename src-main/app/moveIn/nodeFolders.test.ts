import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatCommandLine, readDefinition } from './commandLine.ts'
import { findNodeFolders, nodePlaces, readNodeFolder } from './nodeFolders.ts'
import { findRunningSigns } from './runningSigns.ts'
import { type SystemSigns, systemSigns } from './systemSigns.ts'

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'places-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function write(name: string, size = 1): void {
  mkdirSync(dirname(join(place, name)), { recursive: true })
  writeFileSync(join(place, name), 'x'.repeat(size))
}

describe('nodePlaces', () => {
  it.each([
    ['linux', '/home/ann', undefined, '/home/ann/.komodo'],
    ['linux', '', undefined, '/.komodo'],
    ['darwin', '/Users/ann', undefined, '/Users/ann/Library/Application Support/Komodo'],
    ['win32', 'C:/ann', 'C:/ann/Roaming', 'C:/ann/Roaming/Komodo'],
    ['win32', 'C:/ann', undefined, 'C:/ann/AppData/Roaming/Komodo'],
  ] as const)('returns the place on %s with home %j', (platform, home, appData, expected) => {
    expect(nodePlaces({ platform, home, appData })).toEqual([expected])
  })
})

describe('findNodeFolders', () => {
  it('lists chains with their files, those with a wallet first, also of test networks', async () => {
    write('ONE/ONE.conf')
    write('ONE/blocks/blk00001.dat', 20)
    write('ONE/blocks/blk00000.dat', 30)
    write('ONE/blocks/rev00000.dat', 5)
    write('ONE/chainstate/000005.ldb', 7)
    write('ONE/debug.log', 1000)
    write('TWO/TWO.conf')
    write('TWO/regtest/wallet.dat', 9)
    write('TWO/regtest/wallet.1795.bak')
    write('TWO/regtest/database/log.0000000001', 3)
    write('komodo.conf')
    write('notes/readme.txt')
    const found = await findNodeFolders([place, join(place, 'missing')])
    expect(found.map(({ folder, chain, network }) => [folder, chain, network])).toEqual([
      [join(place, 'TWO/regtest'), 'TWO', 'regtest'],
      [join(place, 'ONE'), 'ONE', 'main'],
      [place, 'KMD', 'main'],
    ])
    const [two, one] = found
    expect(one).toMatchObject({ size: 63, wallet: null, conf: join(place, 'ONE/ONE.conf'), otherWallets: [] })
    expect(one?.blocks.map(({ size }) => size)).toEqual([30, 20])
    expect(two).toMatchObject({
      ...{ base: join(place, 'TWO'), conf: join(place, 'TWO/TWO.conf'), wallet: { size: 9 } },
      ...{ otherWallets: ['wallet.1795.bak'], walletLogs: ['log.0000000001'] },
    })
  })

  it('finds the folder with the blocks below that of the conf file', async () => {
    write('TWO/TWO.conf')
    write('TWO/regtest/blocks/blk00000.dat')
    expect((await readNodeFolder(join(place, 'TWO')))?.folder).toBe(join(place, 'TWO/regtest'))
    expect((await readNodeFolder(join(place, 'TWO/regtest')))?.base).toBe(join(place, 'TWO'))
    expect(await readNodeFolder(place)).toBeUndefined()
  })
})

describe('findRunningSigns', () => {
  const system: SystemSigns = {
    commandLine: async () => ['komodod', '-ac_name=ONE', '-rpcpassword=hunter2'],
    answersHttp: async (port) => port === 5,
    listener: async () => 77,
  }

  it('tells a daemon by its RPC port, and a killed one by its logs', async () => {
    const folder = { folder: place, walletLogs: [] as string[] }
    expect(await findRunningSigns(folder, 6, system)).toEqual({ state: 'no', signs: [], pid: null, argv: null })
    expect(await findRunningSigns(folder, 5, system)).toMatchObject({ state: 'yes', signs: ['rpc'], pid: 77 })
    expect(await findRunningSigns({ ...folder, walletLogs: ['log.0000000001'] }, undefined, system)).toMatchObject({
      ...{ state: 'maybe', signs: ['log'], pid: null },
    })
  })

  it('reads command lines on Linux, and notices any HTTP reply', async () => {
    const real = systemSigns(process.platform, async () => undefined)
    const server = createServer((_, reply) => reply.writeHead(401).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await real.answersHttp(port)).toBe(true)
    await new Promise((resolve) => server.close(resolve))
    expect(await real.answersHttp(port)).toBe(false)
    expect(await systemSigns('win32', async () => undefined).commandLine(process.pid)).toBeUndefined()
    if (process.platform === 'linux') expect((await real.commandLine(process.pid))?.[0]).toContain('node')
  })
})

describe('command lines', () => {
  const argv = ['/usr/bin/komodod', '--ac_name=ONE', '-ac_supply=5', '-addnode=192.0.2.1', '-rpcpassword=x', '-regtest']

  it('give the options that define a chain, and its peers', () => {
    expect(readDefinition(argv)).toEqual({
      options: ['-ac_name=ONE', '-ac_supply=5', '-regtest'],
      peers: ['192.0.2.1'],
    })
    expect(readDefinition(['komodod', '-regtest'])).toBeUndefined()
  })

  it('contain no values of secrets when they are shown', () => {
    expect(formatCommandLine([...argv, '-rpcauth=a:b$c', '-blocknotify=a "b"'])).toBe(
      `/usr/bin/komodod --ac_name=ONE -ac_supply=5 -addnode=192.0.2.1 -rpcpassword=… -regtest -rpcauth=… "-blocknotify=a 'b'"`,
    )
  })
})

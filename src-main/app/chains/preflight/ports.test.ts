import { spawn } from 'node:child_process'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listeningInodes, lsofHolder, netstatPid, portHolder } from './holder.ts'
import { freePortFor, portDetail, portFix, takenPort, type WantedPort } from './ports.ts'

const DEPS = { ours: () => undefined, pid: -1 }
const NOBODY = new Set<number>()

let servers: Server[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  servers = []
})

async function listen(port = 0): Promise<number> {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

const rpc = (port: number): WantedPort => ({ name: 'rpcport', port, hosts: ['127.0.0.1'] })

describe('takenPort', () => {
  it('returns undefined for a free port and releases the port after the check', async () => {
    const port = await listen()
    await new Promise((done) => servers.pop()?.close(done))
    expect(await takenPort(rpc(port), NOBODY, DEPS)).toBeUndefined()
    expect(await takenPort({ ...rpc(port), hosts: [] }, NOBODY, DEPS)).toBeUndefined()
    expect(await listen(port)).toBe(port)
  })

  it('reports a port in use on one or all addresses and offers a free port', async () => {
    const port = await listen()
    for (const wanted of [rpc(port), { ...rpc(port), hosts: [] }]) {
      const taken = await takenPort(wanted, NOBODY, DEPS)
      expect(taken).toMatchObject({ port, forbidden: false, free: expect.any(Number) })
      expect(await takenPort(rpc(taken?.free ?? 0), NOBODY, DEPS)).toBeUndefined()
    }
  })

  it.skipIf(process.platform !== 'linux')('names the program that holds the port', async () => {
    const child = spawn(process.execPath, [
      '-e',
      "require('net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })",
    ])
    try {
      const port = await new Promise<number>((resolve) => child.stdout.once('data', (text) => resolve(Number(text))))
      const taken = await takenPort(rpc(port), NOBODY, DEPS)
      expect(taken?.holder).toMatch(new RegExp(`^node\\S* \\(process ${child.pid}\\)$`))
      expect(taken && portDetail(taken)).toBe(`Port ${port} for RPC is taken by ${taken?.holder}`)
      expect(taken && portFix(taken)).toBe(
        `Use another port: ${taken?.free} is free, or end the program that uses this port.`,
      )
    } finally {
      child.kill()
    }
  })

  it.skipIf(process.platform !== 'linux')('names this program, or its chain, as the holder of a port', async () => {
    const port = await listen()
    expect(await takenPort(rpc(port), NOBODY, { ...DEPS, pid: process.pid })).toMatchObject({ holder: 'this program' })
    const ours = (asked: number) => (asked === port ? 'the chain My chain' : undefined)
    expect(await takenPort(rpc(port), NOBODY, { ...DEPS, ours })).toMatchObject({ holder: 'the chain My chain' })
  })

  it('never offers a port that another chain uses', async () => {
    const port = await listen()
    const first = await freePortFor(rpc(port), NOBODY)
    const second = await freePortFor(rpc(port), new Set([first ?? 0]))
    expect(second).not.toBe(first)
    expect(await freePortFor({ ...rpc(65_535) }, NOBODY)).toBeGreaterThan(0)
  })
})

describe('port holder detection', () => {
  it('parses the tables of each operating system', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:3082 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1',
      '   1: 0100007F:3082 0100007F:9999 01 00000000:00000000 00:00000000 00000000  1000        0 222 1',
      '   2: 00000000000000000000000000000000:3082 00:0000 0A 0:0 00:0 0  1000        0 333 1',
    ].join('\n')
    expect(listeningInodes(table, 0x3082)).toEqual(['111', '333'])
    expect(lsofHolder('p812\ncnode\u0007 \nf19\n')).toEqual({ pid: 812, program: 'node' })
    expect(lsofHolder('')).toBeUndefined()
    const netstat = [
      'Aktive Verbindungen',
      '  TCP    0.0.0.0:135            0.0.0.0:0              ABH\u00d6REN         1012',
      '  TCP    127.0.0.1:12418        127.0.0.1:50000        HERGESTELLT     7',
      '  TCP    [::1]:12418            [::]:0                 ABH\u00d6REN         4711',
    ].join('\r\n')
    expect(netstatPid(netstat, 12_418)).toBe(4711)
    expect(netstatPid(netstat, 1)).toBeUndefined()
  })

  it('returns undefined if the system’s tools are missing', async () => {
    expect(await portHolder(1, 'win32')).toBeUndefined()
  })
})

/** Tests the log of the daemon and the saved mempool, as an operator sees them. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'

const CHAIN = ['-ac_name=LOGGED', '-regtest', '-ac_supply=1000', '-ac_cc=2']

let dataDir = ''
let running: Daemon | undefined
beforeEach(() => {
  dataDir = temporaryFolder()
})
afterEach(async () => {
  await running?.kill().catch(() => undefined)
  running = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(...args: string[]): Promise<Daemon> {
  running = await startDaemon({ args: [...CHAIN, ...args], dataDir })
  return running
}

const inFolder = (name: string) => join(dataDir, 'regtest', name)
const log = () => readFileSync(inFolder('debug.log'), 'utf8')

describe('the log of the daemon', () => {
  it('lists each new tip, manual acts, and the details of categories that were switched on', async () => {
    const daemon = await start()
    const { rpc } = daemon
    await rpc.call('generate', 3)
    const tip = await rpc.call<string>('getbestblockhash')
    expect(log()).toMatch(
      new RegExp(
        String.raw`INFO  \[chain\] new tip height=3 hash=${tip} blocks=1 transactions=1 cache=\d+ peersheight=`,
      ),
    )
    await rpc.call('invalidateblock', tip)
    await rpc.call('reconsiderblock', tip)
    await rpc.call('setban', '192.0.2.1', 'add', 60)
    await rpc.call('clearbanned')
    expect(log()).not.toContain('DEBUG')
    expect(await rpc.call('logging', ['rpc', 'validation'])).toMatchObject({ rpc: true, validation: true, net: false })
    await rpc.call('generate', 1)
    expect(log()).toMatch(/DEBUG \[rpc\] call method=generate from=http/)
    expect(log()).toMatch(/DEBUG \[chain\] block connected height=4 /)
    const length = log().length
    await rpc.call('logging', [], ['all'])
    await rpc.call('generate', 1)
    expect(log().slice(length)).not.toContain('method=generate')
    expect(await daemon.stop()).toBe(0)
    for (const line of [
      ...[
        `block invalidated hash=${tip}`,
        `block reconsidered hash=${tip}`,
        'subnet banned subnet=192.0.2.1 bantime=60',
      ],
      ...['bans cleared', 'log categories changed include=rpc,validation', 'stop requested', 'stopping', 'stopped'],
    ])
      expect(log()).toContain(line)
  })

  it('consists of JSON objects with -logformat=json', async () => {
    const daemon = await start('-logformat=json')
    await daemon.rpc.call('generate', 1)
    expect(await daemon.stop()).toBe(0)
    const entries = log()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>)
    expect(entries.find(({ message }) => message === 'new tip')).toMatchObject({
      ...{ level: 'info', module: 'chain', height: '1', blocks: '1', time: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
  })
})

describe('the mempool of the daemon', () => {
  interface Pending {
    readonly time: number
  }
  const mempool = (daemon: Daemon) => daemon.rpc.call<Record<string, Pending>>('getrawmempool', true)

  /** Starts a daemon whose mempool has a payment of its wallet. */
  async function startWithPayment(): Promise<Daemon> {
    const daemon = await start()
    await daemon.rpc.call('generate', 101)
    await daemon.rpc.call('sendtoaddress', await daemon.rpc.call('getnewaddress'), 1)
    return daemon
  }

  /** Restarts without the wallet, which would accept its own payment again. */
  const restart = (...args: string[]) => start('-disablewallet', ...args)
  const loaded = () => waitFor(() => expect(log()).toContain('mempool loaded file='))

  it('survives a restart, with the times of its transactions', async () => {
    const before = await startWithPayment()
    const saved = await mempool(before)
    expect(Object.keys(saved)).toHaveLength(1)
    expect(await before.stop()).toBe(0)
    const after = await restart()
    await loaded()
    const times = (entries: Record<string, Pending>) => Object.entries(entries).map(([txid, { time }]) => [txid, time])
    expect(times(await mempool(after))).toEqual(times(saved))
  })

  it('survives a kill after savemempool', async () => {
    const before = await startWithPayment()
    const saved = await mempool(before)
    expect(await before.rpc.call('savemempool')).toEqual({ filename: inFolder('mempool.dat') })
    await before.kill()
    const after = await restart()
    await loaded()
    expect(Object.keys(await mempool(after))).toEqual(Object.keys(saved))
  })

  it('starts empty if the file is damaged, and the log says so', async () => {
    const before = await startWithPayment()
    expect(await before.stop()).toBe(0)
    writeFileSync(inFolder('mempool.dat'), readFileSync(inFolder('mempool.dat')).subarray(0, -1))
    const after = await restart()
    await waitFor(() => expect(log()).toContain('saved mempool cannot be loaded, continuing without'))
    expect(await mempool(after)).toEqual({})
    expect(await after.stop()).toBe(0)
  })

  it('ignores its file with -persistmempool=0', async () => {
    const before = await startWithPayment()
    expect(await before.stop()).toBe(0)
    const after = await restart('-persistmempool=0')
    expect(await mempool(after)).toEqual({})
    rmSync(inFolder('mempool.dat'))
    expect(await after.stop()).toBe(0)
    expect(existsSync(inFolder('mempool.dat'))).toBe(false)
  })
})

/** Tests several chains in one app without a window: chain list, nodes and folders, across restarts. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { expectSoonEnded, timed } from '../support/endTime.ts'
import { until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { connectRpc } from '../support/rpcClient.ts'
import { type PreflightAnswer, type SocketApp, startSocketApp } from '../support/socketApp.ts'
import { startWebApp } from '../support/webApp.ts'

/** Nodes neither accept nor look for connections. */
const ALONE = ['-listen=0', '-dnsseed=0']

describe('an app with several chains', () => {
  let home = ''
  let apps: SocketApp[] = []
  let takers: Server[] = []

  beforeEach(() => {
    home = temporaryFolder()
  })
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.stop()))
    for (const taker of takers) taker.close()
    apps = []
    takers = []
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  async function start(args: readonly string[] = ALONE): Promise<SocketApp> {
    const app = await startSocketApp({ home, args })
    apps.push(app)
    return app
  }
  const running = (app: SocketApp, id: string) =>
    until(`${id} runs`, async () => (await app.chain(id)).state === 'running')

  /** Adds two chains on random ports, so that test runs on one machine do not collide. */
  async function addTwo(app: SocketApp): Promise<readonly [string, string]> {
    const create = async (name: string) => {
      const options = [`-ac_name=${name}`, '-ac_supply=1000', '-ac_cc=2', '-ac_public=1', '-regtest']
      const { id } = await app.call<{ id: string }>('createchain', { label: `My ${name}`, options, testnode: true })
      await app.call('startchain', id, { p2pport: await freePort(), rpcport: await freePort() })
      return id
    }
    return [await create('ONE'), await create('TWO')]
  }

  /** Sends a call with a plain HTTP client, as a local script would. */
  async function askOverHttp(directory: string, port: number, method: string): Promise<unknown> {
    const [conf = ''] = readdirSync(directory).filter((name) => name.endsWith('.conf'))
    const text = readFileSync(join(directory, conf), 'utf8')
    const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? ''
    const rpc = connectRpc({ port, user: value('rpcuser'), password: value('rpcpassword') })
    return rpc.call(method).finally(() => rpc.close())
  }

  it('starts with an empty list and runs no chain on its own', async () => {
    const app = await start()
    expect(await app.list()).toEqual({
      ...{ current: null, root: join(home, '.chainwright'), notice: null, chains: [] },
      client: 'npm run -s cli --',
    })
    await expect(app.call('getinfo')).rejects.toThrow('No chain is open')
    // The only file of browser mode: its port.
    expect(readdirSync(join(home, '.chainwright'))).toEqual(['app.json'])
  })

  it('runs two chains at once, keeps them separate, and restarts both', async () => {
    const app = await start()
    const [one, two] = await addTwo(app)
    await app.call('selectchain', one)
    expect(await app.call('getinfo')).toMatchObject({ name: 'ONE', blocks: 0 })
    await app.call('generate', 3)
    await app.call('selectchain', two)
    expect(await app.call('getinfo')).toMatchObject({ name: 'TWO', blocks: 0 })
    await until('its height is known', async () => (await app.chain(one)).height === 3)
    const [first, second] = [await app.chain(one), await app.chain(two)]
    expect(first).toMatchObject({
      state: 'running',
      height: 3,
      label: 'My ONE',
      directory: join(home, '.chainwright/ONE'),
    })
    expect(new Set([first.rpcport, first.p2pport, second.rpcport, second.p2pport]).size).toBe(4)
    expect(await askOverHttp(first.directory, first.rpcport, 'getblockcount')).toBe(3)
    expect(await askOverHttp(second.directory, second.rpcport, 'getblockcount')).toBe(0)
    // Chain methods are available to windows only.
    await expect(askOverHttp(first.directory, first.rpcport, 'listchains')).rejects.toThrow(/Method not found/)

    const told = app.events.filter(({ type }) => type === 'chain').map(({ id }) => id)
    expect(told).toEqual([one, two])
    await app.call('stopchain', one)
    expect(await app.chain(one)).toMatchObject({ state: 'stopped', height: 3 })
    expect(await app.call('getinfo')).toMatchObject({ name: 'TWO' })
    await app.call('startchain', one)

    const end = await timed(() => app.stop())
    expect(end.result).toBe(0)
    const { result: again, millis } = await timed(async () => {
      const started = await start()
      await Promise.all([running(started, one), running(started, two)])
      return started
    })
    expectSoonEnded(end.millis, millis)
    expect(await again.list()).toMatchObject({ current: two, notice: null })
    expect(await again.call('getinfo')).toMatchObject({ name: 'TWO' })
    await again.call('selectchain', one)
    expect(await again.call('getblockcount')).toBe(3)
    expect(statSync(join(home, '.chainwright/chains.json')).mode & 0o777).toBe(0o600)
  })

  it('keeps a stopped chain stopped after a restart, and shows that', async () => {
    const app = await start()
    const [one, two] = await addTwo(app)
    await app.call('selectchain', one)
    await app.call('stopchain', one)
    await app.stop()
    const again = await start()
    await running(again, two)
    expect(await again.chain(one)).toMatchObject({ state: 'stopped' })
    expect(await again.list()).toMatchObject({ current: one })
    expect(await again.call('getnodestatus')).toMatchObject({ phase: 'stopped', name: 'ONE' })
  })

  it('keeps running when one of its nodes is stopped over RPC', async () => {
    const app = await start()
    const [one, two] = await addTwo(app)
    await app.call('selectchain', one)
    await app.call('stop')
    await until('it has stopped', async () => (await app.chain(one)).state === 'stopped')
    await app.call('selectchain', two)
    expect(await app.call('getblockcount')).toBe(0)
  })

  it('names the program that holds a port, offers a free one, and stores the choice', async () => {
    const app = await start()
    const [one] = await addTwo(app)
    await app.call('stopchain', one)
    const { rpcport } = await app.chain(one)
    const taker = createServer()
    takers.push(taker)
    await new Promise<void>((resolve) => taker.listen(rpcport, '127.0.0.1', resolve))
    const refusal = /^Port \d+ for RPC is taken by .+ \(process \d+\)\. Use another port: \d+ is free\./
    await expect(app.call('startchain', one)).rejects.toThrow(refusal)
    expect(await app.chain(one)).toMatchObject({ state: 'failed', detail: expect.stringMatching(refusal) })
    await app.call('selectchain', one)
    expect(await app.call('getnodestatus')).toMatchObject({ phase: 'failed', detail: expect.stringMatching(refusal) })

    const { checks, ok } = await app.call<PreflightAnswer>('preflight', { id: one })
    const port = checks.find(({ name }) => name === 'rpcport')
    expect(ok).toBe(false)
    expect(port).toMatchObject({ state: 'failed', holder: expect.stringContaining(`(process ${process.pid})`) })
    expect(await app.call('startchain', one, { rpcport: port?.freeport })).toMatchObject({ state: 'running' })
    const { directory } = await app.chain(one)
    expect(await app.chain(one)).toMatchObject({ rpcport: port?.freeport })
    // Other programs find the port in the conf file.
    expect(readFileSync(join(directory, 'ONE.conf'), 'utf8')).toContain(`rpcport=${port?.freeport}\n`)
    await app.stop()
    const again = await start()
    await running(again, one)
    expect(await again.chain(one)).toMatchObject({ rpcport: port?.freeport })
  })

  it('offers another port when two chains need the same', async () => {
    const app = await start()
    const [one, two] = await addTwo(app)
    const { rpcport } = await app.chain(one)
    await app.call('stopchain', two)
    await expect(app.call('startchain', two, { rpcport })).rejects.toThrow(/taken by the chain My ONE of this program/)
  })

  it('removes one from the list and finds its data again, and deletes one with its folder', async () => {
    const app = await start()
    const [one, two] = await addTwo(app)
    await app.call('selectchain', one)
    await app.call('generate', 2)
    await expect(app.call('forgetchain', one)).rejects.toThrow('My ONE is running: stop it first')
    await app.call('stopchain', one)
    await app.call('forgetchain', one)
    expect(await app.list()).toMatchObject({ current: two })
    const options = ['-ac_name=ONE', '-ac_supply=1000', '-ac_cc=2', '-ac_public=1', '-regtest']
    const { id } = await app.call<{ id: string }>('joinchain', { options })
    await app.call('startchain', id, { rpcport: await freePort() })
    await app.call('selectchain', id)
    expect(await app.call('getblockcount')).toBe(2)

    const { directory } = await app.chain(two)
    await expect(app.call('deletechain', two, 'TWO')).rejects.toThrow('My TWO is running: stop it first')
    await app.call('stopchain', two)
    await expect(app.call('deletechain', two, 'two')).rejects.toThrow('The name does not match the name of the chain')
    expect(existsSync(directory)).toBe(true)
    await app.call('deletechain', two, 'TWO')
    expect(existsSync(directory)).toBe(false)
    expect((await app.list()).chains.map((entry) => entry.id)).toEqual([id])
  })

  it('keeps a chain used by a second app on the same root, and both can write the list', async () => {
    const app = await start()
    const [one, two] = await addTwo(app)
    await app.call('stopchain', one)
    const other = await start()
    await until('the second app is refused', async () => (await other.chain(two)).state === 'failed')
    await other.call('startchain', one)
    await expect(app.call('deletechain', one, 'ONE')).rejects.toThrow(/in use by another running node/)
    await Promise.all([app.call('renamechain', one, 'first'), other.call('renamechain', two, 'second')])
    const labels = JSON.parse(readFileSync(join(home, '.chainwright/chains.json'), 'utf8')).chains
    expect(labels).toMatchObject([{ label: 'first' }, { label: 'second' }])
  })

  it('exports a chain as text, from which alone another app joins it', async () => {
    const app = await start()
    const options = ['-ac_name=SHARED', '-ac_supply=77', '-ac_cc=2', '-ac_public=1', '-regtest']
    const { sharetext } = await app.call<{ sharetext: string }>('describechain', { options, peers: ['192.0.2.1:1'] })
    const { id } = await app.call<{ id: string }>('joinchain', {
      text: `Look:\n> ${sharetext.replaceAll(' -', '\n> \u2013')}`,
    })
    await app.call('startchain', id, { rpcport: await freePort() })
    await app.call('selectchain', id)
    expect(await app.call('getinfo')).toMatchObject({ name: 'SHARED', premine: 77 })
    await expect(app.call('joinchain', { text: sharetext })).rejects.toThrow('already in the list, as SHARED')
  })

  it('reports errors in its command line without guessing', async () => {
    const { output } = await startWebApp({ home, args: ['-rpcport=5'] }).then(
      () => ({ output: 'it started' }),
      (error: Error) => ({ output: error.message }),
    )
    expect(output).toMatch(/-rpcport is for one chain: say which, with -sandbox/)
  })

  it('follows a command line that names a chain, and leaves the list unchanged', async () => {
    const app = await start()
    await addTwo(app)
    await app.stop()
    const list = readFileSync(join(home, '.chainwright/chains.json'), 'utf8')
    const named = await start(['-sandbox', `-rpcport=${await freePort()}`])
    await running(named, 'commandline')
    const { current, chains } = await named.list()
    expect(current).toBe('commandline')
    expect(chains.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'commandline running',
      'created stopped',
      'created stopped',
    ])
    expect(await named.call('getinfo')).toMatchObject({ name: 'SANDBOX' })
    await named.call('stop')
    expect(await named.program.ended).toBe(0)
    expect(readFileSync(join(home, '.chainwright/chains.json'), 'utf8')).toBe(list)
  })
})

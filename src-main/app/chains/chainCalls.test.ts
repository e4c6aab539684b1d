import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ask, create, findChainState, ONE, useChainManager } from '../testing/testChains.ts'

let servers: Server[] = []
async function closeAll() {
  for (const server of servers) server.close()
  await Promise.all(servers.map((server) => once(server, 'close')))
  servers = []
}
afterEach(closeAll)

async function listen(port = 0): Promise<AddressInfo> {
  const server = createServer().listen(port, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return server.address() as AddressInfo
}

describe('chain-management calls', () => {
  const app = useChainManager()

  it('adds a chain without starting it, and starts it with only its chain options', async () => {
    const chainManager = app.open(['-proxy=127.0.0.1:9050'])
    const id = await ask(chainManager, 'joinchain', {
      text: 'komodod -ac_name=ONE -ac_public=1 -addnode=192.0.2.1:8000 -gen',
    })
    expect(id).toEqual({ id: expect.stringMatching(/^ONE-[0-9a-f]{8}$/) })
    expect(app.nodes.count()).toBe(0)
    expect(await findChainState(chainManager, id.id)).toMatchObject({
      ...{ kind: 'joined', label: 'ONE', state: 'stopped', detail: '', testnode: false, publiconly: true, kept: null },
      ...{ directory: join(app.root, 'ONE'), peers: ['192.0.2.1:8000'], height: null, lastused: null },
    })
    await ask(chainManager, 'settestnode', id.id, true)
    await ask(chainManager, 'startchain', id.id, { p2pport: 5000, rpcport: 5001 })
    expect(app.nodes.of('-ac_name=ONE').argv).toEqual([
      ...ONE,
      `-datadir=${join(app.root, 'ONE')}`,
      ...['-port=5000', '-rpcport=5001', '-addnode=192.0.2.1:8000', '-testnode=1', '-proxy=127.0.0.1:9050'],
    ])
    expect(await findChainState(chainManager, id.id)).toMatchObject({ p2pport: 5000, rpcport: 5001, state: 'running' })
  })

  it('rejects chains with other options, invalid parameters or invalid peers', async () => {
    const chainManager = app.open()
    for (const options of [
      [...ONE, '-datadir=/etc'],
      [...ONE, '-exportdir=/'],
      [...ONE, '-loadblock=/dev/zero'],
      ['-ac_name=../../x'],
      ['-ac_name=X', '-ac_beam=50'],
      [],
      'text',
      [{}],
    ]) {
      await expect(ask(chainManager, 'createchain', { label: '', options, testnode: false })).rejects.toMatchObject({
        code: -8,
      })
    }
    for (const peers of [['-rpcport=1'], ['a b'], 7, Array.from({ length: 40 }, () => 'a')]) {
      await expect(ask(chainManager, 'createchain', { label: '', options: ONE, peers })).rejects.toMatchObject({
        code: -8,
      })
    }
    await expect(ask(chainManager, 'createchain', { label: 'x'.repeat(61), options: ONE })).rejects.toMatchObject({
      code: -8,
    })
    await expect(ask(chainManager, 'createchain', { label: 7, options: ONE })).rejects.toMatchObject({ code: -8 })
    await expect(chainManager.call('createchain', '[]')).rejects.toMatchObject({ code: -1 })
    await expect(chainManager.call('createchain', `["${'x'.repeat(1_000_000)}"]`)).rejects.toThrow(
      'Params are too long',
    )
    await expect(chainManager.call('createchain', 'nonsense')).rejects.toMatchObject({ code: -32600 })
    expect((await ask(chainManager, 'listchains')).chains).toEqual([])
    const id = await create(chainManager, ONE, '  a\u202eb\u0000 ')
    expect(await findChainState(chainManager, id)).toMatchObject({ label: 'ab' })
    await expect(create(chainManager, ['-ac_public=1', '-ac_name=ONE', '-ac_supply=10'])).rejects.toThrow(
      /already in the list, as ab/,
    )
  })

  it('returns the existing sandbox if it is added again', async () => {
    const chainManager = app.open()
    const { id } = await ask(chainManager, 'addsandbox')
    expect(await ask(chainManager, 'addsandbox')).toEqual({ id })
    await ask(chainManager, 'startchain', id)
    expect(app.nodes.of('-sandbox').argv).toEqual(['-sandbox', `-datadir=${join(app.root, 'SANDBOX')}`])
    expect(await findChainState(chainManager, id)).toMatchObject({
      kind: 'sandbox',
      name: 'SANDBOX',
      network: 'regtest',
    })
  })

  it('rejects adding the chain that the command line names', async () => {
    const chainManager = app.open(['-sandbox'])
    expect(await ask(chainManager, 'addsandbox')).toEqual({ id: 'commandline' })
    const named = app.open(['-ac_name=ONE', '-ac_public=1'])
    await expect(create(named, ONE)).rejects.toThrow('already in the list, as ONE')
    // Another app adds the same chain to the list: the chain of the command line keeps its id.
    const other = app.open()
    const id = await create(other, ONE, 'Mine')
    await create(named, ['-ac_name=ELSE'])
    expect(await ask(named, 'listchains')).toMatchObject({ current: 'commandline' })
    expect(await findChainState(named, 'commandline')).toMatchObject({ state: 'running', lastused: expect.any(Number) })
    expect(await findChainState(named, id)).toMatchObject({ state: 'stopped', label: 'Mine' })
  })

  it('identifies the chain of the command line with the same chain in the list', async () => {
    const [first, one] = await app.two()
    const chainManager = await app.reopen(first, ['-ac_supply=10', '-ac_public=1', '-ac_name=ONE', '-debug=p2p'])
    expect(await ask(chainManager, 'listchains')).toMatchObject({ current: one })
    expect(app.nodes.of('-debug=p2p').argv).toContain('-ac_name=ONE')
    expect(await findChainState(chainManager, one)).toMatchObject({ kind: 'created', label: 'First' })
  })

  it('deletes only a stopped chain, and only with its typed name', async () => {
    const [chainManager, one, second] = await app.two()
    await expect(ask(chainManager, 'deletechain', one, 'ONE')).rejects.toThrow('First is running: stop it first')
    await ask(chainManager, 'stopchain', one)
    for (const name of ['', 'one', 'First', one]) {
      await expect(ask(chainManager, 'deletechain', one, name)).rejects.toThrow(
        'The name does not match the name of the chain',
      )
    }
    mkdirSync(join(app.base, 'precious'))
    writeFileSync(join(app.base, 'precious/file'), '')
    symlinkSync(join(app.base, 'precious'), join(app.root, 'ONE/link'))
    expect(await ask(chainManager, 'deletechain', one, 'ONE')).toEqual({ directory: join(app.root, 'ONE') })
    expect(existsSync(join(app.root, 'ONE'))).toBe(false)
    expect(existsSync(join(app.base, 'precious/file'))).toBe(true)
    // Another running chain is shown instead.
    expect(await ask(chainManager, 'listchains')).toMatchObject({ current: second, chains: [{ id: second }] })

    await ask(chainManager, 'stopchain', second)
    rmSync(join(app.root, 'TWO'), { recursive: true })
    symlinkSync(join(app.base, 'precious'), join(app.root, 'TWO'))
    await expect(ask(chainManager, 'deletechain', second, 'TWO')).rejects.toThrow(/was left unchanged/)
    expect(existsSync(join(app.base, 'precious/file'))).toBe(true)
    expect(await ask(chainManager, 'forgetchain', second)).toEqual({ directory: join(app.root, 'TWO') })
    expect(await ask(chainManager, 'listchains')).toMatchObject({ current: null, chains: [] })
    expect(app.events.at(-1)).toMatchObject({ type: expect.stringMatching(/^chains?$/) })
  })

  it('deletes the data that the chain set aside with the chain, and keeps both when the chain is only removed from the list', async () => {
    const [chainManager, one, second] = await app.two()
    for (const [id, name] of [
      [one, 'ONE'],
      [second, 'TWO'],
    ] as const) {
      await ask(chainManager, 'stopchain', id)
      const aside = `${name}.before-2026-11-24`
      mkdirSync(join(app.root, aside))
      writeFileSync(join(app.root, aside, 'chain.db'), '')
      const plan = { phase: 'done', aside, back: null, time: 1 }
      writeFileSync(join(app.root, name, 'chaindata.json'), JSON.stringify(plan))
    }
    mkdirSync(join(app.root, 'ONE.before-2026-11-23'))
    await ask(chainManager, 'deletechain', one, 'ONE')
    await ask(chainManager, 'forgetchain', second)
    const left = readdirSync(app.root).filter((name) => /^(ONE|TWO|\.deleting)/.test(name))
    expect(left.toSorted()).toEqual(['ONE.before-2026-11-23', 'TWO', 'TWO.before-2026-11-24'])
  })

  it('starts a stopped chain once with a new wallet if its name is typed', async () => {
    const [chainManager, one] = await app.two()
    await expect(ask(chainManager, 'newwallet', one, 'ONE')).rejects.toThrow('First is running: stop it first')
    await ask(chainManager, 'stopchain', one)
    for (const name of ['', 'one', 'First', one]) {
      await expect(ask(chainManager, 'newwallet', one, name)).rejects.toThrow(
        'The name does not match the name of the chain',
      )
    }
    expect(await ask(chainManager, 'newwallet', one, 'ONE')).toEqual({ id: one, state: 'running', detail: '' })
    expect(app.nodes.of('-ac_name=ONE').argv).toContain('-newwallet')
    await ask(chainManager, 'stopchain', one)
    await ask(chainManager, 'startchain', one)
    expect(app.nodes.of('-ac_name=ONE').argv).not.toContain('-newwallet')
  })

  it('rejects starting, selecting or removing a chain that is being deleted', async () => {
    const [chainManager, one] = await app.two()
    await ask(chainManager, 'stopchain', one)
    const nodes = app.nodes.count()
    const deleted = ask(chainManager, 'deletechain', one, 'ONE')
    for (const name of ['startchain', 'selectchain', 'forgetchain'] as const) {
      await expect(ask(chainManager, name, one), name).rejects.toThrow('First is being removed from the list')
    }
    await deleted
    expect(app.nodes.count()).toBe(nodes)
    expect(existsSync(join(app.root, 'ONE'))).toBe(false)
  })

  it('reports a damaged list in the window and on the terminal', async () => {
    mkdirSync(app.root)
    writeFileSync(join(app.root, 'chains.json'), '{"version":1,')
    const chainManager = app.open()
    const { notice } = await ask(chainManager, 'listchains')
    expect(notice).toMatch(/set aside as chains\.json\.damaged-/)
    expect(app.printed).toEqual([notice])
  })

  it('rejects calls with an unknown chain id', async () => {
    const chainManager = app.open()
    for (const [name, ...params] of [
      ['startchain', 'x'],
      ['stopchain', 'x'],
      ['selectchain', '../x'],
      ['renamechain', 'x', 'y'],
      ['settestnode', 'x', true],
      ['forgetchain', 'x'],
      ['newwallet', 'x', 'x'],
      ['deletechain', 'x', 'x'],
      ['preflight', { id: 'x' }],
    ] as const) {
      await expect(chainManager.call(name, JSON.stringify(params)), name).rejects.toMatchObject({ code: -5 })
    }
    await expect(ask(chainManager, 'startchain', 'x', { rpcport: 0 })).rejects.toMatchObject({ code: -8 })
  })

  it('checks whether a chain can run without creating files', async () => {
    const chainManager = app.open()
    const { ok, checks } = await ask(chainManager, 'preflight', { options: ONE })
    expect(checks.map(({ name }) => name)).toEqual([
      ...['disk', 'memory', 'clock', 'directory', 'drive', 'rpcport', 'p2pport'],
    ])
    expect(ok).toBe(checks.every(({ state }) => state !== 'failed'))
    expect(existsSync(join(app.root, 'ONE'))).toBe(false)
    await expect(ask(chainManager, 'preflight', { options: ONE, directory: app.base })).rejects.toMatchObject({
      code: -8,
    })
    await expect(ask(chainManager, 'preflight', { options: ['-ac_name=X', '-ac_beam=1'] })).rejects.toThrow('-ac_beam')
  })

  it('reports the port that prevented a start as taken, and not by the chain itself', async () => {
    const { port } = await listen()
    app.ports = [{ name: 'rpcport', port, hosts: ['127.0.0.1'] }]
    app.nodes.ready = false
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    await closeAll()
    const starting = ask(chainManager, 'startchain', id, { rpcport: port })
    await expect.poll(() => app.nodes.count()).toBe(1)
    app.nodes.of('-ac_name=ONE').failToStart('The port is in use')
    await expect(starting).rejects.toThrow('The port is in use')
    await listen(port)
    const { checks } = await ask(chainManager, 'preflight', { id })
    const rpc = checks.find(({ name }) => name === 'rpcport')
    expect(rpc).toMatchObject({ state: 'failed', freeport: expect.any(Number) })
    expect(rpc?.holder).not.toMatch(/the chain ONE/)
  })

  it('starts the sandbox on a free port if its own is taken, and keeps that port', async () => {
    const { port } = await listen()
    app.ports = [{ name: 'rpcport', port, hosts: ['127.0.0.1'] }]
    const chainManager = app.open()
    const { id } = await ask(chainManager, 'addsandbox')
    expect(await ask(chainManager, 'startchain', id)).toMatchObject({ state: 'running' })
    const rpcPort = (await findChainState(chainManager, id))?.rpcport
    expect(rpcPort).not.toBe(port)
    expect(app.nodes.of('-sandbox').argv).toContain(`-rpcport=${rpcPort}`)
    await ask(chainManager, 'stopchain', id)
    await closeAll()
    await ask(chainManager, 'startchain', id)
    expect((await findChainState(chainManager, id))?.rpcport).toBe(rpcPort)
  })

  it('rejects the start of another chain on a taken port and picks no other port', async () => {
    const { port } = await listen()
    app.ports = [{ name: 'rpcport', port, hosts: ['127.0.0.1'] }]
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    await expect(ask(chainManager, 'startchain', id)).rejects.toThrow(`Port ${port} for RPC is taken`)
  })
})

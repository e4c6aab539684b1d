import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StoredFile } from '../storedFile.ts'
import { ask, create, findChainState, ONE, useChainManager, whoAnswers } from '../testing/testChains.ts'
import { EMPTY_LIST } from './chainList.ts'

describe('ChainManager', () => {
  const app = useChainManager()
  /** Fakes timers, so that the test controls the chain manager's time even on a busy machine. */
  const fakeTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('starts without a chain or a thread', async () => {
    const chainManager = app.open()
    expect(await ask(chainManager, 'listchains')).toEqual({
      ...{ current: null, root: app.root, notice: null, chains: [] },
      client: 'npm run -s cli --',
    })
    await expect(chainManager.call('getinfo', '[]')).rejects.toMatchObject({ code: -9, message: 'No chain is open' })
    expect(app.nodes.count()).toBe(0)
    expect(existsSync(app.root)).toBe(false)
  })

  it('removes only the leftovers of ended processes from its root', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    const own = ['chains.json', 'contacts.json', 'app.json', 'updates.json']
    const left = own.flatMap((file) => [`${file}.new-${gone}`, `${file}.new-${gone}-0123abcd`, `${file}.lock`])
    const mine = ['contacts.json.new', 'keys.txt.0123abcd.unfinished', `notes.json.new-${gone}`, 'notes.json.lock']
    mkdirSync(app.root, { recursive: true })
    for (const name of [...left, ...mine]) writeFileSync(join(app.root, name), `${gone}\n`)
    app.open()
    await expect.poll(() => readdirSync(app.root).toSorted()).toEqual(mine.toSorted())
  })

  it('prints that the settings file is damaged, and keeps the update check off until the user sets it', async () => {
    mkdirSync(app.root, { recursive: true })
    writeFileSync(join(app.root, 'app.json'), '{"version":1,"upda')
    const chainManager = app.open()
    const { notice, updates } = await ask(chainManager, 'getappsettings')
    expect(notice).toMatch(/^The settings file of the app is not readable and was set aside as app\.json\.damaged-\d+/)
    expect(app.printed).toEqual([notice])
    expect(updates.check).toBe(false)
    const again = await app.reopen(chainManager)
    expect((await ask(again, 'getappsettings')).updates.check).toBe(false)
    expect((await ask(again, 'setappsettings', { updatecheck: true })).updates.check).toBe(true)
    const last = await ask(await app.reopen(again), 'getappsettings')
    expect([last.updates.check, last.notice]).toEqual([true, undefined])
  })

  it('routes a call to the chain shown at the time of the call, and forwards only its events to windows', async () => {
    const [chainManager, one, second] = await app.two()
    expect(await whoAnswers(chainManager)).toBe('-ac_name=ONE')
    const made = whoAnswers(chainManager)
    const selected = ask(chainManager, 'selectchain', second)
    expect(await made).toBe('-ac_name=ONE')
    await selected
    expect(await whoAnswers(chainManager)).toBe('-ac_name=TWO')
    app.events = []
    app.nodes.of('-ac_name=ONE').emit({ type: 'wallet' })
    expect(app.events).toEqual([])
    app.nodes.of('-ac_name=TWO').emit({ type: 'wallet' })
    await ask(chainManager, 'selectchain', one)
    expect(app.events).toEqual([{ type: 'wallet' }, { type: 'chain', id: one }])
  })

  it('keeps a lease on the node of one chain while other chains are shown, and ends it when the chain stops', async () => {
    const [chainManager, one, second] = await app.two()
    const held = await chainManager.lease()
    expect(held).toMatchObject({ id: one, label: 'First', name: 'ONE' })
    await ask(chainManager, 'selectchain', second)
    expect(await whoAnswers(chainManager)).toBe('-ac_name=TWO')
    expect(JSON.parse(await held.node.call('getblockcount', '[]'))).toBe('-ac_name=ONE')
    expect(JSON.parse(await (await chainManager.lease(second)).node.call('getblockcount', '[]'))).toBe('-ac_name=TWO')
    expect(held.node.gone.aborted).toBe(false)
    await ask(chainManager, 'stopchain', one)
    expect(held.node.gone.aborted).toBe(true)
    await ask(chainManager, 'startchain', one)
    await expect(held.node.call('getblockcount', '[]')).rejects.toThrow('The chain is stopped')
    expect(JSON.parse(await (await chainManager.lease(one)).node.call('getblockcount', '[]'))).toBe('-ac_name=ONE')
  })

  it('ends the lease on a node that crashes or is stopped by another caller', async () => {
    const [chainManager, one, second] = await app.two()
    const [first, other] = [await chainManager.lease(one), await chainManager.lease(second)]
    app.nodes.of('-ac_name=ONE').crash('too little memory')
    await expect.poll(() => first.node.gone.aborted).toBe(true)
    expect(other.node.gone.aborted).toBe(false)
    app.nodes.of('-ac_name=TWO').emit({ type: 'status', phase: 'stopping', detail: '', progress: null })
    expect(other.node.gone.aborted).toBe(true)
    await expect(chainManager.lease('three')).rejects.toThrow('No chain is open')
    await chainManager.stop()
    await expect(chainManager.lease(one)).rejects.toThrow('Shutting down')
  })

  it('selects a stopped chain and starts it without waiting for the start', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    app.nodes.ready = false
    expect(await ask(chainManager, 'selectchain', id)).toMatchObject({ id, state: 'starting' })
    await expect.poll(() => app.nodes.count()).toBe(1)
    expect(await whoAnswers(chainManager)).toBe('-ac_name=ONE')
    app.nodes.of('-ac_name=ONE').becomeReady()
    await expect.poll(async () => (await findChainState(chainManager, id))?.state).toBe('running')
  })

  it('updates the state of a chain from its events and reports that the list changed', async () => {
    fakeTimers()
    const [chainManager, one, second] = await app.two()
    const states = async () => [
      (await findChainState(chainManager, one))?.state,
      (await findChainState(chainManager, second))?.state,
    ]
    await expect.poll(states).toEqual(['running', 'running'])
    vi.advanceTimersByTime(10_000)
    app.events = []
    const node = app.nodes.of('-ac_name=ONE')
    node.emit({ type: 'status', phase: 'indexing', detail: 'Making an index', progress: null })
    expect(await findChainState(chainManager, one)).toMatchObject({ state: 'starting', detail: 'Making an index' })
    node.emit({ type: 'tip', height: 7, hash: '', time: 1_700_000_000, txCount: 1 })
    expect(await findChainState(chainManager, one)).toMatchObject({ height: 7 })
    node.emit({ type: 'status', phase: 'ready', detail: '', progress: null })
    // Within 100 ms, before any other timer is due.
    vi.advanceTimersByTime(100)
    expect(app.events.filter(({ type }) => type === 'chains')).toHaveLength(1)
  })

  it('saves changed heights of running chains at most once per interval', async () => {
    app.keepTipsWithin = 150
    fakeTimers()
    const [chainManager, one, second] = await app.two()
    const file = join(app.root, 'chains.json')
    const kept = (id: string) => {
      const { chains } = JSON.parse(readFileSync(file, 'utf8')) as { chains: { id: string; height: number | null }[] }
      return chains.find((chain) => chain.id === id)?.height
    }
    const grow = (height: number) =>
      app.nodes.of('-ac_name=ONE').emit({ type: 'tip', height, hash: '', time: 1_700_000_000, txCount: 1 })
    await expect.poll(() => [kept(one), kept(second)]).not.toContain(undefined)
    vi.advanceTimersByTime(400)
    let writes = 0
    let before = statSync(file).ino
    const count = setInterval(() => {
      const { ino } = statSync(file)
      if (ino !== before) writes++
      before = ino
    }, 5)
    for (let height = 1; height <= 20; height++) {
      grow(height)
      vi.advanceTimersByTime(20)
      // Leaves time for an unexpected write. A slower write would only go unnoticed.
      await delay(5)
    }
    vi.advanceTimersByTime(400)
    await expect.poll(() => kept(one)).toBe(20)
    await expect.poll(() => writes).toBeGreaterThan(0)
    clearInterval(count)
    // Twenty blocks in 400 ms; a write happens 150 ms after the first unsaved block.
    expect(writes).toBeLessThanOrEqual(3)
    expect(await findChainState(chainManager, one)).toMatchObject({ height: 20 })
  })

  it('keeps the reason of a failed start and starts the chain again', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    app.nodes.ready = false
    const starting = ask(chainManager, 'startchain', id)
    await expect.poll(() => app.nodes.count()).toBe(1)
    app.nodes.of('-ac_name=ONE').failToStart('The data directory is in use')
    await expect(starting).rejects.toMatchObject({ code: -1, message: 'The data directory is in use' })
    expect(await findChainState(chainManager, id)).toMatchObject({
      state: 'failed',
      detail: 'The data directory is in use',
    })
    app.nodes.ready = true
    expect(await ask(chainManager, 'startchain', id)).toMatchObject({ state: 'running' })
    expect(app.nodes.count()).toBe(2)
  })

  it('reports the crash of a node and keeps the other nodes running', async () => {
    const [chainManager, one, second] = await app.two()
    const waiting = app.nodes.of('-ac_name=ONE')
    waiting.crash('The node stopped unexpectedly: too little memory')
    await expect.poll(async () => (await findChainState(chainManager, one))?.state).toBe('failed')
    expect(await findChainState(chainManager, one)).toMatchObject({
      detail: 'The node stopped unexpectedly: too little memory',
    })
    expect(app.printed).toEqual(['First: The node stopped unexpectedly: too little memory'])
    await expect(chainManager.call('getblockcount', '[]')).rejects.toThrow('too little memory')
    expect(JSON.parse(await chainManager.call('getnodestatus', '[]'))).toMatchObject({ phase: 'failed', name: 'ONE' })
    expect(await findChainState(chainManager, second)).toMatchObject({ state: 'running' })
    expect(await ask(chainManager, 'startchain', one)).toMatchObject({ state: 'running' })
    expect(await whoAnswers(chainManager)).toBe('-ac_name=ONE')
  })

  it.each(['joinafresh', 'newrpcpassword'] as const)(
    'keeps a chain marked as running while %s restarts it',
    async (method) => {
      const [chainManager, one] = await app.two()
      const update = vi.spyOn(StoredFile.prototype, 'update')
      await ask(chainManager, method, one)
      const lists = update.mock.calls.map(([change]) => change({ ...EMPTY_LIST, running: [one] }))
      expect(lists.length).toBeGreaterThan(0)
      for (const list of lists) expect(list).toMatchObject({ running: [one] })
    },
  )

  it('starts the chains that ran last and shows the last shown chain, but starts no stopped chain', async () => {
    const [chainManager, one, second] = await app.two()
    await ask(chainManager, 'selectchain', second)
    app.nodes.of('-ac_name=ONE').emit({ type: 'tip', height: 12, hash: '', time: 1_700_000_000, txCount: 1 })
    const again = await app.reopen(chainManager)
    await expect.poll(() => app.nodes.count()).toBe(4)
    expect(await ask(again, 'listchains')).toMatchObject({ current: second })
    expect(await findChainState(again, one)).toMatchObject({ height: 12, lastused: expect.any(Number) })
    await ask(again, 'stopchain', second)
    const third = await app.reopen(again)
    await expect.poll(() => app.nodes.count()).toBe(5)
    expect(await findChainState(third, second)).toMatchObject({ state: 'stopped' })
    expect(JSON.parse(await third.call('getnodestatus', '[]'))).toMatchObject({ phase: 'stopped', name: 'TWO' })
    await expect(third.call('getblockcount', '[]')).rejects.toThrow('The chain is stopped')
  })

  it('detects a node stopped over RPC and does not start it next time', async () => {
    const [chainManager, one] = await app.two()
    app.nodes.of('-ac_name=ONE').endByItself()
    await expect.poll(async () => (await findChainState(chainManager, one))?.state).toBe('stopped')
    expect(await ask(chainManager, 'listchains')).toMatchObject({ current: one })
    await app.reopen(chainManager)
    await expect.poll(() => app.nodes.count()).toBe(3)
    expect(app.nodes.of('-ac_name=ONE').stopped()).toBe(true)
  })

  it('reports a faucet search in any chain', async () => {
    const [chainManager] = await app.two()
    const search = (state: 'searching' | 'found') =>
      app.nodes.of('-ac_name=TWO').emit({
        type: 'faucet',
        claim: { state, id: 1, attempts: 1, rate: 1, elapsed: 1, probability: 0 },
      })
    expect(chainManager.searching()).toBe(false)
    search('searching')
    expect(chainManager.searching()).toBe(true)
    search('found')
    expect(chainManager.searching()).toBe(false)
    search('searching')
    app.nodes.of('-ac_name=TWO').crash('gone')
    await expect.poll(() => chainManager.searching()).toBe(false)
  })

  it('runs only the chain of the command line', async () => {
    const [first] = await app.two()
    const list = () => JSON.parse(readFileSync(join(app.root, 'chains.json'), 'utf8'))
    await first.stop()
    const before = list()
    const chainManager = app.open(['-ac_name=THREE', '-ac_supply=3', '-rpcport=7'])
    await expect.poll(() => app.nodes.count()).toBe(3)
    expect(app.nodes.of('-ac_name=THREE').argv).toEqual([
      ...['-ac_name=THREE', '-ac_supply=3', '-rpcport=7', `-datadir=${join(app.root, 'THREE')}`],
    ])
    expect(await ask(chainManager, 'listchains')).toMatchObject({ current: 'commandline' })
    expect(await findChainState(chainManager, 'commandline')).toMatchObject({
      kind: 'commandline',
      name: 'THREE',
      rpcport: 7,
    })
    await expect(ask(chainManager, 'forgetchain', 'commandline')).rejects.toThrow('not in the list')
    await expect(ask(chainManager, 'deletechain', 'commandline', 'THREE')).rejects.toThrow('not in the list')
    expect(list()).toEqual(before)
    app.nodes.of('-ac_name=THREE').endByItself()
    await chainManager.ended
  })

  it('stops every node, including one that is starting, and then rejects all calls', async () => {
    const [chainManager] = await app.two()
    app.nodes.ready = false
    const id = await create(chainManager, ['-ac_name=LATE'])
    const starting = ask(chainManager, 'startchain', id)
    await chainManager.stop()
    await starting.catch(() => undefined)
    expect(app.nodes.of('-ac_name=ONE').stopped()).toBe(true)
    expect(app.nodes.of('-ac_name=TWO').stopped()).toBe(true)
    await expect(chainManager.call('listchains', '[]')).rejects.toThrow('Shutting down')
  })
})

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChainMethodName, ChainMethodResult } from '#shared/chains/index.ts'
import { chainMethods } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import { parseJson } from '#shared/json.ts'
import { createDesk, type Desk } from './desk.ts'
import { readStartArguments } from './startArguments.ts'
import { createTestNodes, type TestNodes } from './testNode.ts'

const ONE = ['-ac_name=ONE', '-ac_public=1']
const TWO = ['-ac_name=TWO', '-ac_public=1']

describe('the desk', () => {
  let base = ''
  let root = ''
  let desks: Desk[] = []
  let told: string[] = []
  let nodes: TestNodes
  let events: NodeEvent[] = []

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'desk-'))
    root = join(base, 'root')
    nodes = createTestNodes()
    told = []
    events = []
  })
  afterEach(async () => {
    await Promise.all(desks.map((desk) => desk.stop()))
    desks = []
    rmSync(base, { recursive: true, force: true })
  })

  function open(argv: readonly string[] = []): Desk {
    const start = readStartArguments([...argv, `-root=${root}`], { home: base, cwd: base, chosenRoot: undefined })
    const desk = createDesk(
      { start, transport: 'web' },
      {
        ...{ now: Date.now, delay, pid: process.pid, tell: (line: string) => told.push(line) },
        startNode: (data) => nodes.startNode(data),
        listeningOf: () => ({ ports: [], p2pOptional: true }),
      },
    )
    desk.onEvent((event) => events.push(event))
    desks.push(desk)
    return desk
  }
  const reopen = async (desk: Desk, argv: readonly string[] = []) => {
    await desk.stop()
    return open(argv)
  }

  async function ask<N extends ChainMethodName>(desk: Desk, name: N, ...params: unknown[]) {
    const text = await desk.call(name, JSON.stringify(params))
    return chainMethods[name].result.decode(parseJson(text)) as ChainMethodResult<N>
  }
  const create = (desk: Desk, options: readonly string[], label = '') =>
    ask(desk, 'createchain', { label, options, testnode: true }).then(({ id }) => id)
  const stateOf = async (desk: Desk, id: string) =>
    (await ask(desk, 'listchains')).chains.find((chain) => chain.id === id)
  const whoAnswers = async (desk: Desk) => JSON.parse(await desk.call('getblockcount', '[]'))

  async function two(): Promise<readonly [Desk, string, string]> {
    const desk = open()
    const ids = [await create(desk, ONE, 'First'), await create(desk, TWO)] as const
    for (const id of ids) await ask(desk, 'startchain', id)
    await ask(desk, 'selectchain', ids[0])
    return [desk, ...ids]
  }

  it('has no chain and no thread at first', async () => {
    const desk = open()
    expect(await ask(desk, 'listchains')).toEqual({ current: null, root, notice: null, chains: [] })
    await expect(desk.call('getinfo', '[]')).rejects.toMatchObject({ code: -9, message: 'No chain is open' })
    expect(nodes.count()).toBe(0)
    expect(existsSync(root)).toBe(false)
  })

  it('adds a chain without starting it, and starts it by its own words alone', async () => {
    const desk = open(['-proxy=127.0.0.1:9050'])
    const id = await ask(desk, 'joinchain', { text: 'komodod -ac_name=ONE -ac_public=1 -addnode=192.0.2.1:8000 -gen' })
    expect(id).toEqual({ id: expect.stringMatching(/^ONE-[0-9a-f]{8}$/) })
    expect(nodes.count()).toBe(0)
    expect(await stateOf(desk, id.id)).toMatchObject({
      ...{ kind: 'joined', label: 'ONE', state: 'stopped', detail: '', testnode: false, publiconly: true },
      ...{ directory: join(root, 'ONE'), peers: ['192.0.2.1:8000'], height: null, lastused: null },
    })
    await ask(desk, 'settestnode', id.id, true)
    await ask(desk, 'startchain', id.id, { p2pport: 5000, rpcport: 5001 })
    expect(nodes.of('-ac_name=ONE').argv).toEqual([
      ...ONE,
      `-datadir=${join(root, 'ONE')}`,
      ...['-port=5000', '-rpcport=5001', '-addnode=192.0.2.1:8000', '-testnode=1', '-proxy=127.0.0.1:9050'],
    ])
    expect(await stateOf(desk, id.id)).toMatchObject({ p2pport: 5000, rpcport: 5001, state: 'running' })
  })

  it('lets a window add nothing that is not a chain', async () => {
    const desk = open()
    for (const options of [
      [...ONE, '-datadir=/etc'],
      [...ONE, '-exportdir=/'],
      [...ONE, '-loadblock=/dev/zero'],
      ['-ac_name=../../x'],
      ['-ac_name=X', '-ac_staked=50'],
      [],
      'text',
      [{}],
    ]) {
      await expect(ask(desk, 'createchain', { label: '', options, testnode: false })).rejects.toMatchObject({
        code: -8,
      })
    }
    for (const peers of [['-rpcport=1'], ['a b'], 7, Array.from({ length: 40 }, () => 'a')]) {
      await expect(ask(desk, 'createchain', { label: '', options: ONE, peers })).rejects.toMatchObject({ code: -8 })
    }
    await expect(ask(desk, 'createchain', { label: 'x'.repeat(61), options: ONE })).rejects.toMatchObject({ code: -8 })
    await expect(ask(desk, 'createchain', { label: 7, options: ONE })).rejects.toMatchObject({ code: -8 })
    await expect(desk.call('createchain', '[]')).rejects.toMatchObject({ code: -1 })
    await expect(desk.call('createchain', 'nonsense')).rejects.toMatchObject({ code: -32600 })
    expect((await ask(desk, 'listchains')).chains).toEqual([])
    const id = await create(desk, ONE, '  a\u202eb\u0000 ')
    expect(await stateOf(desk, id)).toMatchObject({ label: 'ab' })
    await expect(create(desk, ['-ac_public=1', '-ac_name=ONE', '-ac_supply=10'])).rejects.toThrow(
      /in the list already, as ab/,
    )
  })

  it('has one sandbox, however often it is asked for', async () => {
    const desk = open()
    const { id } = await ask(desk, 'addsandbox')
    expect(await ask(desk, 'addsandbox')).toEqual({ id })
    await ask(desk, 'startchain', id)
    expect(nodes.of('-sandbox').argv).toEqual(['-sandbox', `-datadir=${join(root, 'SANDBOX')}`])
    expect(await stateOf(desk, id)).toMatchObject({ kind: 'sandbox', name: 'SANDBOX', network: 'regtest' })
  })

  it('sends a call to the chain that is shown when it is made, and that chain’s events to the windows', async () => {
    const [desk, one, second] = await two()
    expect(await whoAnswers(desk)).toBe('-ac_name=ONE')
    const made = whoAnswers(desk)
    const selected = ask(desk, 'selectchain', second)
    expect(await made).toBe('-ac_name=ONE')
    await selected
    expect(await whoAnswers(desk)).toBe('-ac_name=TWO')
    events = []
    nodes.of('-ac_name=ONE').emit({ type: 'wallet' })
    expect(events).toEqual([])
    nodes.of('-ac_name=TWO').emit({ type: 'wallet' })
    await ask(desk, 'selectchain', one)
    expect(events).toEqual([{ type: 'wallet' }, { type: 'chain', id: one }])
  })

  it('selects a stopped chain and starts it without waiting for it', async () => {
    const desk = open()
    const id = await create(desk, ONE)
    nodes.ready = false
    expect(await ask(desk, 'selectchain', id)).toMatchObject({ id, state: 'starting' })
    await expect.poll(() => nodes.count()).toBe(1)
    expect(await whoAnswers(desk)).toBe('-ac_name=ONE')
    nodes.of('-ac_name=ONE').becomeReady()
    await expect.poll(async () => (await stateOf(desk, id))?.state).toBe('running')
  })

  it('knows what a node does from its events, and tells that the list changed', async () => {
    const [desk, one] = await two()
    await delay(80)
    events = []
    const node = nodes.of('-ac_name=ONE')
    node.emit({ type: 'status', phase: 'indexing', detail: 'Making an index', progress: null })
    expect(await stateOf(desk, one)).toMatchObject({ state: 'starting', detail: 'Making an index' })
    node.emit({ type: 'tip', height: 7, hash: '', time: 1_700_000_000, txCount: 1 })
    expect(await stateOf(desk, one)).toMatchObject({ height: 7 })
    node.emit({ type: 'status', phase: 'ready', detail: '', progress: null })
    await expect.poll(() => events.filter(({ type }) => type === 'chains').length).toBe(1)
  })

  it('keeps why a chain did not start, and starts it again', async () => {
    const desk = open()
    const id = await create(desk, ONE)
    nodes.ready = false
    const starting = ask(desk, 'startchain', id)
    await expect.poll(() => nodes.count()).toBe(1)
    nodes.of('-ac_name=ONE').failToStart('The data directory is in use')
    await expect(starting).rejects.toMatchObject({ code: -1, message: 'The data directory is in use' })
    expect(await stateOf(desk, id)).toMatchObject({ state: 'failed', detail: 'The data directory is in use' })
    nodes.ready = true
    expect(await ask(desk, 'startchain', id)).toMatchObject({ state: 'running' })
    expect(nodes.count()).toBe(2)
  })

  it('survives the crash of a node, says so, and lets the others run', async () => {
    const [desk, one, second] = await two()
    const waiting = nodes.of('-ac_name=ONE')
    waiting.crash('The node stopped unexpectedly: too little memory')
    await expect.poll(async () => (await stateOf(desk, one))?.state).toBe('failed')
    expect(await stateOf(desk, one)).toMatchObject({ detail: 'The node stopped unexpectedly: too little memory' })
    expect(told).toEqual(['First: The node stopped unexpectedly: too little memory'])
    await expect(desk.call('getblockcount', '[]')).rejects.toThrow('too little memory')
    expect(JSON.parse(await desk.call('getnodestatus', '[]'))).toMatchObject({ phase: 'failed', name: 'ONE' })
    expect(await stateOf(desk, second)).toMatchObject({ state: 'running' })
    expect(await ask(desk, 'startchain', one)).toMatchObject({ state: 'running' })
    expect(await whoAnswers(desk)).toBe('-ac_name=ONE')
  })

  it('starts what ran last and shows what was shown, but nothing that was stopped', async () => {
    const [desk, one, second] = await two()
    await ask(desk, 'selectchain', second)
    nodes.of('-ac_name=ONE').emit({ type: 'tip', height: 12, hash: '', time: 1_700_000_000, txCount: 1 })
    const again = await reopen(desk)
    await expect.poll(() => nodes.count()).toBe(4)
    expect(await ask(again, 'listchains')).toMatchObject({ current: second })
    expect(await stateOf(again, one)).toMatchObject({ height: 12, lastused: expect.any(Number) })
    await ask(again, 'stopchain', second)
    const third = await reopen(again)
    await expect.poll(() => nodes.count()).toBe(5)
    expect(await stateOf(third, second)).toMatchObject({ state: 'stopped' })
    expect(JSON.parse(await third.call('getnodestatus', '[]'))).toMatchObject({ phase: 'stopped', name: 'TWO' })
    await expect(third.call('getblockcount', '[]')).rejects.toThrow('The chain is stopped')
  })

  it('notices a node that was stopped over RPC, and does not start it the next time', async () => {
    const [desk, one] = await two()
    nodes.of('-ac_name=ONE').endByItself()
    await expect.poll(async () => (await stateOf(desk, one))?.state).toBe('stopped')
    expect(await ask(desk, 'listchains')).toMatchObject({ current: one })
    await reopen(desk)
    await expect.poll(() => nodes.count()).toBe(3)
    expect(nodes.of('-ac_name=ONE').stopped()).toBe(true)
  })

  it('knows of a search in any chain', async () => {
    const [desk] = await two()
    const search = (state: 'searching' | 'found') =>
      nodes.of('-ac_name=TWO').emit({
        type: 'faucet',
        claim: { state, id: 1, attempts: 1, rate: 1, elapsed: 1, probability: 0 },
      })
    expect(desk.searching()).toBe(false)
    search('searching')
    expect(desk.searching()).toBe(true)
    search('found')
    expect(desk.searching()).toBe(false)
    search('searching')
    nodes.of('-ac_name=TWO').crash('gone')
    await expect.poll(() => desk.searching()).toBe(false)
  })

  it('runs the chain of the command line and nothing of the list', async () => {
    const [first] = await two()
    const list = () => JSON.parse(readFileSync(join(root, 'chains.json'), 'utf8'))
    await first.stop()
    const before = list()
    const desk = open(['-ac_name=THREE', '-ac_supply=3', '-rpcport=7'])
    await expect.poll(() => nodes.count()).toBe(3)
    expect(nodes.of('-ac_name=THREE').argv).toEqual([
      ...['-ac_name=THREE', '-ac_supply=3', '-rpcport=7', `-datadir=${join(root, 'THREE')}`],
    ])
    expect(await ask(desk, 'listchains')).toMatchObject({ current: 'commandline' })
    expect(await stateOf(desk, 'commandline')).toMatchObject({ kind: 'commandline', name: 'THREE', rpcport: 7 })
    await expect(ask(desk, 'forgetchain', 'commandline')).rejects.toThrow('not in the list')
    await expect(ask(desk, 'deletechain', 'commandline', 'THREE')).rejects.toThrow('not in the list')
    expect(list()).toEqual(before)
    nodes.of('-ac_name=THREE').endByItself()
    await desk.ended
  })

  it('takes a chain of the list for it when the command line names that one', async () => {
    const [first, one] = await two()
    const desk = await reopen(first, ['-ac_supply=10', '-ac_public=1', '-ac_name=ONE', '-debug=p2p'])
    expect(await ask(desk, 'listchains')).toMatchObject({ current: one })
    expect(nodes.of('-debug=p2p').argv).toContain('-ac_name=ONE')
    expect(await stateOf(desk, one)).toMatchObject({ kind: 'created', label: 'First' })
  })

  it('deletes a stopped chain by its typed name, and nothing else', async () => {
    const [desk, one, second] = await two()
    await expect(ask(desk, 'deletechain', one, 'ONE')).rejects.toThrow('First is running: stop it first')
    await ask(desk, 'stopchain', one)
    for (const name of ['', 'one', 'First', one]) {
      await expect(ask(desk, 'deletechain', one, name)).rejects.toThrow('That is not the name of the chain')
    }
    mkdirSync(join(base, 'precious'))
    writeFileSync(join(base, 'precious/file'), '')
    symlinkSync(join(base, 'precious'), join(root, 'ONE/link'))
    expect(await ask(desk, 'deletechain', one, 'ONE')).toEqual({ directory: join(root, 'ONE') })
    expect(existsSync(join(root, 'ONE'))).toBe(false)
    expect(existsSync(join(base, 'precious/file'))).toBe(true)
    // Another that runs is shown instead.
    expect(await ask(desk, 'listchains')).toMatchObject({ current: second, chains: [{ id: second }] })

    await ask(desk, 'stopchain', second)
    rmSync(join(root, 'TWO'), { recursive: true })
    symlinkSync(join(base, 'precious'), join(root, 'TWO'))
    await expect(ask(desk, 'deletechain', second, 'TWO')).rejects.toThrow(/it stays as it is/)
    expect(existsSync(join(base, 'precious/file'))).toBe(true)
    expect(await ask(desk, 'forgetchain', second)).toEqual({ directory: join(root, 'TWO') })
    expect(await ask(desk, 'listchains')).toMatchObject({ current: null, chains: [] })
    expect(events.at(-1)).toMatchObject({ type: expect.stringMatching(/^chains?$/) })
  })

  it('stops every node when it stops, also one that is starting, and answers nothing after', async () => {
    const [desk] = await two()
    nodes.ready = false
    const id = await create(desk, ['-ac_name=LATE'])
    const starting = ask(desk, 'startchain', id)
    await desk.stop()
    await starting.catch(() => undefined)
    expect(nodes.of('-ac_name=ONE').stopped()).toBe(true)
    expect(nodes.of('-ac_name=TWO').stopped()).toBe(true)
    await expect(desk.call('listchains', '[]')).rejects.toThrow('Shutting down')
  })

  it('tells of a damaged list, in the window and on the terminal', async () => {
    mkdirSync(root)
    writeFileSync(join(root, 'chains.json'), '{"version":1,')
    const desk = open()
    const { notice } = await ask(desk, 'listchains')
    expect(notice).toMatch(/set aside as chains\.json\.damaged-/)
    expect(told).toEqual([notice])
  })

  it('names no chain that is not there', async () => {
    const desk = open()
    for (const [name, ...params] of [
      ['startchain', 'x'],
      ['stopchain', 'x'],
      ['selectchain', '../x'],
      ['renamechain', 'x', 'y'],
      ['settestnode', 'x', true],
      ['forgetchain', 'x'],
      ['deletechain', 'x', 'x'],
      ['preflight', { id: 'x' }],
    ] as const) {
      await expect(desk.call(name, JSON.stringify(params)), name).rejects.toMatchObject({ code: -5 })
    }
    await expect(ask(desk, 'startchain', 'x', { rpcport: 0 })).rejects.toMatchObject({ code: -8 })
  })

  it('looks whether a chain can run, without leaving anything behind', async () => {
    const desk = open()
    const { ok, checks } = await ask(desk, 'preflight', { options: ONE })
    expect(checks.map(({ name }) => name)).toEqual([
      ...['disk', 'memory', 'clock', 'directory', 'drive', 'rpcport', 'p2pport'],
    ])
    expect(ok).toBe(checks.every(({ state }) => state !== 'failed'))
    expect(existsSync(join(root, 'ONE'))).toBe(false)
    await expect(ask(desk, 'preflight', { options: ONE, directory: base })).rejects.toMatchObject({ code: -8 })
    await expect(ask(desk, 'preflight', { options: ['-ac_name=X', '-ac_staked=1'] })).rejects.toThrow('-ac_staked')
  })
})

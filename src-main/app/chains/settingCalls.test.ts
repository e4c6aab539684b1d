import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, create, findChainState, ONE, TWO, useChainManager } from '../testing/testChains.ts'
import type { ChainManager } from './index.ts'

const findOption = async (chainManager: ChainManager, id: string, name: string) =>
  (await ask(chainManager, 'getchainsettings', id)).options.find((option) => option.name === name)

describe('chain settings', () => {
  const app = useChainManager()
  const nodeArguments = () => app.nodes.of('-ac_name=ONE').argv

  it('become arguments of the node at its next start, and persist', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    await ask(chainManager, 'startchain', id)
    expect(await ask(chainManager, 'getchainsettings', id)).toMatchObject({ fixed: null, restart: false })
    const given = { listen: '0', addnode: ['192.0.2.1:8000'], proxy: '127.0.0.1:9050', port: '12999' }
    await ask(chainManager, 'setchainsettings', id, given)
    expect(await ask(chainManager, 'getchainsettings', id)).toMatchObject({ restart: true })
    await ask(chainManager, 'stopchain', id)
    await ask(chainManager, 'startchain', id)
    expect(nodeArguments()).toEqual(
      expect.arrayContaining(['-listen=0', '-addnode=192.0.2.1:8000', '-proxy=127.0.0.1:9050', '-port=12999']),
    )
    expect(await ask(chainManager, 'getchainsettings', id)).toMatchObject({ restart: false })
    await ask(chainManager, 'setchainsettings', id, { listen: null })
    expect(await ask(chainManager, 'getchainsettings', id)).toMatchObject({ restart: true })
    await ask(chainManager, 'setchainsettings', id, { listen: '0' })
    expect(await ask(chainManager, 'getchainsettings', id)).toMatchObject({ restart: false })
    const again = await app.reopen(chainManager)
    expect(await findOption(again, id, 'proxy')).toMatchObject({ value: ['127.0.0.1:9050'], from: 'app', kind: 'text' })
    expect(await findOption(again, id, 'dbcache')).toMatchObject({ value: [], from: 'default', least: 4, most: 65_536 })
    await ask(again, 'setchainsettings', id, { proxy: null, addnode: [], port: null })
    expect(await findOption(again, id, 'proxy')).toMatchObject({ value: [], from: 'default' })
    expect(await findOption(again, id, 'addnode')).toMatchObject({ value: [] })
    expect(await findOption(again, id, 'listen')).toMatchObject({ value: ['0'], effective: '0' })
    expect(await findOption(again, id, 'addressindex')).toMatchObject({ value: [], effective: '0' })
  })

  it.each([
    [{ dbcache: '3' }, '-dbcache=3: expected a whole number from 4 to 65536', 'dbcache'],
    [{ port: '70000' }, '-port: expected a port from 1 to 65535', 'port'],
    [{ listen: 'yes' }, '-listen: expected 0 or 1', 'listen'],
    [{ addnode: ['a b'] }, '-addnode: expected printable ASCII characters without spaces', 'addnode'],
    [{ connect: ['-x'] }, '-connect: expected host or host:port, got "-x"', 'connect'],
    [{ onlynet: ['nowhere'] }, /onlynet/, 'onlynet'],
    [{ proxy: '127.0.0.1\n-server=0' }, '-proxy: expected printable ASCII characters without spaces', 'proxy'],
  ])('reject values that the node would reject: %j', async (given, message, option) => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    const { problems } = await ask(chainManager, 'checkchainsettings', id, given)
    expect(problems).toEqual([{ option, message: expect.stringMatching(message) }])
    await expect(ask(chainManager, 'setchainsettings', id, given)).rejects.toThrow(message)
    expect(await findOption(chainManager, id, option)).toMatchObject({ value: [] })
  })

  it('accept only options in the table, each through its own call', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    for (const given of [{ datadir: '/' }, { rpcallowip: ['0.0.0.0/0'] }, { exportdir: '/' }, { rpcpassword: 'x' }]) {
      await expect(ask(chainManager, 'setchainsettings', id, given)).rejects.toThrow('cannot be changed here')
    }
    await expect(ask(chainManager, 'setrpcaccess', id, { listen: '1' })).rejects.toThrow('cannot be changed here')
    await ask(chainManager, 'setrpcaccess', id, { rpcallowip: ['192.168.1.0/24'], rpcbind: '0.0.0.0' })
    expect(await findOption(chainManager, id, 'rpcallowip')).toMatchObject({ value: ['192.168.1.0/24'] })
  })

  it('return warnings about what they expose', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    const warned = async (given: object) => (await ask(chainManager, 'checkchainsettings', id, given)).warnings
    expect(await warned({ rpcallowip: ['127.0.0.1'], dbcache: '100' })).toEqual([])
    expect(await warned({ rpcallowip: ['10.0.0.0/8'] })).toEqual([expect.stringContaining('other machines')])
    expect(await warned({ listen: '1' })).toEqual([expect.stringContaining('can connect to this machine')])
    await ask(chainManager, 'setchainsettings', id, { proxy: '127.0.0.1:9050' })
    expect(await warned({ proxy: null })).toEqual([expect.stringContaining('learns the address')])
  })

  it('reject the port of another chain', async () => {
    const chainManager = app.open()
    const [one, two] = [await create(chainManager, ONE), await create(chainManager, TWO)]
    await ask(chainManager, 'setchainsettings', one, { port: '12999' })
    const { problems } = await ask(chainManager, 'checkchainsettings', two, { port: '12999' })
    expect(problems).toEqual([
      { option: 'port', message: '-port: another chain of this program already has port 12999' },
    ])
  })

  it('reject changes to a chain named on the command line', async () => {
    const chainManager = app.open(['-ac_name=ONE', '-ac_public=1', '-dbcache=99'])
    const shown = await ask(chainManager, 'getchainsettings', 'commandline')
    expect(shown.fixed).toContain('command line')
    expect(shown.options.find(({ name }) => name === 'dbcache')).toMatchObject({ value: ['99'], from: 'commandline' })
    await expect(ask(chainManager, 'setchainsettings', 'commandline', { listen: '1' })).rejects.toThrow('command line')
    await expect(ask(chainManager, 'newrpcpassword', 'commandline')).rejects.toThrow('command line')
  })
})

describe('newrpcpassword', () => {
  const app = useChainManager()

  it('replaces the password in the conf file and restarts the node', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    await ask(chainManager, 'startchain', id)
    const { conffile } = await ask(chainManager, 'getchainsettings', id)
    writeFileSync(conffile, 'rpcuser=user1\nrpcpassword=old\nrpcport=12345\n', { mode: 0o600 })
    const before = app.nodes.count()
    const password = await ask(chainManager, 'newrpcpassword', id)
    expect(password).toMatch(/^[0-9a-f]{66}$/)
    expect(app.nodes.count()).toBe(before + 1)
    expect(readFileSync(conffile, 'utf8')).toBe(`rpcuser=user1\nrpcport=12345\nrpcpassword=${password}\n`)
    expect(statSync(conffile).mode & 0o777).toBe(0o600)
    expect(await ask(chainManager, 'getchainsettings', id)).toMatchObject({ rpcuser: 'user1' })
    expect(JSON.stringify(app.printed) + JSON.stringify(app.events)).not.toContain(password)
    expect(await ask(chainManager, 'newrpcpassword', id)).not.toBe(password)
  })

  it('leaves the chain running if the password cannot be written', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    await ask(chainManager, 'startchain', id)
    const { conffile } = await ask(chainManager, 'getchainsettings', id)
    rmSync(conffile)
    mkdirSync(conffile)
    await expect(ask(chainManager, 'newrpcpassword', id)).rejects.toThrow(`The conf file ${conffile} cannot be written`)
    expect(await findChainState(chainManager, id)).toMatchObject({ state: 'running' })
  })
})

describe('readlog', () => {
  const app = useChainManager()

  it('returns the last lines, filtered by level and text', async () => {
    const chainManager = app.open()
    const id = await create(chainManager, ONE)
    const { logfile } = await ask(chainManager, 'getchainsettings', id)
    expect(await ask(chainManager, 'readlog', id)).toMatchObject({ size: 0, cut: false, lines: [] })
    mkdirSync(join(logfile, '..'), { recursive: true })
    const entry = (level: string, text: string) => `2026-01-02T03:04:05.006Z ${level.padEnd(5)} [p2p.sync] ${text}\n`
    writeFileSync(logfile, `${entry('INFO', 'first')}${entry('WARN', 'a Peer left')}  at some line\n`)
    expect((await ask(chainManager, 'readlog', id)).lines).toEqual([
      { time: '2026-01-02T03:04:05.006Z', level: 'info', module: 'p2p.sync', text: 'first' },
      { time: '2026-01-02T03:04:05.006Z', level: 'warn', module: 'p2p.sync', text: 'a Peer left' },
      { time: '', level: 'warn', module: '', text: '  at some line' },
    ])
    const texts = async (options: object) =>
      (await ask(chainManager, 'readlog', id, options)).lines.map(({ text }) => text)
    expect(await texts({ level: 'warn' })).toEqual(['a Peer left', '  at some line'])
    expect(await texts({ search: 'peer' })).toEqual(['a Peer left'])
    appendFileSync(logfile, entry('INFO', 'x'.repeat(900)).repeat(2_000))
    const { lines, cut, size } = await ask(chainManager, 'readlog', id)
    expect(lines).toHaveLength(500)
    expect(cut).toBe(true)
    expect(size).toBeGreaterThan(1_000_000)
    await expect(ask(chainManager, 'readlog', id, { level: 'loud' })).rejects.toThrow('debug, info, warn, error')
  })
})

describe('setappsettings', () => {
  const app = useChainManager()

  it('stores valid settings, notifies windows and rejects invalid values', async () => {
    const chainManager = app.open()
    expect(await ask(chainManager, 'getappsettings')).toMatchObject({ desktop: false, login: false, tray: false })
    const { notify } = await ask(chainManager, 'setappsettings', { notify: { coins: false } })
    expect(notify).toMatchObject({ coins: false, tokens: true })
    expect(app.events).toContainEqual({ type: 'settings' })
    const again = await app.reopen(chainManager)
    expect(await ask(again, 'getappsettings')).toMatchObject({ notify: { coins: false } })
    await expect(ask(again, 'setappsettings', { tray: true })).rejects.toThrow('desktop app')
    await expect(ask(again, 'setappsettings', { notify: { coins: 1 } })).rejects.toThrow('true or false')
    await expect(ask(again, 'setappsettings', { webPort: 80 })).rejects.toThrow('not a setting')
    for (const language of ['fr', 'de-AT', '../de', '', 1, ['de'], { de: 'de' }])
      await expect(ask(again, 'setappsettings', { language })).rejects.toThrow('one of en, de, es')
    expect(await ask(again, 'setappsettings', { language: 'de' })).toMatchObject({ language: 'de' })
    expect(again.language()).toBe('de')
  })
})

describe('update check', () => {
  const app = useChainManager()

  it('persists as a setting that the command line overrides', async () => {
    const chainManager = app.open()
    const none = { possible: false, asked: null, news: null }
    expect(await ask(chainManager, 'getappsettings')).toMatchObject({ updates: { ...none, check: true, fixed: false } })
    await ask(chainManager, 'setappsettings', { updatecheck: false })
    const again = await app.reopen(chainManager)
    expect(await ask(again, 'getappsettings')).toMatchObject({ updates: { check: false, fixed: false } })
    const fixed = await app.reopen(again, ['-updatecheck'])
    expect(await ask(fixed, 'getappsettings')).toMatchObject({ updates: { check: true, fixed: true } })
    const off = await app.reopen(fixed, ['-updatecheck=0'])
    expect(await ask(off, 'getappsettings')).toMatchObject({ updates: { check: false, fixed: true } })
    await expect(ask(off, 'openupdatepage')).rejects.toThrow('No newer version is known')
  })
})

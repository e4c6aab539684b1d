/** Tests how the built programs handle signals, and the messages they print if they cannot start. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { startDesktopApp } from '../support/desktopApp.ts'
import { freePort } from '../support/ports.ts'
import { startProgram } from '../support/programs.ts'
import { startWebApp, WEB_ADDRESS } from '../support/webApp.ts'

const CHAIN = ['-ac_name=SIGNALS', '-regtest', '-ac_supply=1000', '-ac_cc=2', '-ac_ccenable=227,228,242']
/** Matches output of Node.js when its inspector opens, or cannot open. */
const INSPECTOR = /[Dd]ebugger|[Ii]nspector/
const daemonProgram = join(projectRoot, 'out/main/daemon.js')
const webProgram = join(projectRoot, 'out/main/web.js')

describe('SIGUSR1', () => {
  let home = ''
  beforeAll(() => {
    home = temporaryFolder()
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('opens no inspector in the daemon', async () => {
    const daemon = await startDaemon({ args: CHAIN })
    for (let times = 0; times < 3; times++) {
      daemon.process.kill('SIGUSR1')
      await daemon.rpc.call('generate', 1)
    }
    expect(await daemon.stop()).toBe(0)
    expect(daemon.output()).not.toMatch(INSPECTOR)
  })

  it('opens no inspector in browser mode', async () => {
    const app = await startWebApp({ home, args: ['-sandbox'] })
    app.process.kill('SIGUSR1')
    // Signals are handled in order.
    expect(await app.stop('SIGTERM')).toBe(0)
    expect(app.output()).not.toMatch(INSPECTOR)
  })

  it('opens no inspector in the desktop app', async () => {
    const app = await startDesktopApp({ home: join(home, 'desktop') })
    app.process.kill('SIGUSR1')
    await fetch(`${app.debugAddress}/json/version`)
    await app.stop()
    expect(app.output()).not.toMatch(INSPECTOR)
  })

  it.each([
    ['run.mjs', ['daemon', ...CHAIN, '-rpcport=0', '-listen=0'], / is ready: /],
    ['start.mjs', ['--web', '--no-open', '-sandbox', '-rpcport=0'], WEB_ADDRESS],
  ] as const)('opens no inspector in programs started by %s, nor in the script itself', async (script, args, ready) => {
    const env = { HOME: join(home, script) }
    const program = startProgram(process.execPath, [join(projectRoot, 'src-main/launch', script), ...args], { env })
    await program.printed(ready)
    program.process.kill('SIGUSR1')
    await program.stop('SIGTERM')
    expect(program.output()).not.toMatch(INSPECTOR)
  })
})

describe('SIGHUP', () => {
  it('makes the daemon continue in a new debug.log, without stopping it', async () => {
    const dataDir = temporaryFolder()
    const daemon = await startDaemon({ args: [...CHAIN, '-debug'], dataDir })
    const log = join(dataDir, 'regtest', 'debug.log')
    renameSync(log, `${log}.1`)
    daemon.process.kill('SIGHUP')
    await waitFor(() => expect(existsSync(log)).toBe(true))
    expect(await daemon.stop()).toBe(0)
    expect(readFileSync(log, 'utf8')).toMatch(/INFO {2}stopped\n$/)
    expect(readFileSync(`${log}.1`, 'utf8')).not.toMatch(/INFO {2}stopped\n$/)
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('changes no option if one line of the conf file is invalid or misspelt, and warns of it', async () => {
    const dataDir = temporaryFolder()
    const daemon = await startDaemon({ args: CHAIN, dataDir })
    const log = join(dataDir, 'regtest', 'debug.log')
    const conf = join(dataDir, 'SIGNALS.conf')
    const original = readFileSync(conf, 'utf8')
    const findReloads = () => readFileSync(log, 'utf8').match(/configuration reloaded.*/g) ?? []
    const reloadWith = async (lines: string, condition: () => void) => {
      writeFileSync(conf, `${original}${lines}`)
      daemon.process.kill('SIGHUP')
      await waitFor(condition)
    }
    const refused = /Warning: the configuration was not reloaded: Invalid -rpcauth argument/
    await reloadWith('loglevel=debug\nrpcauth=broken\n', () => expect(daemon.output()).toMatch(refused))
    expect(findReloads()).toEqual([])
    const lines = original.split('\n').length
    await reloadWith('no option at all\nloglevl=debug\nloglevel=debug\n', () =>
      expect(daemon.output()).toContain(`Warning: the configuration was not reloaded: correct ${conf} first\n`),
    )
    expect(daemon.output()).toContain(`Warning: line ${lines} of ${conf} is not key=value and is ignored\n`)
    expect(daemon.output()).toContain('loglevl is not an option of this program and is ignored; did you mean loglevel?')
    expect(readFileSync(log, 'utf8')).toMatch(/WARN {2}loglevl is not an option.*WARN {2}configuration not reloaded/s)
    expect(findReloads()).toEqual([])
    await reloadWith('loglevel=debug\n', () => expect(findReloads()).toHaveLength(1))
    expect(findReloads()[0]).toContain('loglevel=debug')
    expect(await daemon.stop()).toBe(0)
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('ends browser mode like Ctrl-C', async () => {
    const home = temporaryFolder()
    const app = await startWebApp({ home, args: ['-sandbox'] })
    expect(await app.stop('SIGHUP')).toBe(0)
    const files = join(home, '.chainwright', 'SANDBOX', 'regtest')
    for (const name of ['chain.db-wal', 'node.pid'])
      expect([name, existsSync(join(files, name))]).toEqual([name, false])
    rmSync(home, { recursive: true, force: true })
  })
})

describe('a failed start of a program', () => {
  /** Runs a program. Returns its exit code and everything that it printed. */
  function run(program: string, args: readonly string[], files?: number) {
    const home = temporaryFolder()
    const words = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ')
    const limit = files === undefined ? '' : `ulimit -n ${files};`
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', `${limit} exec ${words}`], {
      encoding: 'utf8',
      timeout: MAX_WAIT_MS,
      env: { ...process.env, HOME: home },
    })
    rmSync(home, { recursive: true, force: true })
    return { status, text: `${stdout}${stderr}` }
  }

  it('names the used port of browser mode and the option to change it', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await waitFor(() => expect(other.listening).toBe(true))
    expect(run(webProgram, [`--web-port=${port}`, '--no-open'])).toEqual({
      status: 1,
      text: `Error: Port ${port} is in use by another program. Choose another port with --web-port=<port>, or omit the option to use the default.\n`,
    })
    other.close()
  })

  it.each([30, 60, 127])('reports that a limit of %i open files is too low', (files) => {
    const refused = {
      status: 1,
      text: `Error: This shell allows a program only ${files} open files; Chainwright needs 128. Raise the limit, as with "ulimit -n 1024", and start again.\n`,
    }
    expect(run(daemonProgram, CHAIN, files)).toEqual(refused)
    expect(run(webProgram, ['--no-open'], files)).toEqual(refused)
  })

  it.skipIf(!existsSync('/proc/1'))('reports that nothing can be created in a folder', () => {
    const { status, text } = run(daemonProgram, [...CHAIN, '-datadir=/proc/1'])
    expect(status).toBe(1)
    expect(text).toMatch(/^(Warning: .*\n)*Error: The data directory \/proc\/1\/regtest cannot be created: [^\n]+\n$/)
  })
})

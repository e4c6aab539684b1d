import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const program = resolve(import.meta.dirname, 'daemon.ts')
const CHAIN = ['-ac_name=DAEMON', '-ac_supply=1000', '-ac_cc=2', '-ac_ccenable=227,228,242', '-regtest']
const WIF = 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ'
/** Loaded into the daemon: throws, or rejects a promise, when the file of that name appears. */
const SABOTAGE = `
  import { existsSync } from 'node:fs'
  const { SABOTAGE, SECRET } = process.env
  setInterval(() => {
    if (existsSync(SABOTAGE + '.throw')) throw new Error('cannot use ' + SECRET)
    if (existsSync(SABOTAGE + '.reject')) Promise.reject(new Error('cannot use ' + SECRET))
  }, 10)
`

interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
  ready(): Promise<void>
}

describe('chainwrightd', () => {
  let home = ''
  let runs: Run[] = []
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'daemon-'))
  })
  afterEach(async () => {
    for (const { child } of runs) child.kill('SIGKILL')
    await Promise.all(runs.map(({ ended }) => ended))
    runs = []
    rmSync(home, { recursive: true, force: true })
  })

  function daemon(
    argv: readonly string[],
    nodeArgs: readonly string[] = [],
    service: Readonly<Record<string, string>> = {},
  ): Run {
    // The runner of these tests may be a service itself.
    const { INVOCATION_ID: _, ...inherited } = process.env
    const own = { HOME: home, USERPROFILE: home, SABOTAGE: join(home, 'sabotage'), SECRET: WIF }
    const env = { ...inherited, ...own, ...service }
    const child = spawn(process.execPath, [...nodeArgs, program, ...argv], { env, cwd: home })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const ended = new Promise<number | null>((done) => child.once('close', done))
    const ready = () =>
      new Promise<void>((done, fail) => {
        const checkReady = () => / is ready: /.test(text) && done()
        child.stdout.on('data', checkReady)
        void ended.then((code) => fail(new Error(`ended (${code}):\n${text}`)))
      })
    const run = { child, ended, output: () => text, ready }
    runs.push(run)
    return run
  }
  const chain = (...more: string[]) => [...CHAIN, '-rpcport=0', ...more]
  const folder = () => join(home, '.chainwright', 'DAEMON', 'regtest')
  const log = () => readFileSync(join(folder(), 'debug.log'), 'utf8')

  it('prints its version with -version', async () => {
    const run = daemon(['-version'])
    expect(await run.ended).toBe(0)
    expect(run.output()).toMatch(/^Chainwright \d+\.\d+\.\d+\n$/)
  })

  it('rejects a second start on its data directory, and closes all files on SIGINT', async () => {
    const first = daemon(chain('-rpcpassword=hunter2'))
    await first.ready()
    expect(first.output()).toBe(
      `DAEMON is ready: RPC on ${first.output().match(/127\.0\.0\.1:\d+/)}, data in ${folder()}. Ctrl-C stops it.\n`,
    )
    const before = log()
    const second = daemon(chain())
    expect(await second.ended).toBe(1)
    expect(log()).toBe(before)
    expect(second.output()).toBe(
      `Error: The data directory ${folder()} is in use by another running node (process ${first.child.pid}). Stop that one first, or choose another -datadir.\n`,
    )
    const open = readdirSync(folder()).filter((name) => statSync(join(folder(), name)).isFile())
    expect(open).toContain('node.pid')
    for (const name of open) expect([name, statSync(join(folder(), name)).mode & 0o777]).toEqual([name, 0o600])
    first.child.kill('SIGINT')
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(readdirSync(folder())).not.toContain('node.pid')
    expect(readdirSync(folder())).not.toContain('chain.db-wal')
    expect(log()).toMatch(/INFO {2}stopped\n$/)
    expect(log()).not.toContain('hunter2')
  })

  it('says nothing of Ctrl-C under a service manager', async () => {
    const run = daemon(chain(), [], { INVOCATION_ID: '0123456789abcdef0123456789abcdef' })
    await run.ready()
    expect(run.output()).toMatch(/^DAEMON is ready: RPC on \S+, data in \S+\.\n$/)
  })

  it('names a port that is in use and suggests another', async () => {
    const first = daemon(chain())
    await first.ready()
    const port = first.output().match(/127\.0\.0\.1:(\d+)/)?.[1]
    const second = daemon(['-ac_name=OTHER', '-regtest', `-rpcport=${port}`])
    expect(await second.ended).toBe(1)
    expect(second.output()).toBe(
      `Error: Cannot listen for RPC on 127.0.0.1:${port}: port ${port} is in use by another program, such as a second node, or by another option of this node. Choose another port with -rpcport=<port>.\n`,
    )
  })

  it('explains damaged data in one line, and warns of invalid lines in the conf file', async () => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(join(folder(), '..', 'DAEMON.conf'), 'rpcuser=u\nrpcpassword=p\nwhat is this\n')
    writeFileSync(join(folder(), 'chain.db'), 'no database, and long enough to be looked at'.repeat(100))
    const run = daemon(chain())
    expect(await run.ended).toBe(1)
    const conf = join(home, '.chainwright', 'DAEMON', 'DAEMON.conf')
    expect(run.output()).toBe(
      `Warning: line 3 of ${conf} is not key=value and is ignored\n` +
        `Error: The chain database ${join(folder(), 'chain.db')} is damaged. Start once with -reindex to rebuild it from the block files; no blocks are lost.\n`,
    )
    expect(log()).toMatch(/WARN {2}line 3 of .*start failed/s)
  })

  it('prints only one line at the start, whatever contracts the chain has enabled', async () => {
    for (const argv of [['-sandbox'], ['-ac_name=PLAIN', '-regtest'], ['-ac_name=DAEMON', '-ac_cc=2', '-regtest']]) {
      const run = daemon([...argv, '-rpcport=0'])
      await run.ready()
      expect(run.output()).toMatch(/^\w+ is ready: [^\n]*\n$/)
    }
  })

  it('prints its log with -printtoconsole, and debug lines with -debug', async () => {
    const run = daemon(chain('-printtoconsole', '-debug=storage'))
    await run.ready()
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(run.output()).toMatch(/INFO {2}\[http\] RPC server listening/)
    expect(run.output()).toMatch(/DEBUG \[storage\] storage closed/)
    expect(run.output()).not.toMatch(/DEBUG (?!\[storage\])/)
  })

  it('stays up after the reader of its output has closed the pipe', async () => {
    const run = daemon(chain('-printtoconsole'))
    await run.ready()
    run.child.stdout?.destroy()
    run.child.stderr?.destroy()
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  })

  it.each(['throw', 'reject'])('closes its files after an unhandled %s, and logs it without secrets', async (how) => {
    writeFileSync(join(home, 'sabotage.mjs'), SABOTAGE)
    const run = daemon(chain(), ['--import', join(home, 'sabotage.mjs')])
    await run.ready()
    writeFileSync(join(home, `sabotage.${how}`), '')
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(
      /ERROR node failed, stopping reason="An unexpected error stopped the node: Error: cannot use \(hidden\)/,
    )
    expect(log()).toMatch(/ERROR uncaught error reason="Error: cannot use \(hidden\)" stack="at /)
    expect(log()).toMatch(/INFO {2}stopped\n$/)
    expect(run.output() + log()).not.toContain(WIF)
    expect(readdirSync(folder())).not.toContain('chain.db-wal')
  })
})

/**
 * Tests that the system calls allowed by the service unit suffice for a node, with the filter applied as by systemd.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { type Program, startProgram } from '../support/programs.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'

/**
 * Allows the calls in its first argument, makes all others fail with EPERM (1), and executes the remaining arguments.
 */
const UNDER_FILTER = `
import ctypes, os, sys
seccomp = ctypes.CDLL('libseccomp.so.2')
seccomp.seccomp_init.restype = ctypes.c_void_p
context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(0x00050000 | 1)))
for name in sys.argv[1].split():
    number = seccomp.seccomp_syscall_resolve_name(name.encode())
    if number >= 0 and seccomp.seccomp_rule_add(context, ctypes.c_uint32(0x7fff0000), number, 0) != 0:
        sys.exit('no rule for ' + name)
if seccomp.seccomp_load(context) != 0:
    sys.exit('the filter cannot be loaded')
os.execv(sys.argv[2], sys.argv[2:])
`

/** Part of systemd, in Debian in the package `systemd`. */
const ANALYZER = 'systemd-analyze'

const works = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0
const missing = [
  ...(works(ANALYZER, '--version') ? [] : [ANALYZER]),
  ...(works('python3', '-c', "import ctypes; ctypes.CDLL('libseccomp.so.2')") ? [] : ['python3 with libseccomp']),
]
const reason = missing.length > 0 ? `${missing.join(', ')} not installed` : undefined
const skipped = leaveOut('the system call filter of the service', reason)

/** Returns the system calls of a group such as @system-service, including nested groups. */
function readCallGroup(name: string): readonly string[] {
  if (!name.startsWith('@')) return [name]
  const { stdout } = spawnSync(ANALYZER, ['syscall-filter', name], { encoding: 'utf8' })
  const words = stdout.split('\n').map((line) => line.trim())
  const members = words.filter((word) => word !== '' && !word.startsWith('#') && word !== name)
  return members.flatMap(readCallGroup)
}

/** Returns the calls that the SystemCallFilter= lines of the unit allow, evaluated in order as in systemd.exec(5). */
function allowedCalls(): string {
  const unit = readFileSync(join(projectRoot, 'resources/package/chainwrightd.service'), 'utf8')
  // systemd adds this group to every allow list.
  const allowed = new Set(readCallGroup('@default'))
  for (const [, negated, names = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm)) {
    for (const call of names.split(' ').flatMap(readCallGroup)) {
      if (negated === '~') allowed.delete(call)
      else allowed.add(call)
    }
  }
  return [...allowed].join(' ')
}

describe.skipIf(skipped)('a node under the system call filter of its service', () => {
  let node: Program | undefined
  let rpc: RpcClient | undefined
  afterEach(async () => {
    rpc?.close()
    await node?.stop('SIGKILL')
  })

  async function start(...args: readonly string[]): Promise<{ program: Program; client: RpcClient }> {
    const home = temporaryFolder()
    const port = await freePort()
    const login = [`-rpcport=${port}`, '-rpcuser=e2e', '-rpcpassword=e2e']
    const command = [process.execPath, join(projectRoot, 'out/main/daemon.js'), ...login, ...args]
    const program = startProgram('python3', ['-c', UNDER_FILTER, allowedCalls(), ...command], { env: { HOME: home } })
    node = program
    await program.printed(/is ready/)
    expect(readFileSync(`/proc/${program.process.pid}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m)
    const client = connectRpc({ port, user: 'e2e', password: 'e2e' })
    rpc = client
    return { program, client }
  }

  it('creates a token, runs commands, serves metrics and stops', async () => {
    const [metrics, peers] = [await freePort(), await freePort()]
    const listening = [`-metrics=${metrics}`, '-listen', `-port=${peers}`, `-exportdir=${temporaryFolder()}`]
    const told = join(temporaryFolder(), 'told')
    const { program, client } = await start('-sandbox', ...listening, `-blocknotify=/usr/bin/touch ${told}`)
    const { hex } = await client.call<{ hex: string }>('tokencreate', 'GOLD', '1', 'of a service')
    const tokenid = await client.call<string>('sendrawtransaction', hex)
    await until('the token', async () => (await client.call<string[]>('tokenlist')).includes(tokenid))
    await until('the command', async () => existsSync(told))
    expect((await fetch(`http://127.0.0.1:${metrics}/health`)).status).toBe(200)
    expect(await client.call('backupwallet', 'copy')).toContain('copy')
    await client.call('stop')
    expect(await program.ended).toBe(0)
  })

  it('lowers the priority of mining threads', async () => {
    const { program } = await start(
      '-ac_name=MINED',
      '-ac_supply=10',
      '-gen',
      '-genproclimit=1',
      '-testnode',
      '-listen=0',
    )
    const pid = String(program.process.pid)
    const tasks = `/proc/${pid}/task`
    // After the name: 15 fields, then priority and niceness.
    const readNiceness = (task: string) => {
      const stat = readFileSync(join(tasks, task, 'stat'), 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    }
    const ordinary = readNiceness(pid)
    await until('a thread of low priority', async () =>
      readdirSync(tasks).some((task) => readNiceness(task) > ordinary),
    )
    expect(await program.stop()).toBe(0)
  })
})

/**
 * Tests `-daemon` with the conf files and arguments of scripts written for komodod, which run the command, wait for its
 * end and call over RPC.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'

const PUBKEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'

let folder: string
let rpcPort: number
let rpc: RpcClient | undefined

beforeEach(async () => {
  folder = temporaryFolder()
  rpcPort = await freePort()
  writeConf('')
})
afterEach(() => {
  rpc?.close()
  rpc = undefined
  const pid = runningPid()
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
})

function writeConf(more: string): void {
  const lines = ['rpcuser=test', 'rpcpassword=test', `rpcport=${rpcPort}`, 'rpcbind=0.0.0.0', 'rpcallowip=0.0.0.0/0']
  writeFileSync(join(folder, 'TONYCI.conf'), `${lines.join('\n')}\n${more}`)
}

const pidFile = () => join(folder, 'regtest/node.pid')

/** Returns the process id of the node that holds the data directory, or undefined if it has exited. */
function runningPid(): number | undefined {
  const pid = existsSync(pidFile()) ? Number(readFileSync(pidFile(), 'utf8')) : Number.NaN
  return existsSync(`/proc/${pid}`) ? pid : undefined
}

/** Runs the command to its end, as subprocess.call does; a node that kept the streams open would block this. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const chain = ['-ac_name=TONYCI', '-ac_supply=1000', '-ac_reward=100000000', '-ac_cc=2', '-regtest']
  const files = [`-conf=${join(folder, 'TONYCI.conf')}`, `-datadir=${folder}`]
  const program = join(projectRoot, 'src-main/launch/chainwrightd.mjs')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, ...chain, ...files, `-pubkey=${PUBKEY}`, '-whitelist=127.0.0.1', ...args],
    { encoding: 'utf8', env: { ...process.env, ...env }, timeout: MAX_WAIT_MS },
  )
  return { status, stdout, stderr }
}

function connect(): RpcClient {
  rpc = connectRpc({ port: rpcPort, user: 'test', password: 'test' })
  return rpc
}

/** Stops the node over RPC and waits until it has closed its files and exited. */
async function stop(): Promise<void> {
  const pid = runningPid()
  await rpc?.call('stop')
  await until('the end of the node', async () => !existsSync(`/proc/${pid}`))
  expect(existsSync(pidFile())).toBe(false)
}

describe.runIf(process.platform === 'linux')('chainwrightd -daemon', () => {
  it('exits with 0 when calls are answered, and the node runs on without terminal and session until stop', async () => {
    const { status, stdout, stderr } = run(['-daemon'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const pid = runningPid()
    expect(stdout).toBe(
      'Chainwright TONYCI server starting\n' +
        `TONYCI is ready: RPC on 0.0.0.0:${rpcPort}, data in ${join(folder, 'regtest')}. It runs in the background, as process ${pid}.\n`,
    )
    expect(await connect().call('getblockcount')).toBe(0)
    for (const stream of [0, 1, 2]) expect(readlinkSync(`/proc/${pid}/fd/${stream}`)).toBe('/dev/null')
    // Fields after the name: state, parent, group, session.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    expect(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]).toBe(String(pid))
    expect(readFileSync(join(folder, 'regtest/debug.log'), 'utf8')).toContain('ready')
    await stop()
  })

  it('reads the option from the conf file too, and -daemon=0 keeps the node in the foreground', async () => {
    writeConf('daemon=1\n')
    expect(run([]).status).toBe(0)
    expect(await connect().call('getblockcount')).toBe(0)
    await stop()
    const { status, stdout } = run(['-daemon=0', '-rpcallowip=none'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  })

  it('prints why the node failed to start, and exits with the same code', async () => {
    expect(run(['-daemon']).status).toBe(0)
    const pid = runningPid()
    expect(run(['-daemon'])).toEqual({
      status: 1,
      stdout: 'Chainwright TONYCI server starting\n',
      stderr: `Error: The data directory ${join(folder, 'regtest')} is in use by another running node (process ${pid}). Stop that one first, or choose another -datadir.\n`,
    })
    expect(await connect().call('getblockcount')).toBe(0)
    await stop()
  })

  it('stays in the foreground under a service manager that waits for a notification', () => {
    const { status, stdout } = run(['-daemon', '-rpcallowip=none'], { NOTIFY_SOCKET: join(folder, 'no-socket') })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  })

  it('prints an error for an invalid option and starts no node', () => {
    const { status, stdout, stderr } = run(['-daemon', '-dbcache=none'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^Error: -dbcache=none: /)
    expect(runningPid()).toBeUndefined()
  })
})

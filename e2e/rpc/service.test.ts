/** Tests the daemon as a service: notifications to the service manager, and configuration reload. */
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { projectRoot, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { type Program, startProgram } from '../support/programs.ts'
import { connectRpc } from '../support/rpcClient.ts'

const CHAIN = ['-regtest', '-ac_supply=1000', '-ac_cc=2']
const NOTIFIER = '/usr/bin/systemd-notify'

/** Prints everything sent to a service manager's socket. */
const MANAGER = `
import socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind(sys.argv[1])
print('listening', flush=True)
while True: print(server.recv(4096).decode().replace('\\n', ' '), flush=True)
`

// Part of systemd, so installed on every system that systemd manages.
describe.skipIf(
  leaveOut(
    'notifications of the service manager',
    existsSync(NOTIFIER) ? undefined : 'systemd-notify is not installed',
  ),
)('notifications to the service manager', () => {
  let folder = ''
  let manager: Program
  beforeAll(async () => {
    folder = temporaryFolder()
    manager = startProgram('/usr/bin/python3', ['-c', MANAGER, join(folder, 'notify')])
    await manager.printed(/listening/)
  })
  afterAll(async () => {
    await manager.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('report that the daemon is ready, alive and stopping', async () => {
    const port = await freePort()
    const env = { HOME: folder, NOTIFY_SOCKET: join(folder, 'notify'), WATCHDOG_USEC: '400000' }
    const args = ['-ac_name=SERVICE', ...CHAIN, `-rpcport=${port}`, '-listen=0', '-dnsseed=0']
    const daemon = startProgram(process.execPath, [join(projectRoot, 'out/main/daemon.js'), ...args], { env })
    await manager.printed(/READY=1/)
    await manager.printed(/STATUS=SERVICE is ready: RPC on /)
    await manager.printed(/WATCHDOG=1/)
    expect(await daemon.stop('SIGTERM')).toBe(0)
    await manager.printed(/STOPPING=1/)
    // No notification failed, although the child process that sends them is not the service itself.
    expect(daemon.output()).not.toContain('cannot be notified')
  })
})

describe('SIGHUP', () => {
  it('reloads RPC users and the log level, and keeps the old configuration if the conf file is invalid', async () => {
    const dataDir = temporaryFolder()
    const daemon = await startDaemon({ args: ['-ac_name=RELOAD', ...CHAIN], dataDir })
    const log = () => readFileSync(join(dataDir, 'regtest', 'debug.log'), 'utf8')
    const conf = join(dataDir, 'RELOAD.conf')
    const before = readFileSync(conf, 'utf8')
    const hash = createHmac('sha256', 'salt').update('later').digest('hex')
    const later = connectRpc({ port: daemon.port, user: 'later', password: 'later' })
    const status = async () => (await later.raw('getblockcount', [])).status
    expect(await status()).toBe(401)

    writeFileSync(conf, `${before}\nrpcauth=later:salt$${hash}\nrpcreadonly=later\nloglevel=info\n`)
    daemon.process.kill('SIGHUP')
    await waitFor(async () => expect(await status()).toBe(200))
    expect((await later.raw('stop', [])).status).toBe(403)
    expect(log()).toContain('configuration reloaded loglevel=info users=1')

    writeFileSync(conf, `${before}\nrpcauth=nonsense\n`)
    daemon.process.kill('SIGHUP')
    await waitFor(() => expect(daemon.output()).toContain('not read again: Invalid -rpcauth argument'))
    expect(await status()).toBe(200)

    writeFileSync(conf, `${before}\nloglevel=debug\n`)
    daemon.process.kill('SIGHUP')
    // Poll: the connection of the removed user is still open.
    await waitFor(async () => expect(await status()).toBe(401))
    later.close()
    expect(await daemon.stop()).toBe(0)
    expect(log()).toMatch(/ DEBUG \[storage\] storage closed/)
    rmSync(dataDir, { recursive: true, force: true })
  })
})

describe('-logjson', () => {
  it('writes each log line as a JSON object', async () => {
    const dataDir = temporaryFolder()
    const daemon = await startDaemon({
      args: ['-ac_name=LINES', ...CHAIN, '-logjson', '-debug'],
      dataDir,
    })
    await daemon.rpc.call('generate', 5)
    expect(await daemon.stop()).toBe(0)
    const lines = readFileSync(join(dataDir, 'regtest', 'debug.log'), 'utf8')
      .trimEnd()
      .split('\n')
    const ready = lines.map((line) => JSON.parse(line)).find(({ message }) => message === 'ready')
    expect(ready).toMatchObject({ level: 'info', module: '', height: '0', time: expect.stringMatching(/^\d{4}-.*Z$/) })
    rmSync(dataDir, { recursive: true, force: true })
  })
})

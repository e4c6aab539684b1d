/** Tests listening addresses that are in the conf file and on the command line, as scripts for komodod specify them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'

const CONF = 'rpcallowip=127.0.0.1\nbind=127.0.0.1\nrpcbind=127.0.0.1\n'

let daemon: Daemon | undefined
afterEach(async () => {
  await daemon?.kill()
  daemon = undefined
})

/** Starts a node whose data directory already contains this conf file. */
async function start(conf: string, ...args: readonly string[]): Promise<Daemon> {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'TWICE.conf'), conf)
  daemon = await startDaemon({ dataDir, args: ['-ac_name=TWICE', '-regtest', ...args] })
  return daemon
}

describe('an address named twice', () => {
  it('opens one RPC listener, and a wildcard address replaces it', async () => {
    const { rpc, output } = await start(CONF, '-rpcbind=127.0.0.1', '-rpcbind=0.0.0.0')
    expect(await rpc.call('getblockcount')).toBe(0)
    expect(output()).toContain('RPC on 0.0.0.0:')
  })

  it('starts from a conf file with several addresses, and a wildcard on the command line', async () => {
    const { rpc } = await start('rpcallowip=127.0.0.1\nrpcbind=127.0.0.1\nrpcbind=[::1]\n', '-rpcbind=0.0.0.0')
    expect(await rpc.call('getblockcount')).toBe(0)
  })

  it('opens one listener for peers, whitelisted if one of the options says so', async () => {
    const port = `-port=${await freePort()}`
    const { rpc, output } = await start(CONF, '-listen', port, '-bind=127.0.0.1', '-whitebind=127.0.0.1')
    expect(await rpc.call('getnetworkinfo')).toBeDefined()
    expect(output()).not.toMatch(/Warning|in use/)
  })
})

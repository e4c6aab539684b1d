/** Addresses to listen on that the conf file and the command line both name, as the family's scripts do. */
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

/** Starts a node whose data directory has this conf file already. */
async function start(conf: string, ...args: readonly string[]): Promise<Daemon> {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'TWICE.conf'), conf)
  daemon = await startDaemon({ dataDir, args: ['-ac_name=TWICE', '-regtest', ...args] })
  return daemon
}

describe('an address named twice', () => {
  it('is listened on once for RPC, and an address of all replaces it', async () => {
    const { rpc, output } = await start(CONF, '-rpcbind=127.0.0.1', '-rpcbind=0.0.0.0')
    expect(await rpc.call('getblockcount')).toBe(0)
    expect(output()).toContain('RPC on 0.0.0.0:')
  })

  it('stands in a conf file that a person wrote, beside all addresses on the command line', async () => {
    const { rpc } = await start('rpcallowip=127.0.0.1\nrpcbind=127.0.0.1\nrpcbind=[::1]\n', '-rpcbind=0.0.0.0')
    expect(await rpc.call('getblockcount')).toBe(0)
  })

  it('is listened on once for peers, who are whitelisted if one of the options says so', async () => {
    const port = `-port=${await freePort()}`
    const { rpc, output } = await start(CONF, '-listen', port, '-bind=127.0.0.1', '-whitebind=127.0.0.1')
    expect(await rpc.call('getnetworkinfo')).toBeDefined()
    expect(output()).not.toMatch(/Warning|in use/)
  })
})

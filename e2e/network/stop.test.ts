import { createReadStream, createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Daemon, loadChainFolder, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { withPatience } from '../support/patience.ts'

/** Longest time from the wish to the end of the process, whatever the node is doing. */
const LIMIT_MS = 2000
const ARGS = ['-ac_name=STOPPING', '-regtest', '-ac_supply=1000', '-ac_cc=2']

interface Status {
  readonly phase: string
  readonly progress: { readonly done: number } | null
}

/** Milliseconds from the wish to the end, and the exit code. */
async function timed(daemon: Daemon, wish: () => unknown): Promise<{ code: number | null; millis: number }> {
  const ended = new Promise<number | null>((done) => daemon.process.once('exit', done))
  const before = performance.now()
  await wish()
  const code = await ended
  const millis = Math.round(performance.now() - before)
  console.log(`      ended after ${millis} ms`)
  return { code, millis }
}

function expectClean({ code, millis }: { code: number | null; millis: number }, folder: string): void {
  expect(code).toBe(0)
  expect(millis).toBeLessThan(withPatience(LIMIT_MS))
  const files = join(folder, 'regtest')
  for (const name of ['chain.db-wal', 'node.pid']) expect([name, existsSync(join(files, name))]).toEqual([name, false])
  expect(readFileSync(join(files, 'debug.log'), 'utf8')).toMatch(/INFO {2}stopped\n$/)
}

describe('the daemon ends in under two seconds', () => {
  let folder = ''
  beforeAll(() => {
    folder = temporaryFolder()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['SIGINT', 'SIGTERM', 'stop'] as const)('on %s while blocks are generated', async (how) => {
    const dataDir = join(folder, how)
    const daemon = await startDaemon({ args: ARGS, dataDir })
    const generating = daemon.rpc.call('generate', 100_000).catch((error: Error) => error.message)
    await delay(1000)
    const end = await timed(daemon, () => (how === 'stop' ? daemon.rpc.call('stop') : daemon.process.kill(how)))
    expect(await generating).toContain('Shutting down')
    daemon.rpc.close()
    expectClean(end, dataDir)
  })

  const load = loadChainFolder
  if (!existsSync(load)) console.log('No recorded load chain beside the project: stopping an import is not tested.')
  it.skipIf(!existsSync(load)).each(['SIGINT', 'SIGTERM'] as const)('on %s during an import', async (how) => {
    const file = join(folder, 'bootstrap.dat')
    await pipeline(createReadStream(join(load, 'bootstrap.dat.gz')), createGunzip(), createWriteStream(file))
    const { params } = JSON.parse(readFileSync(join(load, 'params.json'), 'utf8')) as { params: string }
    const dataDir = join(folder, `import-${how}`)
    const args = [...params.split(' '), `-loadblock=${file}`]
    const daemon = await startDaemon({ args, dataDir, early: true })
    for (let done = 0; done === 0; await delay(50)) {
      const status = await daemon.rpc.call<Status>('getnodestatus').catch(() => undefined)
      if (status?.phase === 'importing') done = status.progress?.done ?? 0
    }
    const end = await timed(daemon, () => daemon.process.kill(how))
    daemon.rpc.close()
    expectClean(end, dataDir)
    const height = async (): Promise<number> => {
      const again = await startDaemon({ args: params.split(' '), dataDir })
      const found = await again.rpc.call<number>('getblockcount')
      await again.stop()
      return found
    }
    expect(await height()).toBeGreaterThan(0)
  })
})

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { expectSoonEnded, timed } from '../support/endTime.ts'
import { sharedLoadChain } from '../support/loadChain.ts'
import { until } from '../support/network.ts'

const ARGS = ['-ac_name=STOPPING', '-regtest', '-ac_supply=1000', '-ac_cc=2']

interface Status {
  readonly phase: string
  readonly progress: { readonly done: number } | null
}

/**
 * Requests a stop of the daemon. Expects that it exits promptly, compared with the duration of a start, and leaves its
 * files in order.
 */
async function expectCleanEnd(daemon: Daemon, requestStop: () => unknown, startMillis: number): Promise<void> {
  const ended = new Promise<number | null>((done) => daemon.process.once('exit', done))
  const { result: code, millis } = await timed(async () => {
    await requestStop()
    return ended
  })
  daemon.rpc.close()
  expect(code).toBe(0)
  expectSoonEnded(millis, startMillis)
  const files = join(daemon.dataDir, 'regtest')
  for (const name of ['chain.db-wal', 'node.pid']) expect([name, existsSync(join(files, name))]).toEqual([name, false])
  expect(readFileSync(join(files, 'debug.log'), 'utf8')).toMatch(/INFO {2}stopped\n$/)
}

describe('the daemon', () => {
  let folder = ''
  let startMillis = 0
  beforeAll(async () => {
    folder = temporaryFolder()
    const { result, millis } = await timed(() => startDaemon({ args: ARGS }))
    startMillis = millis
    await result.stop()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['SIGINT', 'SIGTERM', 'stop'] as const)('stops promptly on %s while blocks are generated', async (how) => {
    const dataDir = join(folder, how)
    const daemon = await startDaemon({ args: ARGS, dataDir })
    const generating = daemon.rpc.call('generate', 100_000).catch((error: Error) => error.message)
    await until('some blocks', async () => (await daemon.rpc.call<number>('getblockcount')) > 20)
    const requestStop = () => (how === 'stop' ? daemon.rpc.call('stop') : daemon.process.kill(how))
    await expectCleanEnd(daemon, requestStop, startMillis)
    expect(await generating).toContain('Shutting down')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops promptly on %s during an import, and keeps the imported blocks',
    async (how) => {
      const load = sharedLoadChain()
      const dataDir = join(folder, `import-${how}`)
      const args = [...load.args, `-loadblock=${load.file}`]
      const daemon = await startDaemon({ args, dataDir, early: true })
      await until('the first part of the file', async () => {
        const status = await daemon.rpc.call<Status>('getnodestatus').catch(() => undefined)
        return status?.phase === 'importing' && status.progress?.done
      })
      await expectCleanEnd(daemon, () => daemon.process.kill(how), startMillis)
      const height = async (): Promise<number> => {
        const again = await startDaemon({ args: load.args, dataDir })
        const found = await again.rpc.call<number>('getblockcount')
        await again.stop()
        return found
      }
      expect(await height()).toBeGreaterThan(0)
    },
  )
})

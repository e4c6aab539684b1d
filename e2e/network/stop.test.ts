import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { sharedLoadChain } from '../support/loadChain.ts'
import { until } from '../support/network.ts'
import { withPatience } from '../support/patience.ts'

/** Longest time from the signal or call to the end of the process, whatever the node is doing. */
const LIMIT_MS = 2000
const ARGS = ['-ac_name=STOPPING', '-regtest', '-ac_supply=1000', '-ac_cc=2']

interface Status {
  readonly phase: string
  readonly progress: { readonly done: number } | null
}

/** Milliseconds from asking to the end, and the exit code. */
async function timed(daemon: Daemon, ask: () => unknown): Promise<{ code: number | null; millis: number }> {
  const ended = new Promise<number | null>((done) => daemon.process.once('exit', done))
  const before = performance.now()
  await ask()
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
    await until('some blocks', async () => (await daemon.rpc.call<number>('getblockcount')) > 20)
    const end = await timed(daemon, () => (how === 'stop' ? daemon.rpc.call('stop') : daemon.process.kill(how)))
    expect(await generating).toContain('Shutting down')
    daemon.rpc.close()
    expectClean(end, dataDir)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('on %s during an import', async (how) => {
    const load = sharedLoadChain()
    const dataDir = join(folder, `import-${how}`)
    const args = [...load.args, `-loadblock=${load.file}`]
    const daemon = await startDaemon({ args, dataDir, early: true })
    await until('the first part of the file', async () => {
      const status = await daemon.rpc.call<Status>('getnodestatus').catch(() => undefined)
      return status?.phase === 'importing' && status.progress?.done
    })
    const end = await timed(daemon, () => daemon.process.kill(how))
    daemon.rpc.close()
    expectClean(end, dataDir)
    const height = async (): Promise<number> => {
      const again = await startDaemon({ args: load.args, dataDir })
      const found = await again.rpc.call<number>('getblockcount')
      await again.stop()
      return found
    }
    expect(await height()).toBeGreaterThan(0)
  })
})

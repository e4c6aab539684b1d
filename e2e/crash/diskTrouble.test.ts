/** Tests full, filling and read-only disks: the node names the file or disk and the remedy, and loses no data. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { createLimitedDisk, type LimitedDisk, mountObstacle } from '../support/limitedDisk.ts'
import { until } from '../support/network.ts'
import { type SocketApp, startSocketApp } from '../support/socketApp.ts'

const CHAIN = ['-ac_name=DISK', '-ac_supply=1000', '-ac_cc=2', '-regtest']
const MEGABYTE = 1_048_576
/** Free bytes below which the node stops. */
const MIN_FREE = 50 * MEGABYTE
const LOW =
  /Disk space is low: [\d.]+ MB left on the disk that holds \S+, [\d.]+ MB needed\. Free up space and start again/

const obstacle = mountObstacle()
if (obstacle !== undefined) process.stderr.write(`diskTrouble: skipped, ${obstacle}\n`)

/**
 * Generates blocks one at a time until the node no longer responds. Returns the last acknowledged height; the node may
 * add one more block before it stops.
 */
async function generateUntilStopped(rpc: Pick<Daemon['rpc'], 'call'>, max: number): Promise<number> {
  let height = 0
  try {
    for (; height < max; height++) await rpc.call('generate', 1)
  } catch {
    return height
  }
  throw new Error(`The node went on for ${max} blocks`)
}

describe.skipIf(obstacle !== undefined)('on a small disk', () => {
  let disk: LimitedDisk
  let daemon: Daemon | undefined
  beforeEach(() => {
    disk = createLimitedDisk(90)
  })
  afterEach(async () => {
    await daemon?.kill()
    daemon = undefined
    disk.remove()
  })
  const start = async (early = false): Promise<Daemon> => {
    daemon = await startDaemon({ args: CHAIN, dataDir: disk.folder, early })
    return daemon
  }
  /** Returns the exit code and output of a daemon that fails to start. */
  const refused = async () => {
    const { process: child, output } = await start(true)
    await until('the daemon ended', async () => child.exitCode !== null)
    return { code: child.exitCode, text: output() }
  }

  it('the daemon stops before the disk is full, and continues at its last block once there is room', async () => {
    const first = await start()
    disk.leaveFree(MIN_FREE + 3 * MEGABYTE)
    const height = await generateUntilStopped(first.rpc, 2_000)
    expect(height).toBeGreaterThan(5)
    await until('the daemon ended', async () => first.process.exitCode !== null)
    expect(first.process.exitCode).toBe(1)
    expect(first.output()).toMatch(LOW)
    const [log = ''] = globSync(join(disk.folder, '**/debug.log'))
    expect(readFileSync(log, 'utf8')).toMatch(new RegExp(`ERROR.*${LOW.source}`))
    expect(globSync(join(disk.folder, '**/chain.db-wal'))).toEqual([])

    disk.leaveFree(MIN_FREE - MEGABYTE)
    const second = await refused()
    expect(second.code).toBe(1)
    expect(second.text).toMatch(new RegExp(`^Error: ${LOW.source}`, 'm'))

    disk.makeRoom()
    const again = await start()
    expect([height, height + 1]).toContain(await again.rpc.call('getblockcount'))
    expect(await again.rpc.call('verifychain', 4, 0)).toBe(true)
    await again.rpc.call('generate', 1)
    expect(await again.stop()).toBe(0)
  })

  it.each([
    ['a new data directory', false],
    ['a used data directory', true],
  ])('the daemon names a file and the remedy if the disk is read-only, for %s', async (_, used) => {
    if (used) await (await start()).stop()
    disk.setReadOnly(true)
    const { code, text } = await refused()
    expect(code).toBe(1)
    expect(text).toMatch(/^Error: \S+ cannot be written: it or its disk is read-only \(EROFS\)\. Make both writable/m)
    expect(text).toContain(disk.folder)
  })

  it.each([
    ['a new data directory', false],
    ['a used data directory', true],
  ])('the daemon names a file and the remedy if the disk is full at startup, for %s', async (_, used) => {
    if (used) await (await start()).stop()
    disk.leaveFree(0)
    const { code, text } = await refused()
    expect(code).toBe(1)
    expect(text).toMatch(/^Error: The disk that holds \S+ is full\. Free up space and start again; nothing is lost\.$/m)
    expect(text).toContain(disk.folder)
    disk.makeRoom()
    expect(await (await start()).stop()).toBe(0)
  })
})

describe('the app with a disk problem', () => {
  let app: SocketApp | undefined
  let disk: LimitedDisk | undefined
  const home = temporaryFolder()
  afterEach(async () => {
    await app?.stop()
    app = undefined
    disk?.remove()
    disk = undefined
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const open = async (folder: string) => {
    app = await startSocketApp({ home: folder, args: ['-listen=0', '-dnsseed=0'] })
    const { id } = await app.call<{ id: string }>('createchain', { label: 'Disk', options: CHAIN, testnode: true })
    await app.call('selectchain', id)
    const started = app
    const become = (state: string) =>
      until(`the chain is ${state}`, async () => (await started.chain(id)).state === state)
    return { app, id, become }
  }

  it.skipIf(obstacle !== undefined)(
    'shows why a chain stopped before the disk is full, and starts it again',
    async () => {
      disk = createLimitedDisk(110)
      const { app, id, become } = await open(disk.folder)
      await become('running')
      disk.leaveFree(MIN_FREE + 3 * MEGABYTE)
      const height = await generateUntilStopped(app, 2_000)
      await become('failed')
      expect((await app.chain(id)).detail).toMatch(LOW)
      expect(await app.call('getnodestatus')).toMatchObject({ phase: 'failed', detail: expect.stringMatching(LOW) })
      disk.makeRoom()
      await app.call('startchain', id)
      await become('running')
      expect([height, height + 1]).toContain(await app.call('getblockcount'))
    },
  )

  it('names the folder or file that blocks a chain, and starts the chain once it is moved away', async () => {
    const { app, id, become } = await open(home)
    await become('running')
    await app.call('stopchain', id)
    const { directory } = await app.chain(id)
    const data = join(directory, 'regtest')
    const wallet = join(data, 'wallet.db')
    const saved = readFileSync(wallet)
    rmSync(wallet)
    mkdirSync(wallet)
    await app.call('startchain', id).catch(() => undefined)
    await become('failed')
    expect((await app.chain(id)).detail).toBe(
      `${wallet} is a folder, but a file belongs there. Move the folder away and start again.`,
    )
    rmSync(wallet, { recursive: true })
    writeFileSync(wallet, saved)
    await app.call('startchain', id)
    await become('running')
  })
})

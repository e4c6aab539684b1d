/** Tests a downgrade: files that a newer version of the program wrote, as the table in operate.md describes it. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'

const CHAIN = ['-ac_name=NEWER', '-ac_supply=1000', '-ac_cc=2', '-regtest']
const HEIGHT = 7
const FUTURE = 99

describe('a daemon with files of a newer version', () => {
  let dataDir = ''
  let address = ''
  let daemon: Daemon | undefined
  const path = (name: string) => join(dataDir, 'regtest', name)
  const start = async (...more: string[]) => {
    daemon = await startDaemon({ args: [...CHAIN, ...more], dataDir })
    return daemon
  }
  /** Returns exit code and output of a daemon that fails to start. */
  const fail = async () => {
    const { process: child, output } = await startDaemon({ args: CHAIN, dataDir, early: true })
    await until('the daemon ended', async () => child.exitCode !== null)
    return { code: child.exitCode, text: output() }
  }
  const change = (name: string, sql: string) => {
    const db = new SqliteDatabase(path(name))
    db.exec(sql)
    db.close()
  }

  beforeAll(async () => {
    dataDir = temporaryFolder()
    const { rpc, stop } = await start()
    await rpc.call('generate', HEIGHT)
    address = await rpc.call<string>('getnewaddress')
    await rpc.call('watchaddress', address, 'mine')
    await stop()
    daemon = undefined
    for (const name of ['wallet.db', 'chain.db', 'watch.db']) copyFileSync(path(name), path(`${name}.saved`))
  })
  afterEach(async () => {
    await daemon?.stop()
    daemon = undefined
    for (const name of ['wallet.db', 'chain.db', 'watch.db']) copyFileSync(path(`${name}.saved`), path(name))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('refuses the wallet by its name and leaves every byte of it', async () => {
    change('wallet.db', `PRAGMA user_version = ${FUTURE}`)
    const before = readFileSync(path('wallet.db'))
    const { code, text } = await fail()
    expect(code).toBe(1)
    expect(text).toContain(
      `Error: The wallet file ${path('wallet.db')} was written by a newer version of this program.`,
    )
    expect(readFileSync(path('wallet.db')).equals(before)).toBe(true)
  })

  it('refuses the chain’s tables, and rebuilds them from the block files with -reindex', async () => {
    change('chain.db', `UPDATE modules SET version = ${FUTURE} WHERE module = 'chain'`)
    const { code, text } = await fail()
    expect(code).toBe(1)
    expect(text).toMatch(
      new RegExp(
        `Error: The tables of "chain" were written by a newer version of this program \\(${FUTURE}, .*-reindex\\.`,
      ),
    )
    const { rpc } = await start('-reindex')
    await until('the height', async () => (await rpc.call<number>('getblockcount')) === HEIGHT)
    expect(await rpc.call('validateaddress', address)).toMatchObject({ ismine: true })
  })

  it('starts without the watch list, which only the calls that need it report', async () => {
    change('watch.db', `PRAGMA user_version = ${FUTURE}`)
    const before = readFileSync(path('watch.db'))
    const { rpc } = await start()
    expect(await rpc.call('getblockcount')).toBe(HEIGHT)
    await expect(rpc.call('listwatchedaddresses')).rejects.toThrow('was written by a newer version of this program')
    expect(readFileSync(path('watch.db')).equals(before)).toBe(true)
  })

  it('starts with an empty address manager and an empty miner’s record, and says so in the log', async () => {
    writeFileSync(path('peers.dat'), Buffer.concat([Buffer.from('CWAB'), Buffer.alloc(80, FUTURE)]))
    writeFileSync(path('mining.json'), JSON.stringify({ version: FUTURE }))
    const { rpc } = await start()
    expect(await rpc.call('getblockcount')).toBe(HEIGHT)
    const log = readFileSync(path('debug.log'), 'utf8')
    expect(log).toMatch(/addrman: cannot read the saved addresses, starting empty/)
    expect(log).toMatch(/mining\.json is unreadable, starting with an empty record/)
  })
})

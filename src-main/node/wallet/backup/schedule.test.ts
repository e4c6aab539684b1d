import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ScriptBook } from '../ownership/index.ts'
import { countingRandom, createTestKeyring, type TestKeyring } from '../testing/index.ts'
import { BackupSchedule } from './schedule.ts'
import { readContent } from './sealedContent.ts'
import { newSealingKey, openSealedBackup, type SealingKey } from './sealedFile.ts'

const PASSPHRASE = 'correct horse battery staple'
const DAY = 86_400
const random = countingRandom()

let wallet: TestKeyring
let folder: string
let key: SealingKey
let labels = 0
let schedule: ReturnType<typeof open>

function open() {
  const keyring = wallet.keyring()
  const file = wallet.file()
  const { clock } = wallet.timers
  const scripts = new ScriptBook({ file, clock, ccEnabled: true, added: () => undefined })
  return new BackupSchedule({
    ...{ file, keyring, keys: keyring.keys, scripts, clock, random, chain: 'GARDEN', timers: wallet.timers },
    book: { foreignLabels: () => [], revision: () => labels },
    tip: () => ({ height: 7, hashHex: '00'.repeat(32), time: 1_700_000_000 }),
  })
}
const daily = () => ({ folder, every: 'day', changes: 10, keep: 2 }) as const
const files = () => readdirSync(folder).sort()
const content = async (name: string) =>
  readContent(await openSealedBackup(readFileSync(join(folder, name), 'utf8'), PASSPHRASE))
/** Advances only the clock, then runs the check that the timer would run. */
async function later(seconds: number) {
  wallet.timers.turnClock(seconds)
  await schedule.check()
}

beforeEach(async () => {
  wallet = createTestKeyring()
  folder = mkdtempSync(join(tmpdir(), 'schedule-'))
  key = await newSealingKey(PASSPHRASE, 1024, random)
  labels = 0
  schedule = open()
})
afterEach(() => {
  schedule.close()
  wallet.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup schedule', () => {
  it('writes the first file at once, readable only by this user, and it opens with the passphrase', async () => {
    const { keys } = wallet.keyring()
    keys.next('rent')
    await schedule.begin(daily(), key)
    const [name = ''] = files()
    expect(name).toMatch(/^GARDEN-\d{8}-\d{6}\.chainwright-backup$/)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const { dump, chain, made } = await content(name)
    expect(dump).toContain('label=rent')
    expect([chain, made]).toEqual(['GARDEN', wallet.timers.clock.now()])
    expect(wallet.keyring().lastBackup()).toBe(wallet.timers.clock.now())
  })

  it('writes one file per day and keeps the configured number of its own files', async () => {
    await schedule.begin(daily(), key)
    writeFileSync(join(folder, 'holiday.jpg'), 'mine')
    const [first] = files()
    await later(DAY - 1)
    expect(files()).toHaveLength(2)
    await later(1)
    await later(DAY)
    expect(files()).toHaveLength(3)
    expect(files()).not.toContain(first)
    expect(files()).toContain('holiday.jpg')
    expect(schedule.state()).toMatchObject({ files: 2, error: undefined, last: wallet.timers.clock.now() })
  })

  it('keeps a file that replaced one of its own', async () => {
    await schedule.begin({ ...daily(), keep: 1 }, key)
    const [first = ''] = files()
    writeFileSync(join(folder, first), 'a letter')
    await later(DAY)
    expect(files()).toHaveLength(2)
    expect(readFileSync(join(folder, first), 'utf8')).toBe('a letter')
  })

  it('follows its timer, and continues after a restart', async () => {
    await schedule.begin({ ...daily(), every: 'week' }, key)
    schedule.close()
    wallet.reopen()
    schedule = open()
    wallet.timers.turnClock(7 * DAY)
    wallet.timers.pass(60)
    await schedule.check()
    expect(files()).toHaveLength(2)
  })

  it('runs after the configured number of new keys and labels', async () => {
    await schedule.begin({ ...daily(), every: 'changes', changes: 3 }, key)
    wallet.keyring().keys.next('one')
    labels++
    await later(1)
    expect(files()).toHaveLength(1)
    labels++
    await later(1)
    expect(files()).toHaveLength(2)
    await later(1)
    expect(files()).toHaveLength(2)
  })

  it('postpones a due backup until the wallet is unlocked', async () => {
    await schedule.begin(daily(), key)
    await wallet.keyring().protect('its own')
    await later(DAY)
    expect(schedule.state()).toMatchObject({ waiting: true, files: 1, error: undefined })
    await wallet.keyring().vault.unlock('its own', 60, 'walletpassphrase')
    await schedule.check()
    expect(schedule.state()).toMatchObject({ waiting: false, files: 2 })
  })

  it('throws `locked` when it is switched on while the wallet is locked', async () => {
    await wallet.keyring().protect('its own')
    await expect(schedule.begin(daily(), key)).rejects.toMatchObject({
      kind: 'locked',
      message: 'Error: Please enter the wallet passphrase with walletpassphrase first.',
    })
    expect(schedule.state()).toBeUndefined()
  })

  it('reports a damaged key as the reason for failure', async () => {
    await schedule.begin(daily(), key)
    const { pubkey } = wallet.keyring().keys.next('damaged')
    const db = new Database(wallet.path)
    db.prepare('UPDATE keys SET secret = ? WHERE pubkey = ?').run(new Uint8Array(32).fill(1), pubkey)
    db.close()
    await later(DAY)
    expect(schedule.state()?.error).toBe('A key is damaged in the wallet file. Restore a backup of it.')
  })

  it('reports a missing folder, leaves it missing, and retries after 600 seconds', async () => {
    await schedule.begin(daily(), key)
    rmSync(folder, { recursive: true })
    await later(DAY)
    expect(schedule.state()?.error).toBe('the folder does not exist')
    expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined()
    mkdirSync(folder)
    await later(599)
    expect(files()).toEqual([])
    await later(1)
    expect(files()).toHaveLength(1)
    expect(schedule.state()?.error).toBeUndefined()
  })

  it('keeps its previous state if the first file cannot be written', async () => {
    await expect(schedule.begin({ ...daily(), folder: join(folder, 'none') }, key)).rejects.toThrow(
      'No backup can be written to this folder: the folder does not exist',
    )
    expect(schedule.state()).toBeUndefined()
    await schedule.begin(daily(), key)
    await expect(schedule.begin({ ...daily(), folder: join(folder, 'none') }, key)).rejects.toThrow()
    expect(schedule.state()).toMatchObject({ folder, files: 1 })
    schedule.end()
    expect(schedule.state()).toBeUndefined()
    await later(DAY)
    expect(files()).toHaveLength(1)
  })

  it('stores no secret that opens a backup', async () => {
    await schedule.begin(daily(), key)
    const kept = readFileSync(wallet.path).toString('latin1')
    expect(kept).not.toContain(PASSPHRASE)
    const stored = new TextDecoder().decode(wallet.file().meta('backupSchedule'))
    // The public key, the private key encrypted with the passphrase, and the authentication key.
    expect(Object.keys((JSON.parse(stored) as { key: object }).key).sort()).toEqual(
      ['blockSize', 'cost', 'publicKey', 'salt', 'tagKey', 'wrapped'].sort(),
    )
  })
})

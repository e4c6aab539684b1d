import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { killOnce } from './kill.ts'
import { openKeyring, readFolder } from './walletUnderTest.ts'

const VICTIM = new URL('./walletVictim.ts', import.meta.url)
type Step = 'keys' | 'phrase' | 'protect' | 'change'

/** Kill points: some milliseconds after the start of a step, or as soon as the step is reported done. */
const KILLS: readonly (readonly ['begin' | 'done', Step])[] = [
  ['begin', 'keys'],
  ['begin', 'phrase'],
  ['begin', 'protect'],
  ['done', 'protect'],
  ['done', 'change'],
]
/** number of wallets; each is killed once per entry of KILLS */
const LIVES = nightly() ? 40 : 3

interface Message {
  readonly begin?: Step | 'start'
  readonly done?: Step
  readonly passphrase?: string
  readonly pubkey?: string
  readonly secret?: string
}

/** State that the wallet has reported and must therefore still have after a kill. */
interface ReportedState {
  readonly secrets: Map<string, string>
  readonly done: Set<Step>
  /** passphrases that may open it: the last confirmed one, and one that was being set */
  passphrases: string[]
}

describe('a wallet killed in the middle of its work', () => {
  let dir: string
  beforeAll(() => {
    dir = temporaryFolder()
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  function listen(told: ReportedState, [moment, step]: (typeof KILLS)[number]): (message: Message) => boolean {
    let reached = false
    return (message) => {
      const { begin, done, passphrase, pubkey, secret } = message
      if (pubkey !== undefined && secret !== undefined) told.secrets.set(pubkey, secret)
      if (message[moment] === step) reached = true
      if (begin !== undefined && passphrase !== undefined) told.passphrases.push(passphrase)
      if (done) told.done.add(done)
      if (done && passphrase !== undefined) told.passphrases = [passphrase]
      return reached
    }
  }

  async function check(folder: string, told: ReportedState): Promise<void> {
    const plain = [...told.secrets.values()].map((secret) => Buffer.from(secret, 'hex'))
    const before = readFolder(folder)
    if (told.done.has('protect')) for (const secret of plain) expect(before.includes(secret)).toBe(false)
    const { file, keyring } = openKeyring(join(folder, 'wallet.db'))
    try {
      const { vault, keys, accounts } = keyring
      if (told.done.has('phrase')) expect(accounts.list()).toHaveLength(1)
      if (told.done.has('protect')) expect(vault.encrypted()).toBe(true)
      // If the kill came between the commit and the report, the step is done and does not run again.
      if (accounts.phrase()) told.done.add('phrase')
      if (vault.encrypted()) told.done.add('protect')
      if (vault.encrypted()) {
        // Secrets that were only partly wiped are wiped when the wallet is opened.
        const opened = readFolder(folder)
        for (const secret of plain) expect(opened.includes(secret)).toBe(false)
        const fits = await Promise.all(told.passphrases.map((passphrase) => vault.check(passphrase)))
        expect(fits.filter(Boolean)).toHaveLength(1)
        await vault.unlock(told.passphrases[fits.indexOf(true)] ?? '', 60, 'unlockwallet')
      }
      for (const [pubkey, secret] of told.secrets) {
        expect(Buffer.from(keys.secretOf(Buffer.from(pubkey, 'hex')) ?? []).toString('hex')).toBe(secret)
        // The key was shown, so it must not be handed out again as a fresh one.
        expect(file.keys().find((row) => Buffer.from(row.pubkey).toString('hex') === pubkey)?.pool).toBeNull()
      }
    } finally {
      keyring.vault.lock()
      file.close()
    }
  }

  it('loses no key that was shown and leaves no plain secret behind, however often it is killed', async () => {
    const reached = new Set<Step>()
    for (let life = 0; life < LIVES; life++) {
      const folder = join(dir, `wallet-${life}`)
      mkdirSync(folder)
      const told: ReportedState = { secrets: new Map(), done: new Set(), passphrases: [] }
      for (const [round, kill] of KILLS.entries()) {
        // A few milliseconds, different each time: during its reads, its writes, its commit, or the work after it.
        const millis = kill[0] === 'done' ? 0 : (life * 7 + round * 5) % 23
        const args = [join(folder, 'wallet.db'), JSON.stringify(told.passphrases)]
        // A step completed before the kill does not run again.
        const isOver = told.done.has(kill[1]) && kill[1] !== 'keys'
        await killOnce<Message>(VICTIM, args, listen(told, isOver ? ['begin', 'change'] : kill), millis)
        await check(folder, told)
        for (const one of told.done) reached.add(one)
      }
      expect(told.secrets.size).toBeGreaterThan(20)
    }
    expect([...reached].sort()).toEqual(['change', 'phrase', 'protect'])
  })
})

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { killOnce } from './kill.ts'
import { openKeyring } from './walletUnderTest.ts'

const VICTIM = new URL('./walletSealedVictim.ts', import.meta.url)
const PASSPHRASE = 'four words nobody knows'
const KEYS = 4000

interface Message {
  readonly done?: number
  readonly total?: number
  readonly written?: boolean
}

type Moment = (message: Message) => boolean
const halfway: Moment = ({ done = 0, total = 1 }) => done >= total / 2
/** All keys are encrypted; the next step writes them in one transaction. */
const sealed: Moment = ({ done, total }) => done !== undefined && done === total
const written: Moment = (message) => message.written === true

/** Number of kills, spread over twice the time from the last encrypted key to the completion report. */
const KILLS = nightly() ? 60 : 5

describe('a wallet with thousands of keys, killed while it is encrypted', () => {
  let dir: string
  let original: string
  const secrets = new Map<string, string>()

  beforeAll(() => {
    dir = temporaryFolder()
    original = join(dir, 'wallet.db')
    const { file, keyring } = openKeyring(original)
    keyring.keys.refill(KEYS)
    for (const pubkey of file.plainKeys()) {
      secrets.set(Buffer.from(pubkey).toString('hex'), Buffer.from(keyring.keys.secretOf(pubkey) ?? []).toString('hex'))
    }
    file.close()
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  const readFiles = (folder: string) =>
    Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name)))).toString('latin1')
  const plainIn = (bytes: string) =>
    [...secrets.values()].filter((secret) => bytes.includes(Buffer.from(secret, 'hex').toString('latin1'))).length

  /** Returns the state of the wallet: not encrypted (old) or encrypted (new). Fails for any mixture. */
  async function identifyWallet(folder: string): Promise<'old' | 'new'> {
    const { file, keyring } = openKeyring(join(folder, 'wallet.db'))
    const { vault, keys } = keyring
    try {
      const encrypted = vault.encrypted()
      const plain = file.plainKeys().length
      expect(plain).toBe(encrypted ? 0 : secrets.size)
      if (encrypted) {
        expect(plainIn(readFiles(folder))).toBe(0)
        await vault.unlock(PASSPHRASE, 60, 'unlockwallet')
      }
      for (const [pubkey, secret] of secrets) {
        if (Buffer.from(keys.secretOf(Buffer.from(pubkey, 'hex')) ?? []).toString('hex') !== secret) {
          throw new Error(`the key of ${pubkey} is lost`)
        }
      }
      return encrypted ? 'new' : 'old'
    } finally {
      vault.lock()
      file.close()
    }
  }

  async function killed(name: string, moment: Moment, millis: number): Promise<'old' | 'new'> {
    const folder = join(dir, name)
    mkdirSync(folder)
    copyFileSync(original, join(folder, 'wallet.db'))
    await killOnce<Message>(VICTIM, [join(folder, 'wallet.db'), PASSPHRASE], moment, millis)
    const found = await identifyWallet(folder)
    rmSync(folder, { recursive: true })
    return found
  }

  it('stays complete: either unencrypted, or encrypted without any plain secret', async () => {
    let begun = 0
    let span = 0
    const clocked: Moment = (message) => {
      if (sealed(message)) begun = performance.now()
      if (written(message)) span = performance.now() - begun
      return written(message)
    }
    expect(await killed('after', clocked, 0)).toBe('new')
    expect(await killed('halfway', halfway, 0)).toBe('old')
    const seen: string[] = []
    for (let round = 0; round < KILLS; round++) {
      const millis = Math.round((span * 2 * round) / KILLS)
      seen.push(`${millis} ms: ${await killed(`killed-${round}`, sealed, millis)}`)
    }
    console.log(`killed after all keys were sealed, where writing them takes ${span.toFixed(0)} ms: ${seen.join(', ')}`)
    expect(seen).toHaveLength(KILLS)
    expect(secrets.size).toBeGreaterThan(KEYS)
  })
})

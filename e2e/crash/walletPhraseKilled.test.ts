import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { entropyOfPhrase } from '../../src-main/node/wallet/index.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { killOnce } from './kill.ts'
import { createWithPhrase, openKeyring, readFolder } from './walletUnderTest.ts'

const VICTIM = new URL('./walletPhraseVictim.ts', import.meta.url)

interface Message {
  readonly begin?: 'create' | 'protect'
  readonly done?: 'create' | 'protect'
  readonly words?: string
}

/** Message that triggers the kill, and the delay after it in milliseconds. */
const KILLS = [
  ...[0, 2, 4, 7, 12, 20].map((millis) => [{ begin: 'create' }, millis] as const),
  ...[0, 3, 8, 14, 22, 35].map((millis) => [{ begin: 'protect' }, millis] as const),
  [{ done: 'protect' }, 0] as const,
]

describe('a wallet killed while it is created with a phrase, or gets its first passphrase', () => {
  let dir: string
  beforeAll(() => {
    dir = temporaryFolder()
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  it('shows the same words after every kill, or does not exist', async () => {
    const rounds = nightly() ? 10 : 1
    for (let life = 0; life < rounds * KILLS.length; life++) {
      const [moment, millis] = KILLS[life % KILLS.length]!
      const folder = join(dir, `wallet-${life}`)
      mkdirSync(folder)
      const path = join(folder, 'wallet.db')
      let words: string | undefined
      let isProtected = false
      const reached = (message: Message) => {
        words ??= message.words
        isProtected ||= message.done === 'protect'
        return Object.entries(moment).every(([name, value]) => message[name as keyof Message] === value)
      }
      await killOnce<Message>(VICTIM, [path], reached, millis)
      if (words !== undefined) expect(existsSync(path)).toBe(true)
      createWithPhrase(path)
      const { file, keyring } = openKeyring(path)
      const { accounts, keys, vault } = keyring
      if (isProtected) expect(vault.encrypted()).toBe(true)
      if (vault.encrypted()) {
        if (words !== undefined) expect(readFolder(folder).includes(Buffer.from(entropyOfPhrase(words)))).toBe(false)
        await vault.unlock('a passphrase', 60, 'walletpassphrase')
      }
      const shown = accounts.readWords()
      expect(shown?.split(' ')).toHaveLength(12)
      if (words !== undefined) expect(shown).toBe(words)
      expect(keys.all().every((key) => key.path !== null)).toBe(true)
      vault.lock()
      file.close()
    }
  })
})

/**
 * Wallet that is created with a phrase and gets its first passphrase, until it is killed. Argument: its path. It
 * reports each step before and after, and its words as soon as it has them.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createWithPhrase, openKeyring } from './walletUnderTest.ts'

const [path] = process.argv.slice(2) as [string]
const report = async (message: unknown) => {
  process.send!(message)
  await yieldToEventLoop()
}

await report({ begin: 'create' })
createWithPhrase(path)
const { keyring } = openKeyring(path)
await report({ done: 'create', words: keyring.vault.locked() ? undefined : keyring.accounts.readWords() })
await report({ begin: 'protect' })
if (!keyring.vault.encrypted()) await keyring.protect('a passphrase')
await report({ done: 'protect' })
await new Promise(() => setInterval(() => undefined, 60_000))

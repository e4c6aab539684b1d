/**
 * Wallet that generates addresses, a phrase, a passphrase and further passphrases until it is killed. Arguments: the
 * path and the passphrases that may open it. It reports each step before and after, and each key that it shows.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { seedOfPhrase } from '../../src-main/node/wallet/index.ts'
import { openKeyring } from './walletUnderTest.ts'

const [path, candidates] = process.argv.slice(2) as [string, string]
const report = async (message: unknown) => {
  process.send!(message)
  await yieldToEventLoop()
}

const keyring = openKeyring(path).keyring
const { keys, vault, accounts } = keyring
for (const passphrase of JSON.parse(candidates) as string[]) {
  if (vault.locked() && (await vault.check(passphrase))) await vault.unlock(passphrase, 600, 'unlockwallet')
}

const changed: string[] = []

async function step(name: string, passphrase: string | undefined, work: () => Promise<void>): Promise<void> {
  await report({ begin: name, passphrase })
  await work()
  await report({ done: name, passphrase })
}

async function showKeys(count: number): Promise<void> {
  await report({ begin: 'keys' })
  for (let i = 0; i < count; i++) {
    const { pubkey } = keys.next(i % 2 ? null : '')
    const secret = keys.secretOf(pubkey) ?? new Uint8Array()
    await report({ pubkey: Buffer.from(pubkey).toString('hex'), secret: Buffer.from(secret).toString('hex') })
  }
}

await report({ begin: 'start' })
for (let round = 0; ; round++) {
  await showKeys(20)
  if (!accounts.phrase()) {
    const seed = await seedOfPhrase(`${'abandon '.repeat(11)}about`)
    await step('phrase', undefined, async () => accounts.setSeed(seed, { words: 12, birth: 0 }, () => undefined))
    await showKeys(10)
  }
  const passphrase = `passphrase ${process.pid} ${round}`
  if (!vault.encrypted()) await step('protect', passphrase, () => keyring.protect(passphrase))
  else {
    const known = (JSON.parse(candidates) as string[]).concat(changed)
    for (const old of known) {
      if (!(await vault.check(old))) continue
      await step('change', passphrase, () => vault.change(old, passphrase))
      break
    }
  }
  changed.push(passphrase)
  await vault.unlock(passphrase, 600, 'unlockwallet')
}

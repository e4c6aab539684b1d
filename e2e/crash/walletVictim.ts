/**
 * A wallet that is worked with until it is killed: addresses, a phrase, a passphrase, other passphrases. Told where it is and
 * which passphrases may open it, it tells each step before it begins and when it is done, each key when it is shown.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { seedOfPhrase } from '../../src-main/node/wallet/index.ts'
import { openKeyring } from './walletUnderTest.ts'

const [path, candidates] = process.argv.slice(2) as [string, string]
const tell = async (message: unknown) => {
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
  await tell({ begin: name, passphrase })
  await work()
  await tell({ done: name, passphrase })
}

async function showKeys(count: number): Promise<void> {
  await tell({ begin: 'keys' })
  for (let i = 0; i < count; i++) {
    const { pubkey } = keys.next(i % 2 ? null : '')
    const secret = keys.secretOf(pubkey) ?? new Uint8Array()
    await tell({ pubkey: Buffer.from(pubkey).toString('hex'), secret: Buffer.from(secret).toString('hex') })
  }
}

await tell({ begin: 'start' })
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

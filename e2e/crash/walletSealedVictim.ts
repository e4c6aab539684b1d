/** Encrypts the wallet at a path, and reports how many keys are sealed and when it is done, until it is killed. */
import { setTimeout as delay } from 'node:timers/promises'
import { openKeyring } from './walletUnderTest.ts'

const [path, passphrase] = process.argv.slice(2) as [string, string]
const { keyring } = openKeyring(path)
await keyring.protect(passphrase, (done, total) => void process.send!({ done, total }))
process.send!({ written: true })
await delay(60_000)

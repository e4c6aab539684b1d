/** Encrypts the wallet at a path, and reports how many keys are sealed and when it is done, until it is killed. */
import { openKeyring } from './walletUnderTest.ts'

const [path, passphrase] = process.argv.slice(2) as [string, string]
const { keyring } = openKeyring(path)
await keyring.protect(passphrase, (done, total) => void process.send!({ done, total }))
process.send!({ written: true })
// The channel to the parent keeps the process until it is killed, if there is a listener.
process.on('message', () => undefined)

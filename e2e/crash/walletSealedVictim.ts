/** Encrypts the wallet at a path, and reports the number of encrypted keys and the completion, until it is killed. */
import { openKeyring } from './walletUnderTest.ts'

const [path, passphrase] = process.argv.slice(2) as [string, string]
const { keyring } = openKeyring(path)
await keyring.protect(passphrase, (done, total) => void process.send!({ done, total }))
process.send!({ written: true })
// A listener on the channel to the parent keeps the process alive until it is killed.
process.on('message', () => undefined)

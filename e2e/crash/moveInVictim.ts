/**
 * Takes over a wallet.dat, and reports each step, until it is killed. Arguments: the folder of the wallet, and the path
 * of the wallet.dat. The chain is new, but the wallet stays.
 */
import { openMoveInWallet } from './moveInUnderTest.ts'

const [folder, path] = process.argv.slice(2) as [string, string]
const { wallet } = openMoveInWallet(folder)
await wallet.start()
process.send!({ begin: true })
const { imported } = await wallet.oldWallets.moveIn(path, {
  onProgress: (done, total, unit) => void process.send!({ done, total, unit }),
})
process.send!({ imported })
// A listener on the channel to the parent keeps the process alive until it is killed.
process.on('message', () => undefined)

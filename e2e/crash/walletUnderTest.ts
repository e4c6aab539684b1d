import { randomBytes } from 'node:crypto'
import { openWalletFile } from '../../src-main/node/wallet/file/walletFile.ts'
import { Keyring } from '../../src-main/node/wallet/keys/keyring.ts'

/** The keys of a wallet file as a node has them, with a passphrase that is quick to check. */
export function openKeyring(path: string) {
  const file = openWalletFile(path)
  const keyring = new Keyring({
    ...{ file, poolTarget: 20, passphraseCost: 1024 },
    clock: { now: () => Math.floor(Date.now() / 1000), millis: Date.now },
    random: { bytes: (length) => Uint8Array.from(randomBytes(length)) },
    timers: { set: (callback, millis) => setTimeout(callback, millis).unref(), clear: () => undefined },
    ...{ redeemScript: () => undefined, added: () => undefined, grown: () => undefined },
  })
  return { file, keyring }
}

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWalletFile, openWalletFile } from '../../src-main/node/wallet/file/walletFile.ts'
import { Keyring } from '../../src-main/node/wallet/keys/keyring.ts'
import { beginWithPhrase } from '../../src-main/node/wallet/keys/walletPhrase.ts'

const clock = { now: () => Math.floor(Date.now() / 1000), millis: Date.now }
const random = { bytes: (length: number) => Uint8Array.from(randomBytes(length)) }

/** Creates a wallet with a phrase if no wallet exists, as the app's node does. */
export function createWithPhrase(path: string): void {
  if (!existsSync(path)) createWalletFile(path, (file) => beginWithPhrase(file, { random, clock }))
}

/** Returns the contents of all files of a folder, concatenated. */
export const readFolder = (folder: string): Buffer =>
  Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))

/** Opens the keys of a wallet file like a node, with a passphrase hash that is quick to check. */
export function openKeyring(path: string) {
  const file = openWalletFile(path)
  const keyring = new Keyring({
    ...{ file, poolTarget: 20, passphraseCost: 1024, clock, random },
    timers: { set: (callback, millis) => setTimeout(callback, millis).unref(), clear: () => undefined },
    ...{ redeemScript: () => undefined, added: () => undefined, grown: () => undefined },
  })
  return { file, keyring }
}

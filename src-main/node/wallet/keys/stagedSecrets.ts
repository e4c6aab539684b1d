import type { StagedKeys } from '../file/index.ts'
import { keyPurpose } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

/** Seals keys that were staged before the wallet was encrypted. @throws WalletError `locked` */
export function sealStaged(vault: Vault, staged: StagedKeys, pubkeys: readonly Uint8Array[]): void {
  for (const pubkey of pubkeys) {
    const secret = staged.secretOf(pubkey)?.secret
    const sealed = secret && vault.store(secret, keyPurpose(pubkey)).sealed
    if (sealed) staged.seal(pubkey, sealed)
    secret?.fill(0)
  }
}

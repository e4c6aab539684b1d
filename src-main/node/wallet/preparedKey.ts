import { hash160, secp256k1 } from '../crypto/index.ts'
import type { StoredSecret } from './keyTables.ts'
import { keyPurpose, type Vault } from './vault.ts'

/** A key with everything that takes time to work out. */
export interface PreparedKey {
  /** 33 or 65 bytes */
  readonly pubkey: Uint8Array
  /** hash160 of the public key */
  readonly hash: Uint8Array
  readonly stored: StoredSecret
  /** null: of change, or made in advance */
  readonly label: string | null
  /** made in advance, never shown */
  readonly reserve: boolean
}

/** @throws RpcError −13 when the wallet is locked */
export function prepareKey(
  vault: Pick<Vault, 'store'>,
  key: Pick<PreparedKey, 'label' | 'reserve'> & { readonly secret: Uint8Array; readonly compressed: boolean },
): PreparedKey {
  const { secret, label, reserve } = key
  const pubkey = secp256k1.publicKey(secret, key.compressed)
  return { pubkey, hash: hash160(pubkey), stored: vault.store(secret, keyPurpose(pubkey)), label, reserve }
}

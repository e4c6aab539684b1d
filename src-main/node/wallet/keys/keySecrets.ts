import { hash160, secp256k1 } from '../../crypto/index.ts'
import { equal, hashKey } from '../../util/index.ts'
import { WalletError } from '../walletError.ts'
import type { KeyStoreState } from './keyStoreState.ts'
import { keyPurpose } from './sealPurpose.ts'

/** More than one transaction or one dump of a usual wallet takes. */
const MOST_LENT = 20_000

/**
 * Reads private keys. Those of a wallet with a passphrase are remembered, and wiped when the wallet is locked.
 * @throws WalletError `locked`, `damaged-key` when the stored secret does not give the public key
 */
export function createSecretReader(state: KeyStoreState): (pubkey: Uint8Array) => Uint8Array | undefined {
  const { file, tree, vault } = state
  let lent: Uint8Array[] = []
  vault.onChange(() => {
    if (!vault.locked()) return
    for (const secret of lent) secret.fill(0)
    lent = []
  })
  const lend = (secret: Uint8Array) => {
    if (!vault.encrypted()) return secret
    lent.push(secret)
    // The oldest are left to the garbage collector, so that the list stays bounded.
    if (lent.length > MOST_LENT) lent = lent.slice(-MOST_LENT / 2)
    return secret
  }
  return (pubkey) => {
    const key = state.byHash.get(hashKey(hash160(pubkey)))
    const stored = key && file.secretOf(pubkey)
    if (!stored) return undefined
    const secret = key.path ? tree.secretKey(key.path) : vault.read(stored, keyPurpose(pubkey))
    if (equal(secp256k1.publicKey(secret, pubkey.length === 33), pubkey)) return lend(secret)
    throw new WalletError('damaged-key', 'A key is damaged in the wallet file. Restore a backup of it.')
  }
}

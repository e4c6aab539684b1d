import { hash160, secp256k1 } from '../../crypto/index.ts'
import { equal } from '../../util/index.ts'
import type { WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import type { KeyIndex } from './keyIndex.ts'
import type { KeyTree } from './keyTree.ts'
import { keyPurpose } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

/** Maximum number of secrets wiped on locking: more than one transaction or one dump of a typical wallet needs. */
const MAX_LENT = 20_000

export interface SecretReaderDeps {
  readonly file: Pick<WalletFile, 'secretOf'>
  readonly index: KeyIndex
  readonly tree: KeyTree
  readonly vault: Vault
}

/** Reads private keys. Tracks those of an encrypted wallet and wipes them when the wallet is locked. */
export class SecretReader {
  readonly #deps: SecretReaderDeps
  #lent: Uint8Array[] = []

  constructor(deps: SecretReaderDeps) {
    this.#deps = deps
    deps.vault.onChange(() => this.#wipe())
  }

  /**
   * Returns the 32-byte private key, or undefined if the wallet lacks the key.
   * @throws WalletError `locked`, or `damaged-key` if the stored secret does not match the public key
   */
  read(pubkey: Uint8Array): Uint8Array | undefined {
    const { file, index, tree, vault } = this.#deps
    const key = index.byHash(hash160(pubkey))
    const stored = key && file.secretOf(pubkey)
    if (!stored) return undefined
    const secret = key.path ? tree.secretKey(key.path) : vault.read(stored, keyPurpose(pubkey))
    if (equal(secp256k1.publicKey(secret, pubkey.length === 33), pubkey)) return this.#lend(secret)
    throw new WalletError('damaged-key', 'A key is damaged in the wallet file. Restore a backup of it.')
  }

  #lend(secret: Uint8Array): Uint8Array {
    if (!this.#deps.vault.encrypted()) return secret
    this.#lent.push(secret)
    // Leave the oldest to the garbage collector, so that the list stays bounded.
    if (this.#lent.length > MAX_LENT) this.#lent = this.#lent.slice(-MAX_LENT / 2)
    return secret
  }

  #wipe(): void {
    if (!this.#deps.vault.locked()) return
    for (const secret of this.#lent) secret.fill(0)
    this.#lent = []
  }
}

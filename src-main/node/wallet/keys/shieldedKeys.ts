import { mapped, type Steps } from '../../util/runInSlices.ts'
import type { WalletFile } from '../file/index.ts'
import { shieldedPurpose } from './sealPurpose.ts'
import type { Vault } from './vault.ts'

/** Shielded key of a wallet moved in. */
export interface ShieldedKey {
  /** kind of the record, such as `sapling` */
  readonly kind: string
  /** hash that identifies the key within its kind and reveals nothing of it */
  readonly id: Uint8Array
  /** the other program's record, which is secret as a whole */
  readonly value: Uint8Array
}

/**
 * Maximum number of shielded keys. Encrypting the wallet seals them within its transaction, 0.02 ms each.
 */
export const MAX_SHIELDED_KEYS = 10_000

/** Keys decrypted per event-loop slice: a few milliseconds. */
const KEYS_PER_SLICE = 200

export interface ShieldedKeysDeps {
  readonly file: Pick<WalletFile, 'shielded' | 'countShielded' | 'addShielded'>
  readonly vault: Vault
}

/** Shielded keys that the wallet keeps under its passphrase and in its encrypted backups, and cannot use yet. */
export class ShieldedKeys {
  readonly #file: ShieldedKeysDeps['file']
  readonly #vault: Vault

  constructor({ file, vault }: ShieldedKeysDeps) {
    this.#file = file
    this.#vault = vault
  }

  count(): number {
    return this.#file.countShielded()
  }

  /**
   * Adds the keys that the wallet lacks, up to MAX_SHIELDED_KEYS. Call it within a durable step. Does not wipe the values.
   * @returns the number of new keys
   * @throws WalletError `locked`
   */
  add(keys: readonly ShieldedKey[]): number {
    let added = 0
    let count = this.count()
    for (const { kind, id, value } of keys) {
      if (count >= MAX_SHIELDED_KEYS) break
      const { secret: plain, sealed } = this.#vault.store(value, shieldedPurpose(kind, id))
      if (!this.#file.addShielded({ kind, id, plain, sealed })) continue
      added++
      count++
    }
    return added
  }

  /** Returns what identifies each key, without its secret. */
  list(): readonly Omit<ShieldedKey, 'value'>[] {
    return this.#file.shielded().map(({ kind, id }) => ({ kind, id }))
  }

  /** Reads all keys. The caller must wipe the values. @throws WalletError `locked`, `damaged-key` */
  *read(): Steps<readonly ShieldedKey[]> {
    return yield* mapped(this.#file.shielded(), KEYS_PER_SLICE, ({ kind, id, plain: secret, sealed }) => {
      return { kind, id, value: this.#vault.read({ secret, sealed }, shieldedPurpose(kind, id)) }
    })
  }
}

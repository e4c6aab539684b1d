import type { Random } from '../../core/index.ts'
import type { EncryptionRow } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import { type KeyDerivation, keyOfPassphrase, SALT_BYTES, SCRYPT_BLOCK_SIZE, seal, unseal } from './seal.ts'
import { MASTER_PURPOSE } from './sealPurpose.ts'

const MAX_WAITING = 8
const MAX_PASSPHRASE_BYTES = 1024

/** @throws WalletError `invalid-input` if the passphrase is empty or too long */
export function checkPassphrase(passphrase: string): void {
  const size = Buffer.byteLength(passphrase, 'utf8')
  if (size >= 1 && size <= MAX_PASSPHRASE_BYTES) return
  throw new WalletError('invalid-input', `Invalid parameter, a passphrase has 1 to ${MAX_PASSPHRASE_BYTES} bytes`)
}

/** Runs key derivations one at a time: each occupies a quarter of a gigabyte of memory and a core. */
export class PassphraseQueue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** @throws WalletError `busy` if too many derivations are queued */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new WalletError('busy', 'Too many passphrases are waiting to be checked')
    this.#waiting++
    const mine = this.#last.then(work).finally(() => this.#waiting--)
    this.#last = mine.catch(() => undefined)
    return mine
  }
}

/** Seals the master key with a key derived from the passphrase and a fresh salt. */
export async function wrapMasterKey(
  { random, cost }: { readonly random: Random; readonly cost: number },
  passphrase: string,
  master: Uint8Array,
): Promise<EncryptionRow> {
  const salt = random.bytes(SALT_BYTES)
  const how: KeyDerivation = { kdf: 'scrypt', cost, blockSize: SCRYPT_BLOCK_SIZE, parallel: 1, salt }
  const wrapping = await keyOfPassphrase(passphrase, how)
  const row = { ...how, wrapped: seal(wrapping, master, MASTER_PURPOSE, random) }
  wrapping.fill(0)
  return row
}

/** Returns the master key, which the caller must wipe, or undefined if the passphrase is wrong. */
export async function unwrapMasterKey(passphrase: string, row: EncryptionRow): Promise<Uint8Array | undefined> {
  const wrapping = await keyOfPassphrase(passphrase, row)
  const master = unseal(wrapping, row.wrapped, MASTER_PURPOSE)
  wrapping.fill(0)
  return master
}

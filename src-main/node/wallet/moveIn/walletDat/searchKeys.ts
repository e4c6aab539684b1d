import { secp256k1 } from '../../../crypto/index.ts'
import { equal } from '../../../util/index.ts'
import type { Steps } from '../../../util/runInSlices.ts'
import type { WalletSource } from './walletSource.ts'

/** Version and start of the secret in the DER text of a private key (wallet-dat.md §2.5). */
const MARK = Buffer.from('0201010420', 'hex')
const SECRET_BYTES = 32
const SECRET_AT = MARK.length
/** Offsets of the public key from the mark, in the compressed and the uncompressed form. */
const COMPRESSED_AT = 178
const UNCOMPRESSED_AT = 210
const MAX_KEY_BYTES = UNCOMPRESSED_AT + 65
const BLOCK_BYTES = 1024 * 1024
/** Number of derived public keys between two yields. */
const KEYS_PER_SLICE = 200
/** Maximum number of places that are checked, for files that consist of marks only. */
const MAX_CHECKED = 3_000_000

/**
 * Searches all bytes of a file for unencrypted private keys, whether in use or not. A key counts if its public key
 * follows it, as in each key that komodod stores, or is known to the wallet.
 * @param isKnown returns true for a public key of the wallet
 * @param found receives each public key and its secret; both are valid during the call only. The same key can come
 *   several times.
 */
export function* searchKeys(
  source: WalletSource,
  isKnown: (pubkey: Uint8Array) => boolean,
  found: (pubkey: Uint8Array, secret: Uint8Array) => void,
): Steps<void> {
  const step = Math.min(BLOCK_BYTES, source.size)
  const block = Buffer.alloc(step + MAX_KEY_BYTES)
  const bytes = new Uint8Array(block.buffer, block.byteOffset, block.length)
  let checked = 0
  for (let start = 0; start < source.size; start += step) {
    if (start > 0) yield
    const length = source.read(bytes, start)
    bytes.fill(0, length)
    for (let at = block.indexOf(MARK); at >= 0 && at < step; at = block.indexOf(MARK, at + 1)) {
      if (at + SECRET_AT + SECRET_BYTES > length || checked >= MAX_CHECKED) break
      if (++checked % KEYS_PER_SLICE === 0) yield
      checkPlace(bytes.subarray(at, at + MAX_KEY_BYTES), isKnown, found)
    }
  }
  bytes.fill(0)
}

function checkPlace(
  bytes: Uint8Array,
  isKnown: (pubkey: Uint8Array) => boolean,
  found: (pubkey: Uint8Array, secret: Uint8Array) => void,
): void {
  const secret = bytes.subarray(SECRET_AT, SECRET_AT + SECRET_BYTES)
  if (!secp256k1.isPrivateKey(secret)) return
  const full = secp256k1.publicKey(secret, false)
  const short = Uint8Array.of(2 + (full[64]! & 1), ...full.subarray(1, 33))
  if (equal(bytes.subarray(COMPRESSED_AT, COMPRESSED_AT + 33), short) || isKnown(short)) found(short, secret)
  if (equal(bytes.subarray(UNCOMPRESSED_AT, UNCOMPRESSED_AT + 65), full) || isKnown(full)) found(full, secret)
}

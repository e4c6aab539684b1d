import { blake2bPersonal, secp256k1, sha256d } from '../../../crypto/index.ts'
import { concat, equal } from '../../../util/index.ts'
import type { Steps } from '../../../util/runInSlices.ts'
import { SECRET_BYTES } from './keyTable.ts'
import { decryptMasterKey, decryptSecret, isDerivable } from './masterKey.ts'
import type { OldShieldedKey } from './oldWallet.ts'
import { fitsFingerprint } from './records.ts'
import { fitsPublicKey } from './secretKeyDer.ts'
import type { WalletContent } from './walletContent.ts'

/** Keys decrypted between two yields. */
const KEYS_PER_SLICE = 200
/** Maximum number of keys on which a master key is tried before it counts as wrong. */
const MAX_TRIED_KEYS = 1000
const NUL = 0
const SAPLING_BYTES = 169
/** Offset of the nullifier key in an extended Sapling key; only `ask` and `nsk` differ between the two forms. */
const [SAPLING_SECRET_START, SAPLING_SECRET_END] = [41, 105]

const saplingFingerprints = blake2bPersonal(Buffer.from('ZcashSaplingFVFP', 'latin1'), 32)

/** Result of a correct passphrase: numbers of secrets that could not be decrypted. */
export interface UnlockResult {
  readonly failedKeys: number
  readonly failedShielded: number
}

/**
 * Decrypts all secrets in place.
 * @returns undefined if the passphrase is wrong
 */
export function* unlockContent(content: WalletContent, passphrase: string): Steps<UnlockResult | undefined> {
  const text = Buffer.from(passphrase, 'utf8')
  // komodod cuts a passphrase at its first NUL.
  const end = text.indexOf(NUL)
  const bytes = end < 0 ? text : text.subarray(0, end)
  try {
    for (const master of content.masterKeys) {
      if (!isDerivable(master)) continue
      const key = yield* decryptMasterKey(bytes, master)
      if (key === undefined) continue
      try {
        if (yield* decryptsAnything(content, key)) return yield* decryptContent(content, key)
      } finally {
        key.fill(0)
      }
    }
    return undefined
  } finally {
    text.fill(0)
  }
}

/** Tries the key on encrypted keys, or on the shielded secrets of a wallet without any. */
function* decryptsAnything(content: WalletContent, master: Uint8Array): Steps<boolean> {
  const { table, shielded, encryptedSeed } = content
  let tried = 0
  for (let row = 0; row < table.rows && tried < MAX_TRIED_KEYS; row++) {
    if (!table.isLocked(row)) continue
    if (++tried % KEYS_PER_SLICE === 0) yield
    const secret = decryptKey(content, master, row)
    secret?.fill(0)
    if (secret !== undefined) return true
  }
  if (encryptedSeed !== undefined) {
    const seed = decryptSecret(master, encryptedSeed.fingerprint, encryptedSeed.value)
    const fits = seed !== undefined && fitsFingerprint(seed, encryptedSeed.fingerprint)
    seed?.fill(0)
    if (fits) return true
  }
  if (tried > 0) return false
  for (const key of shielded.values()) {
    const secret = key.encrypted ? decryptShielded(master, key) : undefined
    secret?.fill(0)
    if (secret !== undefined) return true
  }
  return false
}

function* decryptContent(content: WalletContent, master: Uint8Array): Steps<UnlockResult> {
  const { table } = content
  let failedKeys = 0
  for (let row = 0; row < table.rows; row++) {
    if (row % KEYS_PER_SLICE === KEYS_PER_SLICE - 1) yield
    if (!table.isLocked(row)) continue
    const secret = decryptKey(content, master, row)
    if (secret === undefined) failedKeys++
    else table.setSecret(row, secret)
    secret?.fill(0)
  }
  let failedShielded = 0
  for (const [id, key] of content.shielded) {
    if (!key.encrypted) continue
    const value = decryptShielded(master, key)
    if (value === undefined) failedShielded++
    else content.shielded.set(id, { ...key, encrypted: false, value })
  }
  decryptSeed(content, master)
  return { failedKeys, failedShielded }
}

function decryptKey({ table }: WalletContent, master: Uint8Array, row: number): Uint8Array | undefined {
  const pubkey = table.pubkey(row)
  const secret = decryptSecret(master, sha256d(pubkey), table.ciphertext(row)!)
  if (secret === undefined) return undefined
  if (secret.length === SECRET_BYTES && secp256k1.isPrivateKey(secret) && fitsPublicKey(secret, pubkey)) return secret
  secret.fill(0)
  return undefined
}

/** Returns the value of the plain record of the same key. */
function decryptShielded(master: Uint8Array, { kind, key, value }: OldShieldedKey): Uint8Array | undefined {
  if (kind === 'sprout') return decryptOfLength(master, sha256d(key), value.subarray(SECRET_BYTES + 1), SECRET_BYTES)
  const open = value.subarray(0, SAPLING_BYTES)
  const viewing = open.subarray(SAPLING_SECRET_START, 137)
  const extended = decryptOfLength(
    master,
    saplingFingerprints.hash(viewing),
    value.subarray(SAPLING_BYTES + 1),
    SAPLING_BYTES,
  )
  if (extended === undefined) return undefined
  const same =
    equal(extended.subarray(0, SAPLING_SECRET_START), open.subarray(0, SAPLING_SECRET_START)) &&
    equal(extended.subarray(SAPLING_SECRET_END), open.subarray(SAPLING_SECRET_END))
  if (same) return extended
  extended.fill(0)
  return undefined
}

function decryptOfLength(
  master: Uint8Array,
  iv: Uint8Array,
  encrypted: Uint8Array,
  length: number,
): Uint8Array | undefined {
  const secret = decryptSecret(master, iv, encrypted)
  if (secret === undefined || secret.length === length) return secret
  secret.fill(0)
  return undefined
}

function decryptSeed(content: WalletContent, master: Uint8Array): void {
  const seed = content.encryptedSeed
  if (seed === undefined || content.seedSecret !== undefined) return
  const value = decryptSecret(master, seed.fingerprint, seed.value)
  if (value === undefined) return
  if (fitsFingerprint(value, seed.fingerprint)) content.seedSecret = concat(value)
  value.fill(0)
}

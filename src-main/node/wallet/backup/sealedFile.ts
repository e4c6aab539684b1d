/**
 * File format of an encrypted backup. Writing one needs a sealing key, but no secret that opens it. A schedule stores
 * the sealing key of its folder; the passphrase is not stored.
 *
 * ```
 * chainwright-backup 1
 * scrypt <cost> <block size> <parallel> <salt, 32 bytes>
 * key <X25519 public key, 32 bytes> <private key and tag key, sealed with the key of the passphrase>
 * once <X25519 public key of this file, 32 bytes>
 * <base64 of the content, sealed>
 * ```
 *
 * The content's key is HKDF-SHA-256 of the X25519 secret and the tag key. An attacker with only backup files cannot
 * forge another one: that needs the tag key, which the files contain only encrypted. The header lines are authenticated
 * with the content.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  type webcrypto,
} from 'node:crypto'
import { SEALED_BACKUP_MARK } from '#shared/sealedBackup.ts'
import type { Random } from '../../core/index.ts'
import { concat, fromHex, toHex } from '../../util/index.ts'
import { type KeyDerivation, keyOfPassphrase, SALT_BYTES, SCRYPT_BLOCK_SIZE, seal, unseal } from '../keys/index.ts'
import { WalletError } from '../walletError.ts'

/** Key that seals backups but cannot open them. Stored by a schedule. */
export interface SealingKey {
  readonly derivation: KeyDerivation
  /** X25519, 32 bytes */
  readonly publicKey: Uint8Array
  /** private key and tag key, encrypted with the key of the passphrase */
  readonly wrapped: Uint8Array
  /** 32 bytes; authenticates files, but cannot open them */
  readonly tagKey: Uint8Array
}

const KEY_BYTES = 32
const WRAPPED_BYTES = 1 + 12 + 2 * KEY_BYTES + 16
const MAX_HEADER_LENGTH = 1_000
const LINE_CHARACTERS = 76
/** Maximum scrypt cost: 256 MB, twice this program's own. An untrusted file must not use more. */
const MAX_COST = 1 << 18

const text = new TextEncoder()
const HEADER = new RegExp(
  [
    `^${SEALED_BACKUP_MARK} 1`,
    `scrypt ([1-9][0-9]{0,8}) ${SCRYPT_BLOCK_SIZE} 1 ([0-9a-f]{${2 * SALT_BYTES}})`,
    `key ([0-9a-f]{${2 * KEY_BYTES}}) ([0-9a-f]{${2 * WRAPPED_BYTES}})`,
    `once ([0-9a-f]{${2 * KEY_BYTES}})\n$`,
  ].join('\n'),
)

/** Single error for all failures, so that it reveals nothing about the passphrase. */
const closed = () => new WalletError('unreadable-backup', 'Wrong passphrase or damaged file')

/** Encodes raw key bytes for a JWK, the only raw form of X25519 public keys in Node's key objects. */
const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const toPublicKey = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: toBase64Url(raw) }, format: 'jwk' })
/** PKCS #8 prefix of the 32 bytes of an X25519 private key (RFC 8410). */
const PKCS8 = fromHex('302e020100300506032b656e04220420')
const toPrivateKey = (raw: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(concat(PKCS8, raw)), format: 'der', type: 'pkcs8' })
const toRawPublicKey = (key: KeyObject): Uint8Array => {
  const { x } = createPublicKey(key).export({ format: 'jwk' }) as webcrypto.JsonWebKey
  return new Uint8Array(Buffer.from(x ?? '', 'base64url'))
}

const wrapPurpose = (publicKey: Uint8Array) => concat(text.encode('chainwright backup key '), publicKey)

function contentKey(own: KeyObject, other: Uint8Array, tagKey: Uint8Array, header: string): Uint8Array {
  const shared = diffieHellman({ privateKey: own, publicKey: toPublicKey(other) })
  const secret = concat(shared, tagKey)
  const salt = createHash('sha256').update(header).digest()
  const key = new Uint8Array(hkdfSync('sha256', secret, salt, 'chainwright backup 1', KEY_BYTES))
  shared.fill(0)
  secret.fill(0)
  return key
}

/** Returns a sealing key whose files open with this passphrase. Takes a third of a second on another thread. */
export async function newSealingKey(passphrase: string, cost: number, random: Random): Promise<SealingKey> {
  const derivation: KeyDerivation = {
    ...{ kdf: 'scrypt', cost, blockSize: SCRYPT_BLOCK_SIZE, parallel: 1, salt: random.bytes(SALT_BYTES) },
  }
  const privateKey = random.bytes(KEY_BYTES)
  const tagKey = random.bytes(KEY_BYTES)
  const both = concat(privateKey, tagKey)
  const wrapping = await keyOfPassphrase(passphrase, derivation)
  try {
    const publicKey = toRawPublicKey(toPrivateKey(privateKey))
    return { derivation, publicKey, wrapped: seal(wrapping, both, wrapPurpose(publicKey), random), tagKey }
  } finally {
    for (const secret of [privateKey, both, wrapping]) secret.fill(0)
  }
}

/** Returns the header line that identifies files of this sealing key. */
export const lineOfKey = ({ publicKey, wrapped }: SealingKey) => `key ${toHex(publicKey)} ${toHex(wrapped)}`

/** Returns the text of a backup file. */
export function sealBackup(content: Uint8Array, to: SealingKey, random: Random): string {
  const { cost, blockSize, parallel, salt } = to.derivation
  const once = random.bytes(KEY_BYTES)
  const own = toPrivateKey(once)
  once.fill(0)
  const header = [
    `${SEALED_BACKUP_MARK} 1`,
    `scrypt ${cost} ${blockSize} ${parallel} ${toHex(salt)}`,
    lineOfKey(to),
    `once ${toHex(toRawPublicKey(own))}`,
    '',
  ].join('\n')
  const key = contentKey(own, to.publicKey, to.tagKey, header)
  const sealed = Buffer.from(seal(key, content, text.encode(header), random)).toString('base64')
  key.fill(0)
  return `${header}${sealed.replace(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g'), '$&\n')}`
}

interface Parts {
  readonly header: string
  readonly derivation: KeyDerivation
  readonly publicKey: Uint8Array
  readonly wrapped: Uint8Array
  readonly once: Uint8Array
  readonly body: string
}

/** Parses a backup file. Returns undefined if it is not one. The cost is bounded, whatever the file contains. */
function parseParts(given: string): Parts | undefined {
  // Mail and some editors end lines with CR LF.
  const start = given.slice(0, MAX_HEADER_LENGTH).replaceAll('\r\n', '\n')
  const header = start.split('\n').slice(0, 4).join('\n').concat('\n')
  const [, cost, salt, publicKey, wrapped, once] = HEADER.exec(header) ?? []
  if (!cost || !salt || !publicKey || !wrapped || !once) return undefined
  const power = Math.log2(Number(cost))
  if (!Number.isInteger(power) || power < 1 || Number(cost) > MAX_COST) return undefined
  const end = given.indexOf(`once ${once}`) + `once ${once}`.length
  return {
    header,
    derivation: {
      ...{ kdf: 'scrypt', cost: Number(cost), blockSize: SCRYPT_BLOCK_SIZE, parallel: 1, salt: fromHex(salt) },
    },
    publicKey: fromHex(publicKey),
    wrapped: fromHex(wrapped),
    once: fromHex(once),
    body: given.slice(end),
  }
}

/**
 * Decrypts a backup. The caller must wipe the returned content.
 * @throws WalletError `unreadable-backup`, with the same text for a wrong passphrase and for a modified file
 */
export async function openSealedBackup(given: string, passphrase: string): Promise<Uint8Array> {
  const parts = parseParts(given)
  if (!parts) throw closed()
  const { header, derivation, publicKey, wrapped, once } = parts
  const wrapping = await keyOfPassphrase(passphrase, derivation)
  const both = unseal(wrapping, wrapped, wrapPurpose(publicKey))
  wrapping.fill(0)
  if (both?.length !== 2 * KEY_BYTES) throw closed()
  try {
    const key = contentKey(toPrivateKey(both.subarray(0, KEY_BYTES)), once, both.subarray(KEY_BYTES), header)
    const content = unseal(key, new Uint8Array(Buffer.from(parts.body, 'base64')), text.encode(header))
    key.fill(0)
    if (content) return content
  } catch {
    // Thrown for a public key of small order, which no file of this program contains.
  } finally {
    both.fill(0)
  }
  throw closed()
}

/**
 * Keys that a passphrase, phrase or private key of another wallet of the family may stand for (wallet-dat.md §4.3). A
 * text has several readings, because wallets derive keys in different ways and none marks its texts.
 */
import type { OldKeyHint, OldKeyReading, OldKeyText, ShieldedKeyKind } from '#shared/rpc/methods/walletOldKeys.ts'
import { estimateStrength } from '#shared/strength.ts'
import { decodeBase58Check, secp256k1, sha256 } from '../../crypto/index.ts'
import { decodeAddress, decodeWif, type PrivateKey } from '../../script/index.ts'
import { fromHex } from '../../util/index.ts'
import { WalletError } from '../walletError.ts'
import { deriveFirstSecret } from './keyTree.ts'
import { parseWords, seedOfPhrase } from './phrase.ts'

/** Maximum number of characters of a text. */
const MAX_OLD_SECRET_LENGTH = 4_096

/** Key that a text may stand for. */
export interface OldKeyCandidate {
  readonly reading: OldKeyReading
  readonly text: OldKeyText
  readonly key: PrivateKey
}

export interface OldSecretReadings {
  /** the most likely first; empty for a shielded key */
  readonly candidates: readonly OldKeyCandidate[]
  readonly hints: readonly OldKeyHint[]
  readonly shielded: ShieldedKeyKind | null
  /** version byte of a private key of another coin */
  readonly prefix: number | null
  /** Overwrites every secret with zeros. */
  wipe(): void
}

/** Strength below which a passphrase counts as weak: its single hash is guessed billions of times per second. */
const STRONG = 3
const HEX_KEY = /^(0x)?[0-9a-f]{64}$/i
/** Shape of a private key or of a shielded one, also if the checksum is wrong. */
const WIF_SHAPE = /^[UKLTc579][1-9A-HJ-NP-Za-km-z]{50,51}$/
const SPROUT_SHAPE = /^S[KT][1-9A-HJ-NP-Za-km-z]{50}$/
const SPROUT_VIEW_SHAPE = /^ZiV[Kt][1-9A-HJ-NP-Za-km-z]{93}$/
const SAPLING_SHAPE = /^secret-extended-key-/i

function hashText(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const hash = Uint8Array.from(sha256(bytes))
  bytes.fill(0)
  return hash
}

/**
 * Derives the key of an Agama passphrase: its hash, clamped for Curve25519 (wallet-dat.md §4.2). The text is neither
 * trimmed nor normalised.
 */
export function deriveAgamaKey(passphrase: string): PrivateKey {
  const privateKey = hashText(passphrase)
  privateKey[0]! &= 0xf8
  privateKey[31] = (privateKey[31]! & 0x7f) | 0x40
  return { privateKey, compressed: true }
}

function shieldedKind(text: string): ShieldedKeyKind | null {
  if (SAPLING_SHAPE.test(text)) return 'sapling'
  if (SPROUT_SHAPE.test(text)) return 'sprout'
  return SPROUT_VIEW_SHAPE.test(text) ? 'sproutview' : null
}

interface OtherWif {
  readonly key: PrivateKey
  readonly prefix: number
}

/** Decodes a private key in wallet import format, whatever its version byte. */
function decodeAnyWif(text: string): OtherWif | undefined {
  const prefix = decodeBase58Check(text)?.[0]
  const key = prefix === undefined ? undefined : decodeWif(text, prefix)
  return key && prefix !== undefined ? { key, prefix } : undefined
}

/** Returns the words of a valid phrase with single blanks, or undefined. */
function phraseWords(text: string): string | undefined {
  try {
    return parseWords(text).join(' ')
  } catch (error) {
    if (error instanceof WalletError) return undefined
    throw error
  }
}

type TextVariant = readonly [OldKeyText, string]

/**
 * Returns the texts that the user may mean, each once and the given one first. NFC and NFD are those of the trimmed text:
 * keyboards and files differ in how they write an accent.
 */
function textVariants(text: string, words: string | undefined): readonly TextVariant[] {
  const trimmed = text.trim()
  const all: readonly TextVariant[] = [
    ['given', text],
    ['trimmed', trimmed],
    ...(words === undefined ? [] : ([['words', words]] as const)),
    ['nfc', trimmed.normalize('NFC')],
    ['nfd', trimmed.normalize('NFD')],
  ]
  return all.filter(([, each], index) => each !== '' && all.findIndex(([, other]) => other === each) === index)
}

const agama = ([text, value]: TextVariant): OldKeyCandidate => ({ reading: 'agama', text, key: deriveAgamaKey(value) })

/** Hash without the clamp, which is no key with a probability below 1 in 2^127. */
function plainHash([text, value]: TextVariant): readonly OldKeyCandidate[] {
  const privateKey = hashText(value)
  return secp256k1.isPrivateKey(privateKey) ? [{ reading: 'sha256', text, key: { privateKey, compressed: true } }] : []
}

function hexKey(trimmed: string): readonly OldKeyCandidate[] {
  const privateKey = fromHex(trimmed.replace(/^0x/i, '').toLowerCase())
  if (!secp256k1.isPrivateKey(privateKey)) return []
  return [{ reading: 'rawkey', text: 'given', key: { privateKey, compressed: true } }]
}

async function phraseKey(words: string): Promise<OldKeyCandidate> {
  const seed = await seedOfPhrase(words)
  try {
    return { reading: 'bip39', text: 'given', key: { privateKey: deriveFirstSecret(seed), compressed: true } }
  } finally {
    seed.fill(0)
  }
}

type Reading = Pick<OldSecretReadings, 'candidates' | 'hints'> & Partial<OldSecretReadings>

async function findReadings(text: string): Promise<Reading> {
  const trimmed = text.trim()
  const shielded = shieldedKind(trimmed)
  if (shielded !== null) return { candidates: [], hints: [], shielded }
  const own = decodeWif(text)
  if (own) return { candidates: [{ reading: 'wif', text: 'given', key: own }], hints: [] }
  const words = phraseWords(text)
  const variants = textVariants(text, words)
  const hashed = () => variants.map(agama)
  const other = decodeAnyWif(trimmed)
  if (other) {
    const first: OldKeyCandidate = { reading: 'otherwif', text: 'given', key: other.key }
    return { candidates: [first, ...hashed()], hints: ['othercoin'], prefix: other.prefix }
  }
  if (words !== undefined) return { candidates: [...hashed(), await phraseKey(words)], hints: [] }
  if (HEX_KEY.test(trimmed)) {
    const key = hexKey(trimmed)
    return { candidates: /^0x/i.test(trimmed) ? [...key, ...hashed()] : [...hashed(), ...key], hints: [] }
  }
  return { candidates: [...hashed(), ...variants.flatMap(plainHash)], hints: textHints(trimmed) }
}

function textHints(trimmed: string): readonly OldKeyHint[] {
  if (decodeAddress(trimmed)) return ['address']
  if (WIF_SHAPE.test(trimmed)) return ['damagedkey']
  return estimateStrength(trimmed) < STRONG ? ['weak'] : []
}

/**
 * Returns the keys that a text may stand for. The caller must wipe them.
 * @throws WalletError `invalid-input` for an empty text or one of more than 4,096 characters
 */
export async function readOldSecret(text: string): Promise<OldSecretReadings> {
  if (text.trim() === '') throw new WalletError('invalid-input', 'Invalid parameter, the text is empty')
  if (text.length > MAX_OLD_SECRET_LENGTH) {
    const limit = `at most ${MAX_OLD_SECRET_LENGTH} characters`
    throw new WalletError('invalid-input', `Invalid parameter, the text must have ${limit}`)
  }
  const found = await findReadings(text)
  return {
    ...{ shielded: null, prefix: null, ...found },
    wipe() {
      for (const { key } of found.candidates) key.privateKey.fill(0)
    },
  }
}

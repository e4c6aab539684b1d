import { blake2bPersonal, hash160, sha256d } from '../../../crypto/index.ts'
import { ByteReader, concat, DecodeError, equal } from '../../../util/index.ts'
import { CIPHERTEXT_BYTES, pubkeyLength } from './keyTable.ts'
import { decodeText } from './recordText.ts'
import { fitsPublicKey, parseSecretDer } from './secretKeyDer.ts'
import { readTransactionNotes } from './transactionNotes.ts'
import type { MasterKey, WalletContent } from './walletContent.ts'

const MAX_NAME_BYTES = 32
const MAX_SCRIPT_BYTES = 10_000
const CHECKSUM_BYTES = 32
const YES = 0x31
const SEED_BYTES = 32

const seedFingerprints = blake2bPersonal(Buffer.from('Zcash_HD_Seed_FP', 'latin1'), 32)

type RecordParser = (content: WalletContent, key: ByteReader, value: ByteReader) => void

/** Records with content that is taken (wallet-dat.md §2). A parser throws DecodeError for a malformed record. */
const PARSERS: Readonly<Record<string, RecordParser>> = {
  key: (content, key, value) => addPlainKey(content, readPubkey(key), value),
  wkey(content, key, value) {
    value.i32le()
    addPlainKey(content, readPubkey(key), value)
  },
  ckey: addEncryptedKey,
  mkey: (content, key, value) => content.addMasterKey(readMasterKey(key, value)),
  keymeta(content, key, value) {
    const pubkey = readPubkey(key)
    value.i32le()
    content.table.setMeta(content.table.add(pubkey), value.i64le())
  },
  pool(content, key, value) {
    key.i64le()
    value.i32le()
    const time = value.i64le()
    content.table.setPooled(content.table.add(readPubkey(value)), time)
  },
  name: (content, key, value) => content.setLabel(readText(content, key), readText(content, value)),
  purpose: (content, key, value) => content.setPurpose(readText(content, key), readText(content, value)),
  destdata: (content, key) => content.touchAddress(readText(content, key)),
  cscript: addScript,
  watchs(content, key, value) {
    const script = readScript(key)
    if (value.u8() === YES) content.addWatchOnly(script)
  },
  zkey: (content, key, value) => content.addShielded('sprout', false, key.bytes(64), value.bytes(32)),
  czkey(content, key, value) {
    const start = value.position
    value.bytes(32)
    checkLength(value.varBytes(), CIPHERTEXT_BYTES)
    content.addShielded('sprout', true, key.bytes(64), value.since(start))
  },
  vkey: (content, key, value) => content.addShielded('sproutView', false, key.bytes(64), value.bytes(1)),
  sapzkey: (content, key, value) => content.addShielded('sapling', false, key.bytes(32), value.bytes(169)),
  csapzkey(content, key, value) {
    const start = value.position
    value.bytes(169)
    checkLength(value.varBytes(), 176)
    content.addShielded('sapling', true, key.bytes(32), value.since(start))
  },
  hdseed(content, key, value) {
    const fingerprint = key.bytes(32)
    const seed = checkLength(value.varBytes(), SEED_BYTES)
    if (!fitsFingerprint(seed, fingerprint)) throw new DecodeError('wrong fingerprint')
    content.addSeed(false, fingerprint, seed)
  },
  chdseed(content, key, value) {
    content.addSeed(true, key.bytes(32), checkLength(value.varBytes(), CIPHERTEXT_BYTES))
  },
  tx: (content, key, value) => readTransactionNotes(content, key.bytes(32), value),
}

/** Records of bookkeeping: nothing in them is lost if they are left out. */
const BOOKKEEPING = new Set([
  ...['version', 'minversion', 'bestblock', 'bestblock_nomerkle', 'orderposnext', 'witnesscachesize'],
  ...['defaultkey', 'hdchain', 'flags', 'setting', 'settings'],
])

/**
 * Adds a record to the content. A malformed or unknown record is counted and skipped.
 * @throws WalletDatError `too-large` if the wallet exceeds a limit
 */
export function addRecord(content: WalletContent, key: Uint8Array, value: Uint8Array): void {
  content.countRecord()
  const reader = new ByteReader(key)
  const name = readName(reader)
  if (name !== undefined && BOOKKEEPING.has(name)) return
  const parser = name !== undefined && Object.hasOwn(PARSERS, name) ? PARSERS[name] : undefined
  if (name === undefined || parser === undefined) {
    content.countSkipped(name ?? 'unnamed')
    return
  }
  try {
    parser(content, reader, new ByteReader(value))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    content.countUnreadable(name)
  }
}

/** Records that are taken even if they seem deleted or damaged: a key that fits its public key does no harm. */
const TAKEN_IF_UNCERTAIN = new Set(['key', 'wkey', 'ckey', 'mkey'])

/**
 * Adds a key from a pair of items that may be no record. Anything else is ignored without counting it.
 * @throws WalletDatError `too-large` if the wallet exceeds a limit
 */
export function addUncertainRecord(content: WalletContent, key: Uint8Array, value: Uint8Array): void {
  const reader = new ByteReader(key)
  const name = readName(reader)
  if (name === undefined || !TAKEN_IF_UNCERTAIN.has(name)) return
  try {
    PARSERS[name]?.(content, reader, new ByteReader(value))
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
  }
}

/** Returns the name of a record, or undefined if it is no short text. */
function readName(key: ByteReader): string | undefined {
  const length = key.remaining > 0 ? key.u8() : 0
  if (length === 0 || length > MAX_NAME_BYTES || length > key.remaining) return undefined
  const name = Buffer.from(key.bytes(length)).toString('latin1')
  return /^[\x21-\x7e]+$/.test(name) ? name : undefined
}

/** Returns true if the fingerprint is that of the seed. */
export function fitsFingerprint(seed: Uint8Array, fingerprint: Uint8Array): boolean {
  return equal(seedFingerprints.hash(Uint8Array.of(seed.length), seed), fingerprint)
}

function readPubkey(reader: ByteReader): Uint8Array {
  const pubkey = reader.varBytes()
  if (pubkey.length === 0 || pubkeyLength(pubkey[0]) !== pubkey.length) throw new DecodeError('invalid public key')
  return pubkey
}

function readText(content: WalletContent, reader: ByteReader): string {
  const { text, cut } = decodeText(reader.varBytes())
  if (cut) content.countCutText()
  return text
}

function readScript(reader: ByteReader): Uint8Array {
  const script = reader.varBytes()
  if (script.length > MAX_SCRIPT_BYTES) throw new DecodeError('script too long')
  return script
}

function checkLength(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw new DecodeError(`${bytes.length} bytes, expected ${length}`)
  return bytes
}

// A key that fits its public key is taken even if its checksum is wrong: the public key is the better check.
function addPlainKey(content: WalletContent, pubkey: Uint8Array, value: ByteReader): void {
  const der = value.varBytes()
  const secret = parseSecretDer(der)
  if (secret === undefined) throw new DecodeError('invalid private key')
  const fits = fitsPublicKey(secret, pubkey)
  if (fits) content.table.setSecret(content.table.add(pubkey), secret)
  secret.fill(0)
  if (!fits) throw new DecodeError('the private key does not fit the public key')
  if (value.remaining < CHECKSUM_BYTES) return
  const checksum = value.bytes(CHECKSUM_BYTES)
  const isMissing = checksum.every((byte) => byte === 0)
  if (!isMissing && !equal(checksum, sha256d(pubkey, der))) content.countWrongChecksum()
}

function addEncryptedKey({ table }: WalletContent, key: ByteReader, value: ByteReader): void {
  const pubkey = readPubkey(key)
  const ciphertext = checkLength(value.varBytes(), CIPHERTEXT_BYTES)
  table.setCiphertext(table.add(pubkey), ciphertext)
}

function readMasterKey(key: ByteReader, value: ByteReader): MasterKey {
  const id = key.u32le()
  const encrypted = value.varBytes().slice()
  const salt = value.varBytes().slice()
  return { id, encrypted, salt, method: value.u32le(), iterations: value.u32le() }
}

function addScript(content: WalletContent, key: ByteReader, value: ByteReader): void {
  const script = readScript(value)
  if (!equal(hash160(script), key.bytes(20))) throw new DecodeError('the script does not fit its hash')
  content.addScript(concat(script))
}

import { MAX_LABEL } from '#shared/rpc/methods/addressViews.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { compareBytes, equal, fromHex, isHex, toHex, yieldToEventLoop } from '../../util/index.ts'
import type { Steps } from '../../util/runInSlices.ts'
import type { NameRow, NoteRow, ScriptRow, WalletFile } from '../file/index.ts'
import {
  type Keyring,
  type KeyStore,
  MAX_SHIELDED_KEYS,
  type PhraseState,
  type ShieldedKey,
  seedOfEntropy,
  type WalletKey,
} from '../keys/index.ts'
import type { AddressBook, ScriptBook } from '../ownership/index.ts'
import type { TransactionRecorder } from '../transactions/index.ts'
import { WalletError } from '../walletError.ts'
import { type DumpFrame, writeDump } from './dump.ts'

/** Content of an encrypted backup: everything to restore the wallet except its history, which is on the chain. */
export interface BackupContent {
  /** name of the chain it was made on, for display */
  readonly chain: string
  /** unix seconds */
  readonly made: number
  /** all keys, in the format of dumpwallet */
  readonly dump: string
  readonly phrase: (PhraseState & { readonly seed: Uint8Array }) | undefined
  /** labels of the phrase's accounts, by account number */
  readonly accounts: readonly string[]
  /** handed-out keys of the phrase, in path order */
  readonly derived: readonly { readonly pubkey: Uint8Array; readonly label: string | null }[]
  /** the token key */
  readonly identity: Uint8Array | undefined
  readonly scripts: readonly ScriptRow[]
  /** shielded keys of wallets moved in */
  readonly shielded: readonly ShieldedKey[]
  /** labels of foreign addresses */
  readonly names: readonly NameRow[]
  /** comments of transactions */
  readonly comments: readonly NoteRow[]
}

interface Parts {
  readonly keys: KeyStore
  readonly keyring: Pick<Keyring, 'accounts' | 'identity' | 'isPhraseWritten' | 'shielded'>
  readonly scripts: Pick<ScriptBook, 'list'>
  readonly book: Pick<AddressBook, 'foreignLabels'>
  readonly file: Pick<WalletFile, 'comments'>
}

const byPath = (a: WalletKey, b: WalletKey) =>
  (a.path?.account ?? 0) - (b.path?.account ?? 0) ||
  (a.path?.chain ?? 0) - (b.path?.chain ?? 0) ||
  (a.path?.child ?? 0) - (b.path?.child ?? 0)

const phraseFacts = ({ words, birth, typed }: PhraseState, seed: Uint8Array, entropy: Uint8Array | undefined) => ({
  ...{ seed: toHex(seed), words, birth, typed },
  entropy: entropy ? toHex(entropy) : null,
})

/** Encodes the backup content. The caller must wipe the bytes. @throws WalletError `locked` */
export function* writeContent(
  { keys, keyring, scripts, book, file }: Parts,
  frame: DumpFrame & { readonly chain: string },
): Steps<Uint8Array> {
  const { accounts } = keyring
  const phrase = accounts.phrase()
  const seed = phrase && accounts.readSeed()
  const entropy = accounts.readEntropy()
  const derived = keys.used().filter(({ path }) => path !== null)
  const identity = keyring.identity()
  const dump = yield* writeDump(keys.all(), (key) => keys.dumped(key), frame)
  const shielded = yield* keyring.shielded.read()
  const content = {
    ...{ chain: frame.chain, made: frame.time, dump },
    phrase: phrase && seed ? { ...phraseFacts(phrase, seed, entropy), written: keyring.isPhraseWritten() } : null,
    accounts: accounts.list().map(({ label }) => label),
    derived: derived.toSorted(byPath).map(({ pubkey, label }) => [toHex(pubkey), label]),
    identity: identity ? toHex(identity) : null,
    scripts: scripts.list().map(({ kind, script, label }) => ({ kind, script: toHex(script), label })),
    shielded: shielded.map(({ kind, id, value }) => [kind, toHex(id), toHex(value)]),
    names: book.foreignLabels().map(({ address, label }) => [address, label]),
    comments: file.comments().map(({ txid, comment, commentTo }) => [toHex(txid), comment, commentTo]),
  }
  for (const { value } of shielded) value.fill(0)
  for (const secret of [seed, entropy]) secret?.fill(0)
  return new TextEncoder().encode(JSON.stringify(content))
}

const MAX_ACCOUNTS = 100
const MAX_DERIVED = 100_000
const MAX_SCRIPTS = 10_000
const MAX_SCRIPT_BYTES = 10_000
const MAX_KIND_LENGTH = 20
/** Maximum length in bytes of the hash of a shielded key, and of its record. */
const MAX_SHIELDED_BYTES = 1_000
export const MAX_FOREIGN_LABELS = 100_000
const MAX_COMMENTS = 100_000
/** Maximum length of a comment in UTF-16 code units. */
export const MAX_COMMENT_LENGTH = 4_000
const MAX_ADDRESS_LENGTH = 100
const TXID_BYTES = 32
const SEED_BYTES = 64
const MAX_ENTROPY_BYTES = 32

const damaged = () => new WalletError('unreadable-backup', 'Wrong passphrase or damaged file')

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const parseLabel = (value: unknown): string | null =>
  typeof value === 'string' ? [...value.slice(0, 2 * MAX_LABEL)].slice(0, MAX_LABEL).join('') : null
const parseNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
const parseBytes = (value: unknown, max: number): Uint8Array | undefined =>
  typeof value === 'string' && value.length <= 2 * max && isHex(value) ? fromHex(value) : undefined
const parseIdentity = (value: unknown): Uint8Array | undefined => {
  const pubkey = parseBytes(value, 33)
  return pubkey && secp256k1.isPublicKey(pubkey) ? pubkey : undefined
}
const toFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Returns the entropy if it derives this seed: other words would be no backup of the keys. */
function matchingEntropy(entropy: Uint8Array | undefined, seed: Uint8Array): Uint8Array | undefined {
  const possible = entropy?.length === 16 || entropy?.length === MAX_ENTROPY_BYTES
  return entropy && possible && equal(seedOfEntropy(entropy), seed) ? entropy : undefined
}

function parsePhrase(value: unknown): BackupContent['phrase'] {
  const { seed, words, birth, entropy, written, typed } = toFields(value)
  const bytes = parseBytes(seed, SEED_BYTES)
  if (bytes?.length !== SEED_BYTES) return undefined
  return {
    ...{ seed: bytes, words: parseNumber(words), birth: parseNumber(birth) },
    entropy: matchingEntropy(parseBytes(entropy, MAX_ENTROPY_BYTES), bytes),
    unwritten: written === false,
    typed: typed === true,
  }
}

function parseScript(value: unknown): ScriptRow[] {
  const { kind, script, label } = toFields(value)
  const bytes = parseBytes(script, MAX_SCRIPT_BYTES)
  if (!bytes || (kind !== 'redeem' && kind !== 'watch')) return []
  return [{ kind, script: bytes, label: parseLabel(label), created: 0 }]
}

function parseShielded(value: unknown): ShieldedKey[] {
  const [kind, id, secret] = toArray(value)
  const [key, bytes] = [parseBytes(id, MAX_SHIELDED_BYTES), parseBytes(secret, MAX_SHIELDED_BYTES)]
  if (typeof kind !== 'string' || kind === '' || kind.length > MAX_KIND_LENGTH || !key || !bytes) return []
  return [{ kind, id: key, value: bytes }]
}

function parseName(value: unknown): NameRow[] {
  const [address, label] = toArray(value)
  const text = parseLabel(label)
  if (typeof address !== 'string' || address.length > MAX_ADDRESS_LENGTH || text === null) return []
  return [{ address, label: text }]
}

function parseComment(value: unknown): NoteRow[] {
  const [txid, ...texts] = toArray(value)
  const id = parseBytes(txid, TXID_BYTES)
  const [comment, commentTo] = texts.map((text) => (typeof text === 'string' ? text.slice(0, MAX_COMMENT_LENGTH) : ''))
  if (id?.length !== TXID_BYTES) return []
  return [{ txid: id, received: 0, comment: comment ?? '', commentTo: commentTo ?? '' }]
}

/**
 * Decodes a backup content. Its writer knew the passphrase, but is not trusted: invalid parts are dropped and labels
 * cut.
 * @throws WalletError `unreadable-backup` if the bytes are not a backup content
 */
export function readContent(bytes: Uint8Array): BackupContent {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw damaged()
  }
  const fields = toFields(value)
  const { chain, made, dump, phrase, accounts, derived, identity, scripts } = fields
  if (typeof dump !== 'string') throw damaged()
  return {
    chain: parseLabel(chain) ?? '',
    made: parseNumber(made),
    dump,
    phrase: parsePhrase(phrase),
    accounts: toArray(accounts)
      .slice(0, MAX_ACCOUNTS)
      .map((label) => parseLabel(label) ?? ''),
    derived: toArray(derived)
      .slice(0, MAX_DERIVED)
      .flatMap((row) => {
        const [hex, label] = toArray(row)
        const pubkey = parseBytes(hex, 33)
        return pubkey ? [{ pubkey, label: parseLabel(label) }] : []
      }),
    identity: parseIdentity(identity),
    scripts: toArray(scripts).slice(0, MAX_SCRIPTS).flatMap(parseScript),
    shielded: toArray(fields['shielded']).slice(0, MAX_SHIELDED_KEYS).flatMap(parseShielded),
    names: toArray(fields['names']).slice(0, MAX_FOREIGN_LABELS).flatMap(parseName),
    comments: toArray(fields['comments']).slice(0, MAX_COMMENTS).flatMap(parseComment),
  }
}

interface Restoring {
  readonly keys: KeyStore
  readonly keyring: Pick<Keyring, 'accounts' | 'shielded'>
  readonly scripts: ScriptBook
  readonly book: AddressBook
  readonly recorder: TransactionRecorder
  /** runs the writes of `work` as one durable transaction */
  atomically(work: () => void): void
  setSeed(seed: Uint8Array, state: PhraseState, restore: boolean): void
}

/** Smaller than the number of keys that each chain of an account derives in advance, so that no key is skipped. */
const STRIDE = 15

/**
 * Restores the phrase and its handed-out keys.
 * @returns `other` if the wallet already has another phrase: the keys are then imported one by one with the dump
 * @throws WalletError `locked`; the signal's reason
 */
export async function restorePhrase(
  { keys, keyring, atomically, setSeed }: Restoring,
  { phrase, accounts, derived }: BackupContent,
  signal: AbortSignal,
): Promise<'none' | 'restored' | 'other'> {
  if (!phrase) return 'none'
  try {
    setSeed(phrase.seed, phrase, true)
  } catch (error) {
    if (error instanceof WalletError && error.kind === 'other-phrase') return 'other'
    throw error
  }
  for (const [account, label] of accounts.entries()) {
    if (!keyring.accounts.find(account)) keyring.accounts.notice(account)
    if (label !== '' && keyring.accounts.find(account)) keyring.accounts.label(account, label)
  }
  const held = () =>
    derived.flatMap(({ pubkey, label }) => {
      const key = keys.byHash(hash160(pubkey))
      return key?.path && compareBytes(key.pubkey, pubkey) === 0 ? [{ key, label }] : []
    })
  for (const [index, { pubkey }] of derived.entries()) {
    if (index % STRIDE !== 0 && index !== derived.length - 1 && keys.byHash(hash160(pubkey))?.path) continue
    keys.notice(hash160(pubkey), true)
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  // The last key of each chain of each account may be between two strides.
  const last = new Map(held().map(({ key }) => [`${key.path?.account}/${key.path?.chain}`, key]))
  for (const { hash } of last.values()) keys.notice(hash, true)
  const named = held().filter(({ key, label }) => label !== null && label !== key.label)
  try {
    atomically(() => {
      for (const { key, label } of named) keys.rename(key, label ?? '')
    })
  } catch (error) {
    keys.reload()
    throw error
  }
  return 'restored'
}

/** Restores redeem scripts and watched addresses. Returns how many were new. */
export function restoreScripts({ scripts, atomically }: Restoring, content: BackupContent): number {
  const before = scripts.list().length
  atomically(() => {
    for (const { kind, script, label } of content.scripts) {
      if (kind === 'redeem') scripts.addRedeem(script, label ?? '')
      else scripts.watch(script, label)
    }
  })
  return scripts.list().length - before
}

/** Restores what wallets moved in have brought besides keys and scripts. @throws WalletError `locked` */
export function restoreMovedIn({ keyring, book, recorder, atomically }: Restoring, content: BackupContent): void {
  let show: () => void = () => undefined
  try {
    atomically(() => {
      keyring.shielded.add(content.shielded)
      book.addForeign(content.names)
      show = recorder.addNotes(content.comments)
    })
  } catch (error) {
    book.reloadForeign()
    throw error
  }
  show()
  for (const { value } of content.shielded) value.fill(0)
}

import { equal, toLatin1 } from '../../../util/index.ts'
import { KeyTable } from './keyTable.ts'
import type { OldShieldedKey, OldTransaction } from './oldWallet.ts'
import { WalletDatError } from './walletDatError.ts'
import { walletDatText } from './walletDatText.ts'

/** Maximum number of records (wallet-dat.md §6). */
const MAX_RECORDS = 5_000_000
/** Estimated bytes of all content except keys. Further records are left out and counted. */
const MAX_CONTENT_BYTES = 96 * 2 ** 20
/** Estimated bytes of an entry besides its own data. */
const ENTRY_BYTES = 200
/** Maximum number of listed transactions without a comment; the others are counted. */
const MAX_PLAIN_TRANSACTIONS = 50_000
/** Maximum number of master keys that a passphrase is tried on; a wallet has one per passphrase. */
const MAX_MASTER_KEYS = 8
/** Number and length of texts that are kept once, such as purposes. */
const [MAX_INTERNED, MAX_INTERNED_LENGTH] = [1000, 32]
/** Maximum number of different names of skipped records; further ones are counted as `other`. */
const MAX_SKIPPED_NAMES = 50

/** Encrypted master key (`mkey` record), before its parameters are checked. */
export interface MasterKey {
  readonly id: number
  readonly encrypted: Uint8Array
  readonly salt: Uint8Array
  readonly method: number
  readonly iterations: number
}

export interface SeedRecord {
  readonly fingerprint: Uint8Array
  /** 32 bytes, or 48 if encrypted */
  readonly value: Uint8Array
}

interface AddressNote {
  readonly address: string
  label: string
  purpose: string
}

/** Collects the records of a wallet, in any order. Adding a record twice changes nothing. */
export class WalletContent {
  readonly table = new KeyTable()
  readonly masterKeys: MasterKey[] = []
  readonly addresses = new Map<string, AddressNote>()
  readonly scripts = new Map<string, Uint8Array>()
  readonly watchOnly = new Map<string, Uint8Array>()
  readonly transactions = new Map<string, OldTransaction>()
  readonly shielded = new Map<string, OldShieldedKey>()
  plainSeed: SeedRecord | undefined
  /** 32 bytes; undefined if there is no seed, or only an encrypted one */
  seedSecret: Uint8Array | undefined
  encryptedSeed: SeedRecord | undefined
  /** record name → number of unused or unreadable records */
  readonly skipped = new Map<string, number>()
  /** record name → number of unreadable records */
  readonly unreadable = new Map<string, number>()
  wrongChecksums = 0
  cutTexts = 0
  /** number of records that exceeded the limit on memory */
  leftOut = 0
  readonly #texts = new Map<string, string>()
  #records = 0
  #plainTransactions = 0
  #bytes = 0

  /** @throws WalletDatError `too-large` */
  countRecord(): void {
    if (++this.#records > MAX_RECORDS)
      throw new WalletDatError('too-large', walletDatText('manyRecords', { count: MAX_RECORDS }))
  }

  countSkipped(name: string): void {
    const shown = this.skipped.has(name) || this.skipped.size < MAX_SKIPPED_NAMES ? name : 'other'
    this.skipped.set(shown, (this.skipped.get(shown) ?? 0) + 1)
  }

  countUnreadable(name: string): void {
    this.countSkipped(name)
    this.unreadable.set(name, (this.unreadable.get(name) ?? 0) + 1)
  }

  countWrongChecksum(): void {
    this.wrongChecksums++
  }

  countCutText(): void {
    this.cutTexts++
  }

  /** Adds a master key, unless it is known or there are too many to try them all. */
  addMasterKey(key: MasterKey): void {
    if (this.masterKeys.length >= MAX_MASTER_KEYS) this.countSkipped('mkey')
    else if (!this.masterKeys.some(({ encrypted }) => equal(encrypted, key.encrypted))) this.masterKeys.push(key)
  }

  /** Returns one copy of a frequent text. */
  #intern(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    if (this.#texts.size < MAX_INTERNED && text.length <= MAX_INTERNED_LENGTH) this.#texts.set(text, text)
    return text
  }

  setLabel(address: string, label: string): void {
    const note = this.touchAddress(address, label.length)
    if (note !== undefined) note.label = this.#intern(label)
  }

  setPurpose(address: string, purpose: string): void {
    const note = this.touchAddress(address, purpose.length)
    if (note !== undefined) note.purpose = this.#intern(purpose)
  }

  /** Notes that the address book has the address. @returns undefined if the limit is reached */
  touchAddress(address: string, bytes = 0): AddressNote | undefined {
    const found = this.addresses.get(address)
    if (found !== undefined) return this.#hasRoom(bytes) ? found : undefined
    if (!this.#hasRoom(ENTRY_BYTES + address.length + bytes)) return undefined
    const note = { address, label: '', purpose: '' }
    this.addresses.set(address, note)
    return note
  }

  /** @param script not kept */
  addScript(script: Uint8Array): void {
    this.#addUnique(this.scripts, toLatin1(script), script.length, () => script.slice())
  }

  /** @param script not kept */
  addWatchOnly(script: Uint8Array): void {
    this.#addUnique(this.watchOnly, toLatin1(script), script.length, () => script.slice())
  }

  addTransaction(transaction: OldTransaction): void {
    const { txid, comment, to } = transaction
    const isPlain = comment === '' && to === ''
    const id = toLatin1(txid)
    if (this.transactions.has(id)) return
    if (isPlain && this.#plainTransactions >= MAX_PLAIN_TRANSACTIONS) {
      this.countSkipped('tx')
      return
    }
    if (isPlain) this.#plainTransactions++
    this.#addUnique(this.transactions, id, comment.length + to.length, () => transaction)
  }

  /** @param key and value are not kept */
  addShielded(kind: OldShieldedKey['kind'], encrypted: boolean, key: Uint8Array, value: Uint8Array): void {
    const id = `${kind} ${toLatin1(key)}`
    // A plain record wins over an encrypted one of the same key, which an interrupted encryption leaves behind.
    const known = this.shielded.get(id)
    if (known?.encrypted === true && !encrypted) this.shielded.delete(id)
    this.#addUnique(this.shielded, id, key.length + value.length, () => ({
      kind,
      encrypted,
      key: key.slice(),
      value: value.slice(),
    }))
  }

  addSeed(encrypted: boolean, fingerprint: Uint8Array, value: Uint8Array): void {
    const seed = { fingerprint: fingerprint.slice(), value: value.slice() }
    if (encrypted) this.encryptedSeed ??= seed
    else if (this.plainSeed === undefined) {
      this.plainSeed = seed
      this.seedSecret = seed.value
    }
  }

  /** True if the wallet has encrypted secrets. A lone master key encrypts nothing. */
  get isEncrypted(): boolean {
    if (this.encryptedSeed !== undefined) return true
    for (let row = 0; row < this.table.rows; row++) if (this.table.isLocked(row)) return true
    return false
  }

  /** True if no record with content of value was found. */
  get isEmpty(): boolean {
    return this.table.keys + this.scripts.size + this.watchOnly.size + this.shielded.size + this.transactions.size === 0
  }

  /** Overwrites all secrets with zeros. */
  wipe(): void {
    this.table.wipe()
    for (const { value } of this.shielded.values()) value.fill(0)
    this.shielded.clear()
    this.seedSecret?.fill(0)
    this.plainSeed?.value.fill(0)
  }

  #addUnique<T>(map: Map<string, T>, id: string, bytes: number, create: () => T): void {
    if (!map.has(id) && this.#hasRoom(ENTRY_BYTES + 2 * bytes)) map.set(id, create())
  }

  #hasRoom(bytes: number): boolean {
    if (this.#bytes + bytes > MAX_CONTENT_BYTES) {
      this.leftOut++
      return false
    }
    this.#bytes += bytes
    return true
  }
}

import type Database from 'better-sqlite3'
import { compareBytes } from '../../util/index.ts'

/** m / 44' / coin type' / account' / chain / child */
export interface KeyPath {
  readonly account: number
  /** 0 for receiving addresses, 1 for change */
  readonly chain: number
  readonly child: number
}

/** Key without its secret. */
export interface KeyRow {
  /** 33 or 65 bytes */
  readonly pubkey: Uint8Array
  /** null for a random or imported key, which no phrase restores */
  readonly path: KeyPath | null
  /** unix seconds */
  readonly created: number
  /** `retired`: was never shown or paid, and is never handed out */
  readonly source: 'generated' | 'imported' | 'derived' | 'retired'
  /** name in the address book; null for change and mining keys, which are not in it */
  readonly label: string | null
  /** position in the key pool, or null after it was handed out */
  readonly pool: number | null
}

/** Stored form of a secret: plain or encrypted. Both are null if seed and path derive it. */
export interface StoredSecret {
  readonly secret: Uint8Array | null
  readonly sealed: Uint8Array | null
}

export interface AccountRow {
  readonly account: number
  /** extended public key (BIP32) */
  readonly extended: string
  /** null for a prepared account that is not shown yet */
  readonly label: string | null
  readonly created: number
}

/** 64-byte BIP39 seed of a phrase, either plain or sealed. */
export interface SeedRow {
  readonly plain: Uint8Array | null
  readonly sealed: Uint8Array | null
  /** number of words of the phrase */
  readonly words: number
  /** birthday in unix seconds, before which nothing was paid to its keys; 0 if unknown */
  readonly birth: number
}

/** Entropy of a phrase that this program generated (16 or 32 bytes), either plain or sealed. */
export interface EntropyRow {
  readonly plain: Uint8Array | null
  readonly sealed: Uint8Array | null
}

/** Key derivation from the passphrase, and the wrapped master key. */
export interface EncryptionRow {
  readonly kdf: string
  readonly cost: number
  readonly blockSize: number
  readonly parallel: number
  readonly salt: Uint8Array
  /** the master key, sealed with the key derived from the passphrase */
  readonly wrapped: Uint8Array
}

export interface KeyTables {
  /** oldest first, without secrets */
  keys(): KeyRow[]
  addKeys(rows: readonly (KeyRow & StoredSecret)[]): void
  /** removes a key from the pool permanently */
  handOut(pubkey: Uint8Array, label: string | null): void
  /** removes all random keys from the pool without handing them out; the wallet keeps them */
  retireRandomKeys(): void
  /** marks a key outside the pool as retired, if it was never shown or paid */
  retireKey(pubkey: Uint8Array): void
  setKeyLabel(pubkey: Uint8Array, label: string | null): void
  /** returns undefined for an unknown key */
  secretOf(pubkey: Uint8Array): StoredSecret | undefined
  /** public keys whose secret is stored in plain */
  plainKeys(): Uint8Array[]
  /** replaces the plain secret with the encrypted one */
  sealKey(pubkey: Uint8Array, sealed: Uint8Array): void
  /**
   * Keeps an encrypted secret in memory for `writeSealedAhead`, so that encryption can run in steps. Does not change the file.
   */
  addSealedAhead(pubkey: Uint8Array, sealed: Uint8Array): void
  /** public keys of `plainKeys` whose secret was not sealed ahead */
  plainKeysNotSealedAhead(): Uint8Array[]
  /** Applies `sealKey` to all plain keys in a single statement. @throws if a secret was not sealed ahead */
  writeSealedAhead(): void
  /** Drops the secrets sealed ahead, because they must not be combined with another master key. */
  clearSealedAhead(): void
  accounts(): AccountRow[]
  putAccount(row: AccountRow): void
  seed(): SeedRow | undefined
  putSeed(row: SeedRow): void
  /** returns `undefined` if the user typed the words, or if an earlier version of the program generated them */
  entropy(): EntropyRow | undefined
  putEntropy(row: EntropyRow): void
  /** clears path and account of every derived key, which keeps its own secret; deletes accounts and entropy */
  detachKeys(secrets: readonly (StoredSecret & { readonly pubkey: Uint8Array })[]): void
  encryption(): EncryptionRow | undefined
  putEncryption(row: EncryptionRow): void
}

interface FlatKey extends Omit<KeyRow, 'path'> {
  readonly account: number | null
  readonly chain: number | null
  readonly child: number | null
}

function withPath({ account, chain, child, ...row }: FlatKey): KeyRow {
  const path = account === null || chain === null || child === null ? null : { account, chain, child }
  return { ...row, path }
}

function flatten({ path, ...row }: KeyRow & StoredSecret): FlatKey & StoredSecret {
  return { ...row, account: path?.account ?? null, chain: path?.chain ?? null, child: path?.child ?? null }
}

/** Returns the statements on keys, accounts, seed and encryption of an open wallet file. */
export function createKeyTables(db: Database.Database): KeyTables {
  const keys = db.prepare<[], FlatKey>(
    'SELECT pubkey, account, chain, child, created, source, label, pool FROM keys ORDER BY created, pubkey',
  )
  const insert = db.prepare<[FlatKey & StoredSecret]>(
    `INSERT INTO keys (pubkey, secret, sealed, account, chain, child, created, source, label, pool) VALUES
     (@pubkey, @secret, @sealed, @account, @chain, @child, @created, @source, @label, @pool)`,
  )
  const handOut = db.prepare<[string | null, Uint8Array]>('UPDATE keys SET pool = NULL, label = ? WHERE pubkey = ?')
  const retireRandom = db.prepare(
    "UPDATE keys SET pool = NULL, source = 'retired' WHERE pool IS NOT NULL AND account IS NULL",
  )
  const retire = db.prepare<[Uint8Array]>("UPDATE keys SET source = 'retired' WHERE pubkey = ?")
  const rename = db.prepare<[string | null, Uint8Array]>('UPDATE keys SET label = ? WHERE pubkey = ?')
  const secret = db.prepare<[Uint8Array], StoredSecret>('SELECT secret, sealed FROM keys WHERE pubkey = ?')
  const plain = db.prepare<[], Uint8Array>('SELECT pubkey FROM keys WHERE secret IS NOT NULL').pluck()
  const seal = db.prepare<[Uint8Array, Uint8Array]>('UPDATE keys SET secret = NULL, sealed = ? WHERE pubkey = ?')
  // In memory, like all temporary tables of this connection.
  db.exec('CREATE TEMP TABLE kept (pubkey BLOB PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID')
  const keep = db.prepare<[Uint8Array, Uint8Array]>('INSERT INTO temp.kept VALUES (?, ?)')
  const unkept = db
    .prepare<[], Uint8Array>(
      'SELECT pubkey FROM keys WHERE secret IS NOT NULL AND pubkey NOT IN (SELECT pubkey FROM temp.kept)',
    )
    .pluck()
  // Keys are never deleted or changed, so equal counts mean equal sets.
  const allKept = db
    .prepare<[], number>(
      'SELECT (SELECT count(*) FROM keys WHERE secret IS NOT NULL) = (SELECT count(*) FROM temp.kept)',
    )
    .pluck()
  // Half the time of an UPDATE FROM, which sorts its rows before writing them.
  const writeSealedAhead = db.prepare(
    `UPDATE keys SET secret = NULL, sealed = (SELECT sealed FROM temp.kept WHERE pubkey = keys.pubkey)
     WHERE secret IS NOT NULL`,
  )
  const clearSealedAhead = db.prepare('DELETE FROM temp.kept')
  const accounts = db.prepare<[], AccountRow>('SELECT * FROM accounts ORDER BY account')
  const putAccount = db.prepare<[AccountRow]>(
    'INSERT OR REPLACE INTO accounts VALUES (@account, @extended, @label, @created)',
  )
  const seed = db.prepare<[], SeedRow>('SELECT plain, sealed, words, birth FROM seed')
  const putSeed = db.prepare<[SeedRow]>('INSERT OR REPLACE INTO seed VALUES (1, @plain, @sealed, @words, @birth)')
  const entropy = db.prepare<[], EntropyRow>('SELECT plain, sealed FROM phrase')
  const putEntropy = db.prepare<[EntropyRow]>('INSERT OR REPLACE INTO phrase VALUES (1, @plain, @sealed)')
  // Retire keys that were never handed out, as a new phrase does with the random keys of the pool.
  const detach = db.prepare<[StoredSecret & { readonly pubkey: Uint8Array }]>(
    `UPDATE keys SET secret = @secret, sealed = @sealed, account = NULL, chain = NULL, child = NULL, pool = NULL,
     source = CASE WHEN pool IS NULL THEN 'generated' ELSE 'retired' END WHERE pubkey = @pubkey`,
  )
  const attached = db.prepare<[], number>('SELECT count(*) FROM keys WHERE account IS NOT NULL').pluck()
  const encryption = db.prepare<[], EncryptionRow>(
    'SELECT kdf, cost, blockSize, parallel, salt, wrapped FROM encryption',
  )
  const putEncryption = db.prepare<[EncryptionRow]>(
    'INSERT OR REPLACE INTO encryption VALUES (1, @kdf, @cost, @blockSize, @parallel, @salt, @wrapped)',
  )
  const addKeys = db.transaction((rows: readonly (KeyRow & StoredSecret)[]) => {
    // Insert in the table's key order, so that pages are filled one after the other.
    const sorted = rows.length > 1 ? rows.toSorted((a, b) => compareBytes(a.pubkey, b.pubkey)) : rows
    for (const row of sorted) insert.run(flatten(row))
  })

  return {
    keys: () => keys.all().map(withPath),
    addKeys,
    handOut(pubkey, label) {
      // The address is shown next, so the key must be in the file.
      if (handOut.run(label, pubkey).changes !== 1) throw new Error('a key is missing in the wallet file')
    },
    retireRandomKeys: () => void retireRandom.run(),
    retireKey: (pubkey) => void retire.run(pubkey),
    setKeyLabel: (pubkey, label) => void rename.run(label, pubkey),
    secretOf: (pubkey) => secret.get(pubkey),
    plainKeys: () => plain.all(),
    sealKey: (pubkey, sealed) => void seal.run(sealed, pubkey),
    addSealedAhead: (pubkey, sealed) => void keep.run(pubkey, sealed),
    plainKeysNotSealedAhead: () => (allKept.get() === 1 ? [] : unkept.all()),
    writeSealedAhead: () => void writeSealedAhead.run(),
    clearSealedAhead: () => void clearSealedAhead.run(),
    accounts: () => accounts.all(),
    putAccount: (row) => void putAccount.run(row),
    seed: () => seed.get(),
    putSeed: (row) => void putSeed.run(row),
    entropy: () => entropy.get(),
    putEntropy: (row) => void putEntropy.run(row),
    detachKeys(secrets) {
      for (const row of secrets) detach.run(row)
      if (attached.get() !== 0) throw new Error('a derived key of the wallet file has no secret')
      db.exec('DELETE FROM accounts; DELETE FROM phrase; DELETE FROM seed')
    },
    encryption: () => encryption.get(),
    putEncryption: (row) => void putEncryption.run(row),
  }
}

import type Database from 'better-sqlite3'
import { compareBytes } from '../../util/index.ts'

/** m / 44' / coin type' / account' / chain / child */
export interface KeyPath {
  readonly account: number
  /** 0: addresses that are shown; 1: change */
  readonly chain: number
  readonly child: number
}

/** A key without its secret. */
export interface KeyRow {
  /** 33 or 65 bytes */
  readonly pubkey: Uint8Array
  /** null: a random or imported key, which no phrase restores */
  readonly path: KeyPath | null
  /** unix seconds */
  readonly created: number
  /** `retired`: was never shown or paid, and is never to be handed out */
  readonly source: 'generated' | 'imported' | 'derived' | 'retired'
  /** name in the address book; null: change and mining keys, which are in no address book */
  readonly label: string | null
  /** position in the key pool; null once it was handed out */
  readonly pool: number | null
}

/** How a secret is stored: in plain, or encrypted. Both null where seed and path give it. */
export interface StoredSecret {
  readonly secret: Uint8Array | null
  readonly sealed: Uint8Array | null
}

export interface AccountRow {
  readonly account: number
  /** extended public key (BIP32) */
  readonly extended: string
  /** null: prepared, not shown yet */
  readonly label: string | null
  readonly created: number
}

/** The 64-byte BIP39 seed of a phrase, either plain or sealed. */
export interface SeedRow {
  readonly plain: Uint8Array | null
  readonly sealed: Uint8Array | null
  /** number of words of the phrase */
  readonly words: number
  /** birthday in unix seconds: nothing was paid to its keys before; 0: unknown */
  readonly birth: number
}

/** The entropy of a phrase that this program made (16 or 32 bytes), either plain or sealed. */
export interface EntropyRow {
  readonly plain: Uint8Array | null
  readonly sealed: Uint8Array | null
}

/** How the passphrase opens the master key. */
export interface EncryptionRow {
  readonly kdf: string
  readonly cost: number
  readonly blockSize: number
  readonly parallel: number
  readonly salt: Uint8Array
  /** the master key, sealed with the key that is derived from the passphrase */
  readonly wrapped: Uint8Array
}

/** The tables of keys and of their encryption. */
export interface KeyTables {
  /** oldest first, without secrets */
  keys(): KeyRow[]
  addKeys(rows: readonly (KeyRow & StoredSecret)[]): void
  /** takes a key out of the pool for good */
  handOut(pubkey: Uint8Array, label: string | null): void
  /** takes all random keys out of the pool without handing them out; they stay the wallet's */
  retireRandomKeys(): void
  /** a key outside the pool that nobody was shown and nothing was paid to */
  retireKey(pubkey: Uint8Array): void
  /** changes the label of a key, and nothing else */
  setKeyLabel(pubkey: Uint8Array, label: string | null): void
  /** undefined: no such key */
  secretOf(pubkey: Uint8Array): StoredSecret | undefined
  /** public keys whose secret is stored in plain */
  plainKeys(): Uint8Array[]
  /** replaces the plain secret by the encrypted one */
  sealKey(pubkey: Uint8Array, sealed: Uint8Array): void
  /** Keeps an encrypted secret in memory for `sealKept`; the file stays as it is, so that it can be done in steps. */
  keepSealed(pubkey: Uint8Array, sealed: Uint8Array): void
  /** public keys of `plainKeys` without a kept secret */
  plainUnkept(): Uint8Array[]
  /** `sealKey` for all plain keys in one statement. @throws when no secret was kept for one of them */
  sealKept(): void
  /** Drops the kept secrets: they belong to one master key, and must not be used with another. */
  forgetKept(): void
  accounts(): AccountRow[]
  putAccount(row: AccountRow): void
  seed(): SeedRow | undefined
  putSeed(row: SeedRow): void
  /** returns `undefined` if the words were typed in, or made by an earlier version of the program */
  entropy(): EntropyRow | undefined
  putEntropy(row: EntropyRow): void
  /** forgets path and account of every derived key, which stays as a key with a secret of its own; deletes accounts and entropy */
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

/** The statements on keys, accounts, seed and encryption of an open wallet file. */
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
  // In memory, as all temporary tables of this file are.
  db.exec('CREATE TEMP TABLE kept (pubkey BLOB PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID')
  const keep = db.prepare<[Uint8Array, Uint8Array]>('INSERT INTO temp.kept VALUES (?, ?)')
  const unkept = db
    .prepare<[], Uint8Array>(
      'SELECT pubkey FROM keys WHERE secret IS NOT NULL AND pubkey NOT IN (SELECT pubkey FROM temp.kept)',
    )
    .pluck()
  // Keys are never deleted or changed: equal counts mean equal sets.
  const allKept = db
    .prepare<[], number>(
      'SELECT (SELECT count(*) FROM keys WHERE secret IS NOT NULL) = (SELECT count(*) FROM temp.kept)',
    )
    .pluck()
  // Takes half the time of an UPDATE FROM, which sorts its rows before it writes them.
  const sealKept = db.prepare(
    `UPDATE keys SET secret = NULL, sealed = (SELECT sealed FROM temp.kept WHERE pubkey = keys.pubkey)
     WHERE secret IS NOT NULL`,
  )
  const forgetKept = db.prepare('DELETE FROM temp.kept')
  const accounts = db.prepare<[], AccountRow>('SELECT * FROM accounts ORDER BY account')
  const putAccount = db.prepare<[AccountRow]>(
    'INSERT OR REPLACE INTO accounts VALUES (@account, @extended, @label, @created)',
  )
  const seed = db.prepare<[], SeedRow>('SELECT plain, sealed, words, birth FROM seed')
  const putSeed = db.prepare<[SeedRow]>('INSERT OR REPLACE INTO seed VALUES (1, @plain, @sealed, @words, @birth)')
  const entropy = db.prepare<[], EntropyRow>('SELECT plain, sealed FROM phrase')
  const putEntropy = db.prepare<[EntropyRow]>('INSERT OR REPLACE INTO phrase VALUES (1, @plain, @sealed)')
  // A key that was never handed out is retired, as the random keys of the pool are when a phrase takes their place.
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
    // In the order of the table, so that many rows fill its pages one after the other.
    const sorted = rows.length > 1 ? rows.toSorted((a, b) => compareBytes(a.pubkey, b.pubkey)) : rows
    for (const row of sorted) insert.run(flatten(row))
  })

  return {
    keys: () => keys.all().map(withPath),
    addKeys,
    handOut(pubkey, label) {
      // Its address is shown next: the key must be in the file.
      if (handOut.run(label, pubkey).changes !== 1) throw new Error('a key is not in the wallet file')
    },
    retireRandomKeys: () => void retireRandom.run(),
    retireKey: (pubkey) => void retire.run(pubkey),
    setKeyLabel: (pubkey, label) => void rename.run(label, pubkey),
    secretOf: (pubkey) => secret.get(pubkey),
    plainKeys: () => plain.all(),
    sealKey: (pubkey, sealed) => void seal.run(sealed, pubkey),
    keepSealed: (pubkey, sealed) => void keep.run(pubkey, sealed),
    plainUnkept: () => (allKept.get() === 1 ? [] : unkept.all()),
    sealKept: () => void sealKept.run(),
    forgetKept: () => void forgetKept.run(),
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

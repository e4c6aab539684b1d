import type { Database, Statement } from 'better-sqlite3'
import type { AddressType, IndexedAddress } from '../core/index.ts'
import { indexedAddress, MAX_SCRIPT_SIZE, OP } from '../script/index.ts'
import type { Cell } from '../storage/index.ts'
import { PackedMap, toLatin1 } from '../util/index.ts'
import { fromSumCell } from './sums.ts'
import { UnwrittenOutputs } from './unwrittenOutputs.ts'

/** Columns of an address in the addresses table, including unwritten changes (see schema.ts). */
export interface AccountTotals {
  readonly id: number
  readonly balance: bigint
  readonly received: bigint
  readonly deltas: number
  readonly txs: number
  readonly utxos: number
  readonly zeros: number
}

/** Totals of one address, with its unwritten changes. */
export interface Account extends AccountTotals {
  readonly type: AddressType
  /** See `toAddressKey`. A byte array would take several times as much memory. */
  readonly key: string
  balance: bigint
  received: bigint
  deltas: number
  txs: number
  utxos: number
  zeros: number
  /**
   * Tx number of the transaction counted last in `txs`: negative if it was removed again, 0 if there is no such
   * transaction.
   */
  counted: number
  /** Balance and number of unspent outputs with a value that the totals include, see `TotalsTracker.include`. */
  includedBalance: bigint
  includedEntries: number
  /** True if the address has a row in the addresses table. */
  stored: boolean
  dirty: boolean
  /** Unwritten address_deltas rows: tx, io, value of each in sequence. */
  readonly newDeltas: Cell[]
  /** Ids of new outputs, including those spent before they were written (see `Accounts.unwritten`). */
  readonly newUnspent: number[]
  /** Ids of written outputs that have been spent since. */
  readonly goneUnspent: number[]
}

/** Maximum number of accounts cached after a flush. Each takes about 500 bytes. The benchmark chain uses 6,000. */
const MAX_ACCOUNTS = 50_000
/** Maximum number of scripts whose address is cached. Saves a hash and a lookup for each repeated payee. */
const MAX_SCRIPTS = 100_000
/** Longer scripts are not cached: they carry data and rarely repeat. */
const MAX_SCRIPT_BYTES = 120

/** Number of unwritten changes from which an address is dense: they fill several pages on their own. */
const DENSE_DELTAS = 500

/** Returns the map key of an address: its type and hash, one character per byte. */
const toAddressKey = (address: IndexedAddress): string => String.fromCharCode(address.type) + toLatin1(address.hash)

/** Returns the hash part of a key as bytes for a column. */
export const hashOfKey = (key: string): Uint8Array => Buffer.from(key.slice(1), 'latin1')

interface AccountRow {
  readonly id: bigint
  readonly balance: unknown
  readonly received: unknown
  readonly deltas: bigint
  readonly txs: bigint
  readonly utxos: bigint
  readonly zeros: bigint
}

class AddressRows {
  readonly #select: Statement<[Uint8Array, number], AccountRow>
  readonly #selectLast: Statement<[], number>

  constructor(db: Database) {
    this.#select = db
      .prepare<[Uint8Array, number], AccountRow>(
        'SELECT id, balance, received, deltas, txs, utxos, zeros FROM addresses WHERE hash = ? AND type = ?',
      )
      .safeIntegers()
    this.#selectLast = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM addresses').pluck()
  }

  find(address: IndexedAddress): AccountTotals | undefined {
    const row = this.#select.get(address.hash, address.type)
    if (row === undefined) return undefined
    return {
      id: Number(row.id),
      balance: fromSumCell(row.balance),
      received: fromSumCell(row.received),
      deltas: Number(row.deltas),
      txs: Number(row.txs),
      utxos: Number(row.utxos),
      zeros: Number(row.zeros),
    }
  }

  lastId(): number {
    return this.#selectLast.get() ?? 0
  }
}

const inIdOrder = (accounts: Iterable<Account>) => [...accounts].sort((a, b) => a.id - b.id)

/**
 * Cache of accounts by script. There is only one Account object per address at any time. It is dropped only while no
 * account has unwritten changes, and callers fetch it again afterwards.
 */
export class Accounts {
  readonly #rows: AddressRows
  readonly #byKey = new Map<string, Account>()
  /** Contains only accounts that are also in `#byKey`, or null if the script is not indexed. */
  readonly #byScript = new PackedMap<Account | null>()
  readonly #dirty = new Set<Account>()
  readonly #dense = new Set<Account>()
  #nextId: number | undefined
  /** An output that is spent soon never reaches the table. */
  readonly unwritten = new UnwrittenOutputs()

  constructor(db: Database) {
    this.#rows = new AddressRows(db)
  }

  /** Returns the account that a script pays to, creating it if necessary, or undefined if the script is not indexed. */
  ofScript(script: Uint8Array): Account | undefined {
    // Unspendable outputs are not in the UTXO set, so they belong to no address.
    if (script[0] === OP.OP_RETURN || script.length > MAX_SCRIPT_SIZE) return undefined
    const isKept = script.length <= MAX_SCRIPT_BYTES
    const known = isKept ? this.#byScript.get(script) : undefined
    if (known !== undefined) return known ?? undefined
    const address = indexedAddress(script)
    const account = address && this.#resolve(address)
    if (isKept) {
      if (this.#byScript.size >= MAX_SCRIPTS) this.#byScript.clear()
      this.#byScript.add(script, account ?? null)
    }
    return account
  }

  /** Returns the totals of an address without caching them, or undefined if the address is unknown. */
  find(address: IndexedAddress): AccountTotals | undefined {
    return this.#byKey.get(toAddressKey(address)) ?? this.#rows.find(address)
  }

  /** Marks the account as having unwritten changes. */
  touch(account: Account): void {
    if (account.newDeltas.length === 3 * DENSE_DELTAS) this.#dense.add(account)
    if (account.dirty) return
    account.dirty = true
    this.#dirty.add(account)
  }

  /** Returns accounts with unwritten changes, in id order. */
  touched(): Account[] {
    return inIdOrder(this.#dirty)
  }

  /**
   * Returns accounts with many unwritten changes, in id order. Writing an account with few changes modifies a page for
   * a few rows, and the same page again at the next write.
   */
  dense(): Account[] {
    return inIdOrder(this.#dense)
  }

  flushed(written: readonly Account[]): void {
    for (const account of written) {
      account.dirty = false
      this.#dirty.delete(account)
      this.#dense.delete(account)
    }
    // Only while no account has unwritten changes: there must be one object per address.
    if (this.#dirty.size === 0 && this.#byKey.size > MAX_ACCOUNTS) {
      this.#byKey.clear()
      this.#byScript.clear()
    }
  }

  /** Removes an account whose last delta was removed. Its id is reused if it was the newest. */
  remove(account: Account): void {
    this.#dirty.delete(account)
    this.#dense.delete(account)
    account.dirty = false
    this.#byKey.delete(account.key)
    this.#byScript.clear()
    if (this.#nextId !== undefined && account.id === this.#nextId - 1) this.#nextId = account.id
  }

  /** Drops all accounts, including unwritten changes. */
  clear(): void {
    this.#byKey.clear()
    this.#byScript.clear()
    this.#dirty.clear()
    this.#dense.clear()
    this.unwritten.clear()
    this.#nextId = undefined
  }

  #takeId(): number {
    this.#nextId ??= this.#rows.lastId() + 1
    return this.#nextId++
  }

  /** Returns the account of the address: cached, stored or new. */
  #resolve(address: IndexedAddress): Account {
    const key = toAddressKey(address)
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const before = this.#rows.find(address)
    const totals = before ?? { id: this.#takeId(), balance: 0n, received: 0n, deltas: 0, txs: 0, utxos: 0, zeros: 0 }
    const account: Account = {
      ...totals,
      counted: 0,
      includedBalance: totals.balance,
      includedEntries: totals.utxos - totals.zeros,
      type: address.type,
      key,
      stored: before !== undefined,
      dirty: false,
      newDeltas: [],
      newUnspent: [],
      goneUnspent: [],
    }
    this.#byKey.set(key, account)
    return account
  }
}

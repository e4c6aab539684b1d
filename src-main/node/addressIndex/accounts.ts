import type { Database, Statement } from 'better-sqlite3'
import type { AddressType, IndexedAddress } from '../core/index.ts'
import { indexedAddress, MAX_SCRIPT_SIZE, OP } from '../script/index.ts'
import type { Cell } from '../storage/index.ts'
import { PackedMap, toLatin1 } from '../util/index.ts'
import { fromSumCell } from './sums.ts'

/** The columns of an address in the addresses table, unwritten changes included; see schema.ts. */
export interface AccountTotals {
  readonly id: number
  readonly balance: bigint
  readonly received: bigint
  readonly deltas: number
  readonly txs: number
  readonly utxos: number
  readonly zeros: number
}

/** The totals of one address, and what was not written yet. */
export interface Account extends AccountTotals {
  readonly type: AddressType
  /** see `keyOf`: an array of the hash would take several times as much memory */
  readonly key: string
  balance: bigint
  received: bigint
  deltas: number
  txs: number
  utxos: number
  zeros: number
  /** Tx number of the transaction that was counted in `txs` last, negative if it was taken out of it; 0: none. */
  counted: number
  /** has its row in the addresses table */
  stored: boolean
  /** in the unwritten set */
  dirty: boolean
  /** unwritten address_deltas rows: tx, io, value one after another */
  readonly newDeltas: Cell[]
  /** Ids of new outputs; those that were spent before they were written are among them, see `Accounts.unwritten`. */
  readonly newUnspent: number[]
  /** ids of written outputs that were spent since */
  readonly goneUnspent: number[]
}

/** Addresses kept after a flush. One costs about 500 bytes; 6,000 are in use on the benchmark chain. */
const MAX_ACCOUNTS = 50_000
/** Scripts whose address is remembered: saves a hash and a look-up for each repeated payee. */
const MAX_SCRIPTS = 100_000
/** Longer scripts carry data and hardly ever repeat. */
const MAX_SCRIPT_BYTES = 120

/** Unwritten changes of an address that fill several pages by themselves. */
const DENSE_DELTAS = 500

/** The type and the hash, a character for each byte. */
const keyOf = (address: IndexedAddress): string => String.fromCharCode(address.type) + toLatin1(address.hash)

/** What follows the type in a key, for a column. */
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

/** The rows of the addresses table. */
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
 * The addresses by script. There is one Account object per address at any time: it is dropped only while it has nothing
 * unwritten, and every caller asks here again afterwards.
 */
export class Accounts {
  readonly #rows: AddressRows
  readonly #byKey = new Map<string, Account>()
  /** Never holds an account that `#byKey` has lost; null: the script is not indexed. */
  readonly #byScript = new PackedMap<Account | null>()
  readonly #dirty = new Set<Account>()
  readonly #dense = new Set<Account>()
  #nextId: number | undefined
  /** Values of new outputs that are neither written nor spent, by id: an output that is spent soon never reaches the table. */
  readonly unwritten = new Map<number, Cell>()

  constructor(db: Database) {
    this.#rows = new AddressRows(db)
  }

  /** Returns the account that a script pays to, made if need be; undefined for scripts that are not indexed. */
  ofScript(script: Uint8Array): Account | undefined {
    // Unspendable outputs are not coins of the ledger, so they belong to no address.
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

  /** Returns what is known of an address; remembers nothing. */
  find(address: IndexedAddress): AccountTotals | undefined {
    return this.#byKey.get(keyOf(address)) ?? this.#rows.find(address)
  }

  /** The account got something unwritten. */
  touch(account: Account): void {
    if (account.newDeltas.length === 3 * DENSE_DELTAS) this.#dense.add(account)
    if (account.dirty) return
    account.dirty = true
    this.#dirty.add(account)
  }

  /** Returns accounts with something unwritten, in id order. */
  touched(): Account[] {
    return inIdOrder(this.#dirty)
  }

  /**
   * Returns those of them with many changes, in id order. Fewer change a page for a few rows, and the same page again at the
   * next write.
   */
  dense(): Account[] {
    return inIdOrder(this.#dense)
  }

  /** The accounts were written. */
  flushed(written: readonly Account[]): void {
    for (const account of written) {
      account.dirty = false
      this.#dirty.delete(account)
      this.#dense.delete(account)
    }
    // Not while any has something unwritten: there must be one object per address.
    if (this.#dirty.size === 0 && this.#byKey.size > MAX_ACCOUNTS) {
      this.#byKey.clear()
      this.#byScript.clear()
    }
  }

  /** Forgets an account whose last delta was removed; its id is free again if it was the newest. */
  remove(account: Account): void {
    this.#dirty.delete(account)
    this.#dense.delete(account)
    account.dirty = false
    this.#byKey.delete(account.key)
    this.#byScript.clear()
    if (this.#nextId !== undefined && account.id === this.#nextId - 1) this.#nextId = account.id
  }

  /** Forgets everything, written or not. */
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

  /** Returns the account of the address: remembered, stored or new. */
  #resolve(address: IndexedAddress): Account {
    const key = keyOf(address)
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const before = this.#rows.find(address)
    const totals = before ?? { id: this.#takeId(), balance: 0n, received: 0n, deltas: 0, txs: 0, utxos: 0, zeros: 0 }
    const account: Account = {
      ...totals,
      counted: 0,
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

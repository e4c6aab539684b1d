import type { Database } from 'better-sqlite3'
import type { AddressType, IndexedAddress } from '../core/index.ts'
import { indexedAddress, MAX_SCRIPT_SIZE, OP } from '../script/index.ts'
import type { Cell } from '../storage/index.ts'
import { PackedMap, toLatin1 } from '../util/index.ts'
import { fromSumCell } from './sums.ts'

/** What the addresses table holds of an address, unwritten changes included; see schema.ts. */
export interface Standing {
  readonly id: number
  readonly balance: bigint
  readonly received: bigint
  readonly deltas: number
  readonly txs: number
  readonly utxos: number
  readonly zeros: number
}

/** The standing of one address, and what was not written yet. */
export interface Account extends Standing {
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

/**
 * The addresses by script. There is one Account object per address at any time: it is dropped only while it has nothing
 * unwritten, and everybody asks here again afterwards.
 */
export interface Accounts {
  /** The account that a script pays to; undefined for scripts that are not indexed. A new one is created if need be. */
  ofScript(script: Uint8Array): Account | undefined
  /** Values of new outputs that are neither written nor spent, by id: an output that is spent soon never reaches the table. */
  readonly unwritten: Map<number, Cell>
  /** remembers nothing */
  find(address: IndexedAddress): Standing | undefined
  /** the account got something unwritten */
  touch(account: Account): void
  /** accounts with something unwritten, in id order */
  touched(): Account[]
  /**
   * Those of them with many changes, in id order. Fewer change a page for a few rows, and the same page again at the next write.
   */
  dense(): Account[]
  /** these were written */
  flushed(accounts: readonly Account[]): void
  /** forgets an account whose last delta was taken back; its id is free again if it was the newest */
  remove(account: Account): void
  /** forgets everything, written or not */
  clear(): void
}

/** What the addresses table holds. */
function createAddressRows(db: Database) {
  const select = db
    .prepare<[Uint8Array, number], AccountRow>(
      'SELECT id, balance, received, deltas, txs, utxos, zeros FROM addresses WHERE hash = ? AND type = ?',
    )
    .safeIntegers()
  const selectLast = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM addresses').pluck()
  return {
    find(address: IndexedAddress): Standing | undefined {
      const row = select.get(address.hash, address.type)
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
    },
    lastId: (): number => selectLast.get() ?? 0,
  }
}

export function createAccounts(db: Database): Accounts {
  const rows = createAddressRows(db)
  const byKey = new Map<string, Account>()
  /** Never holds an account that byKey has lost; null: the script is not indexed. */
  const byScript = new PackedMap<Account | null>()
  const dirty = new Set<Account>()
  const dense = new Set<Account>()
  const unwritten = new Map<number, Cell>()
  const inOrder = (accounts: Iterable<Account>) => [...accounts].sort((a, b) => a.id - b.id)
  let nextId: number | undefined

  function freshId(): number {
    nextId ??= rows.lastId() + 1
    return nextId++
  }

  /** The account of the address: remembered, stored or new. */
  function resolve(address: IndexedAddress): Account {
    const key = keyOf(address)
    const known = byKey.get(key)
    if (known !== undefined) return known
    const before = rows.find(address)
    const standing = before ?? { id: freshId(), balance: 0n, received: 0n, deltas: 0, txs: 0, utxos: 0, zeros: 0 }
    const account: Account = {
      ...standing,
      counted: 0,
      type: address.type,
      key,
      stored: before !== undefined,
      dirty: false,
      newDeltas: [],
      newUnspent: [],
      goneUnspent: [],
    }
    byKey.set(key, account)
    return account
  }

  return {
    unwritten,
    ofScript(script) {
      // Unspendable outputs are not coins of the ledger, so they belong to no address.
      if (script[0] === OP.OP_RETURN || script.length > MAX_SCRIPT_SIZE) return undefined
      const isKept = script.length <= MAX_SCRIPT_BYTES
      const known = isKept ? byScript.get(script) : undefined
      if (known !== undefined) return known ?? undefined
      const address = indexedAddress(script)
      const account = address && resolve(address)
      if (isKept) {
        if (byScript.size >= MAX_SCRIPTS) byScript.clear()
        byScript.add(script, account ?? null)
      }
      return account
    },
    find: (address) => byKey.get(keyOf(address)) ?? rows.find(address),
    touch(account) {
      if (account.newDeltas.length === 3 * DENSE_DELTAS) dense.add(account)
      if (account.dirty) return
      account.dirty = true
      dirty.add(account)
    },
    touched: () => inOrder(dirty),
    dense: () => inOrder(dense),
    flushed(written) {
      for (const account of written) {
        account.dirty = false
        dirty.delete(account)
        dense.delete(account)
      }
      // Not while any has something unwritten: there must be one object per address.
      if (dirty.size === 0 && byKey.size > MAX_ACCOUNTS) {
        byKey.clear()
        byScript.clear()
      }
    },
    remove(account) {
      dirty.delete(account)
      dense.delete(account)
      account.dirty = false
      byKey.delete(account.key)
      byScript.clear()
      if (nextId !== undefined && account.id === nextId - 1) nextId = account.id
    },
    clear() {
      byKey.clear()
      byScript.clear()
      dirty.clear()
      dense.clear()
      unwritten.clear()
      nextId = undefined
    },
  }
}

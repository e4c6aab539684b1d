import type { Database } from 'better-sqlite3'
import type { AddressType, IndexedAddress } from '../interfaces.ts'
import { indexedAddress, MAX_SCRIPT_SIZE } from '../script/index.ts'
import type { Cell } from '../storage/index.ts'
import { ByteMap, toLatin1 } from '../util/index.ts'
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
  readonly hash: Uint8Array
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
  /** unwritten outputs by id */
  readonly newUnspent: Map<number, bigint>
  /** ids of written outputs that were spent since */
  readonly goneUnspent: number[]
}

/** Addresses kept after a flush. One costs about 600 bytes; 6,000 are in use on the benchmark chain. */
const MAX_ACCOUNTS = 50_000
/** Scripts whose address is remembered: saves a hash and a look-up for each repeated payee. */
const MAX_SCRIPTS = 100_000
/** Longer scripts carry data and hardly ever repeat. */
const MAX_SCRIPT_BYTES = 120
const OP_RETURN = 0x6a

const keyOf = (address: IndexedAddress): string => String.fromCharCode(address.type) + toLatin1(address.hash)

/** A script, and the account that it pays to; undefined: it is not indexed. */
interface Payee {
  readonly script: Uint8Array
  readonly account: Account | undefined
}

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
  /** remembers nothing */
  find(address: IndexedAddress): Standing | undefined
  /** marks the account as having something unwritten */
  touch(account: Account): void
  /** Accounts with something unwritten, in id order. @param which those of them */
  touched(which?: (account: Account) => boolean): Account[]
  /** these were written */
  flushed(accounts: readonly Account[]): void
  /** forgets an account whose last delta was taken back; its id is free again if it was the newest */
  remove(account: Account): void
  /** forgets everything, written or not */
  clear(): void
}

export function createAccounts(db: Database): Accounts {
  const select = db
    .prepare<[Uint8Array, number], AccountRow>(
      'SELECT id, balance, received, deltas, txs, utxos, zeros FROM addresses WHERE hash = ? AND type = ?',
    )
    .safeIntegers()
  const selectLast = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM addresses').pluck()
  const byKey = new Map<string, Account>()
  /** Never holds an account that byKey has lost. */
  const byScript = new ByteMap<Payee>(({ script }) => script)
  const dirty = new Set<Account>()
  let nextId: number | undefined

  function stored(address: IndexedAddress): Standing | undefined {
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
  }

  function freshId(): number {
    nextId ??= (selectLast.get() ?? 0) + 1
    return nextId++
  }

  /** The account of the key: remembered, stored or new. */
  function resolve(key: string, { type, hash }: IndexedAddress): Account {
    const known = byKey.get(key)
    if (known !== undefined) return known
    const before = stored({ type, hash })
    const standing = before ?? { id: freshId(), balance: 0n, received: 0n, deltas: 0, txs: 0, utxos: 0, zeros: 0 }
    // The hash is copied for the same reason as the script below.
    const account: Account = {
      ...standing,
      counted: 0,
      type,
      hash: new Uint8Array(hash),
      stored: before !== undefined,
      dirty: false,
      newDeltas: [],
      newUnspent: new Map(),
      goneUnspent: [],
    }
    byKey.set(key, account)
    return account
  }

  return {
    ofScript(script) {
      // Unspendable outputs are not coins of the ledger, so they belong to no address.
      if (script[0] === OP_RETURN || script.length > MAX_SCRIPT_SIZE) return undefined
      const isKept = script.length <= MAX_SCRIPT_BYTES
      const known = isKept ? byScript.get(script) : undefined
      if (known !== undefined) return known.account
      const address = indexedAddress(script)
      const account = address && resolve(keyOf(address), address)
      if (isKept) {
        if (byScript.size >= MAX_SCRIPTS) byScript.clear()
        // Copied: as a view of a block it would keep the whole block in memory.
        byScript.add({ script: new Uint8Array(script), account })
      }
      return account
    },
    find: (address) => byKey.get(keyOf(address)) ?? stored(address),
    touch(account) {
      if (account.dirty) return
      account.dirty = true
      dirty.add(account)
    },
    touched(which = () => true) {
      const found: Account[] = []
      for (const account of dirty) if (which(account)) found.push(account)
      return found.sort((a, b) => a.id - b.id)
    },
    flushed(written) {
      for (const account of written) {
        account.dirty = false
        dirty.delete(account)
      }
      // Not while any has something unwritten: there must be one object per address.
      if (dirty.size === 0 && byKey.size > MAX_ACCOUNTS) {
        byKey.clear()
        byScript.clear()
      }
    },
    remove(account) {
      dirty.delete(account)
      account.dirty = false
      byKey.delete(keyOf(account))
      byScript.clear()
      if (nextId !== undefined && account.id === nextId - 1) nextId = account.id
    },
    clear() {
      byKey.clear()
      byScript.clear()
      dirty.clear()
      nextId = undefined
    },
  }
}

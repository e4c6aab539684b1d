import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlockEntry, ConnectedBlock, ConnectedTx } from '../../core/index.ts'
import { computeTxid, isCoinbase, transactionSize } from '../../primitives/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { type Database, Storage } from '../../storage/index.ts'
import { createAddressIndex } from '../addressIndex.ts'
import { addressIndexMigrations } from '../schema.ts'

/** Inputs and outputs of a test transaction, which are not validated. */
export interface TestTx {
  readonly spend: readonly OutPoint[]
  readonly pay: readonly TxOut[]
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {}, child: () => SILENT }

/** Creates a chain without consensus rules, for tests: only the ledger of storage and the index that follows it. */
export function createTestLedger() {
  const dataDir = mkdtempSync(join(tmpdir(), 'address-index-'))
  const migrations = [addressIndexMigrations]
  const identity = { magic: new Uint8Array(4), genesisHash: new Uint8Array(32) }
  const storage = Storage.open({ dataDir, ...identity, migrations, durable: false }, { logger: SILENT })
  const { ledger, db } = storage
  const index = createAddressIndex({ db, ledger: () => ledger })
  let connected: ConnectedBlock[] = []
  let committed: ConnectedBlock[] = []
  let lockTime = 0
  storage.begin()

  /** The lock time makes the txid unique. */
  function build({ spend, pay }: TestTx): Transaction {
    const vin = spend.map((prevout) => ({ prevout, scriptSig: new Uint8Array(0), sequence: 0 }))
    const nothing = { hash: new Uint8Array(32), index: 0xffffffff }
    const coinbase = [{ prevout: nothing, scriptSig: new Uint8Array(2), sequence: 0 }]
    const shielded = { shieldedSpends: [], shieldedOutputs: [], joinSplits: [] }
    const rest = { valueBalance: 0n, joinSplitAuth: new Uint8Array(0), bindingSig: new Uint8Array(0) }
    const form = { overwintered: false, version: 1, versionGroupId: 0, expiryHeight: 0 }
    return { ...form, vin: vin.length > 0 ? vin : coinbase, vout: pay, lockTime: lockTime++, ...shielded, ...rest }
  }

  function connect(txs: readonly Transaction[]): readonly ConnectedTx[] {
    const height = connected.length + 1
    ledger.beginBlock()
    const done = txs.map((tx, position): ConnectedTx => {
      const spent = isCoinbase(tx) ? [] : tx.vin.map(({ prevout }, input) => ledger.take(prevout, input)!)
      const txid = computeTxid(tx)
      const txNum = ledger.add(tx, { txid, height, position, offset: 0, size: transactionSize(tx) })
      return { tx, txid, txNum, spent }
    })
    ledger.endBlock()
    const block: ConnectedBlock = {
      entry: { height } as BlockEntry,
      block: { header: {} as never, txs: [] },
      txs: done,
    }
    index.observer.connect(block)
    connected.push(block)
    return done
  }

  return {
    index,
    db: db as Database,
    blocks: (): readonly ConnectedBlock[] => connected,
    /** Connects a block of new transactions. */
    mine: (txs: readonly TestTx[]) => connect(txs.map(build)),
    connect,
    disconnect(): void {
      const block = connected.pop()!
      index.observer.disconnect(block)
      ledger.removeBlock(block.txs)
    },
    commit(): void {
      index.observer.flush?.()
      storage.commit({ tip: undefined, indexed: { file: 0, offset: 0 } })
      committed = [...connected]
      storage.begin()
    },
    /** Rolls back to the last commit. */
    rollback(): void {
      storage.rollback()
      index.observer.discard?.()
      connected = [...committed]
      storage.begin()
    },
    close(): void {
      storage.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export type TestLedger = ReturnType<typeof createTestLedger>

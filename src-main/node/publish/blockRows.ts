/** What one block adds to the tables in PostgreSQL. Pure. */
import {
  type Block,
  isCoinbase,
  type OutPoint,
  serializeHeader,
  serializeTransaction,
  type Transaction,
  workOf,
} from '../primitives/index.ts'
import { indexedAddress, MAX_SCRIPT_SIZE, OP } from '../script/index.ts'
import type { Cell } from '../storage/index.ts'
import { concat, toLatin1 } from '../util/index.ts'

/** A transaction as it stands in its block and in the chain. */
export interface LocatedTx {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly ordinal: number
  readonly raw: Uint8Array
}

/** What chain.db knows of a block. Satoshis; null where the block never connected. */
export interface BlockFacts {
  readonly hash: Uint8Array
  readonly height: number
  readonly size: number
  readonly supply: readonly (bigint | null)[]
}

/** An output that an input spends. */
export interface PaidOutput {
  readonly id: number
  readonly value: bigint
  readonly script: Uint8Array
}

/** What happened to one address; `id` is that of the output it first appeared with, if that is here. */
export interface AddressChange {
  readonly type: number
  readonly hash: Uint8Array
  firstOutput: number | undefined
  balance: bigint
  received: bigint
  deltas: number
  txs: number
  utxos: number
  zeros: number
  /** the last transaction that was counted in `txs` */
  counted: number
  /** tx, io, value, height */
  readonly rows: [tx: number, io: number, value: bigint, height: number][]
  /** new outputs that are not spent here, by id */
  readonly made: Map<number, bigint>
  /** older outputs that are spent here */
  readonly spent: number[]
}

/** Up to and with the last block. */
export interface RunningTotals {
  work: bigint
  txs: number
}

/** The block that was published last; `height` is −1 before the first one. */
export interface Cursor extends Readonly<RunningTotals> {
  readonly height: number
  readonly hash: Uint8Array | undefined
  /** number of the next transaction */
  readonly nextOrdinal: number
  /** position of the last notarisation; those are never rolled back with their blocks */
  readonly notarised: number
}

export interface BlockRows {
  readonly blocks: Cell[][]
  readonly txs: Cell[][]
  readonly tx_outputs: Cell[][]
  readonly tx_inputs: Cell[][]
  readonly addresses: Map<string, AddressChange>
  /** spends of outputs that hold conditions, which modules may have indexed */
  readonly conditions: {
    readonly output: number
    readonly txid: Uint8Array
    readonly index: number
    readonly by: number
  }[]
}

export const emptyRows = (): BlockRows => ({
  blocks: [],
  txs: [],
  tx_outputs: [],
  tx_inputs: [],
  addresses: new Map(),
  conditions: [],
})

/** A condition pushed by the first byte, as modules look for them. */
const mayBeCondition = (script: Uint8Array) => script[(script[0] ?? 0) + 1] === OP.OP_CHECKCRYPTOCONDITION

/** Provably unspendable outputs are no coins of the ledger. */
const isUnspendable = (script: Uint8Array) => script[0] === OP.OP_RETURN || script.length > MAX_SCRIPT_SIZE

/**
 * Adds the rows of the next block.
 * @param find the output that an input spends: of this block, of one before it, or stored
 * @throws Error if an output is not there
 */
export function addBlock(
  rows: BlockRows,
  totals: RunningTotals,
  { block, facts, txs }: { readonly block: Block; readonly facts: BlockFacts; readonly txs: readonly LocatedTx[] },
  find: (prevout: OutPoint, before: number) => PaidOutput,
): void {
  const { header } = block
  const { height, hash, size, supply } = facts
  totals.work += workOf(header.bits)
  totals.txs += block.txs.length
  const place = [height, hash, header.prevHash, header.time, header.bits, header.version, size, block.txs.length]
  const first = txs[0]?.ordinal ?? 0
  const apart = txs.length === 0 ? concat(...block.txs.map(serializeTransaction)) : null
  rows.blocks.push([...place, first, totals.work, totals.txs, ...supply, serializeHeader(header), apart])
  txs.forEach(({ tx, txid, ordinal, raw }, position) => {
    rows.txs.push([ordinal, txid, height, position, tx.version, tx.vout.length, raw])
    if (!isCoinbase(tx)) addInputs(rows, { tx, ordinal, height }, find)
    addOutputs(rows, { tx, ordinal, height })
  })
}

type Place = { readonly tx: Transaction; readonly ordinal: number; readonly height: number }

function addInputs(
  rows: BlockRows,
  { tx, ordinal, height }: Place,
  find: (prevout: OutPoint, before: number) => PaidOutput,
): void {
  tx.vin.forEach(({ prevout }, input) => {
    const { id, value, script } = find(prevout, ordinal)
    rows.tx_inputs.push([id, height, ordinal, input])
    if (mayBeCondition(script))
      rows.conditions.push({ output: id, txid: prevout.hash, index: prevout.index, by: ordinal })
    const change = changeOf(rows, script)
    if (change === undefined) return
    count(change, ordinal, height, 2 * input + 1, -value)
    change.utxos--
    if (value === 0n) change.zeros--
    if (!change.made.delete(id)) change.spent.push(id)
  })
}

function addOutputs(rows: BlockRows, { tx, ordinal, height }: Place): void {
  tx.vout.forEach(({ value, scriptPubKey }, index) => {
    if (isUnspendable(scriptPubKey)) return
    const id = ordinal + index
    rows.tx_outputs.push([id, height, value, scriptPubKey])
    const change = changeOf(rows, scriptPubKey)
    if (change === undefined) return
    change.firstOutput ??= id
    count(change, ordinal, height, 2 * index, value)
    change.received += value
    change.utxos++
    if (value === 0n) change.zeros++
    change.made.set(id, value)
  })
}

function count(change: AddressChange, tx: number, height: number, io: number, value: bigint): void {
  change.rows.push([tx, io, value, height])
  change.balance += value
  change.deltas++
  if (change.counted !== tx) change.txs++
  change.counted = tx
}

function changeOf({ addresses }: BlockRows, script: Uint8Array): AddressChange | undefined {
  const address = indexedAddress(script)
  if (address === undefined) return undefined
  const key = String.fromCharCode(address.type) + toLatin1(address.hash)
  const known = addresses.get(key)
  if (known !== undefined) return known
  const change: AddressChange = {
    ...{ type: address.type, hash: address.hash, firstOutput: undefined, balance: 0n, received: 0n, deltas: 0, txs: 0 },
    ...{ utxos: 0, zeros: 0, counted: 0, rows: [], made: new Map(), spent: [] },
  }
  addresses.set(key, change)
  return change
}

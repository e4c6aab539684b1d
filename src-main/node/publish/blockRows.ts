/** Converts one block to the rows it adds to the tables in PostgreSQL. Pure functions. */
import {
  type Block,
  computeWork,
  isCoinbase,
  type OutPoint,
  serializeHeader,
  serializeTransaction,
  type Transaction,
} from '../primitives/index.ts'
import { indexedAddress, MAX_SCRIPT_SIZE, OP } from '../script/index.ts'
import type { Cell } from '../storage/index.ts'
import { concat, toLatin1 } from '../util/index.ts'

export interface LocatedTx {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly ordinal: number
  readonly raw: Uint8Array
}

/** Data of a block from chain.db. Amounts in satoshis, null if the block was never connected. */
export interface BlockFacts {
  readonly hash: Uint8Array
  readonly height: number
  readonly size: number
  readonly supply: readonly (bigint | null)[]
}

/** Output that an input spends. */
export interface PaidOutput {
  readonly id: number
  readonly value: bigint
  readonly script: Uint8Array
}

/** Changes of one address by these blocks. `firstOutput` is the id of its first output in them, if there is one. */
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
  /** Number of the transaction counted last in `txs`. */
  counted: number
  /** Rows of tx, io, value and height. */
  readonly rows: [tx: number, io: number, value: bigint, height: number][]
  /** New outputs that these blocks do not spend, by id. */
  readonly made: Map<number, bigint>
  /** Ids of older outputs that these blocks spend. */
  readonly spent: number[]
}

/** Totals up to and including the last block. */
export interface RunningTotals {
  work: bigint
  txs: number
}

/** The last published block. `height` is −1 before the first one. */
export interface Cursor extends Readonly<RunningTotals> {
  readonly height: number
  readonly hash: Uint8Array | undefined
  readonly nextOrdinal: number
  /** Position of the last notarisation. Notarisations are never rolled back with their blocks. */
  readonly notarised: number
}

export interface BlockRows {
  readonly blocks: Cell[][]
  readonly txs: Cell[][]
  readonly tx_outputs: Cell[][]
  readonly tx_inputs: Cell[][]
  readonly addresses: Map<string, AddressChange>
  /** Spends of condition outputs, which modules may have indexed. */
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

/** Returns true if the first byte pushes a condition, in the form that modules recognise. */
const mayBeCondition = (script: Uint8Array) => script[(script[0] ?? 0) + 1] === OP.OP_CHECKCRYPTOCONDITION

/** Provably unspendable outputs are not in the UTXO set. */
const isUnspendable = (script: Uint8Array) => script[0] === OP.OP_RETURN || script.length > MAX_SCRIPT_SIZE

/**
 * Adds the rows of the next block.
 * @param find returns the output that an input spends: from this block, from an earlier one, or stored
 * @throws Error if an output is missing
 */
export function addBlock(
  rows: BlockRows,
  totals: RunningTotals,
  { block, facts, txs }: { readonly block: Block; readonly facts: BlockFacts; readonly txs: readonly LocatedTx[] },
  find: (prevout: OutPoint, before: number) => PaidOutput,
): void {
  const { header } = block
  const { height, hash, size, supply } = facts
  totals.work += computeWork(header.bits)
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
    const change = findOrAddChange(rows, script)
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
    const change = findOrAddChange(rows, scriptPubKey)
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

function findOrAddChange({ addresses }: BlockRows, script: Uint8Array): AddressChange | undefined {
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

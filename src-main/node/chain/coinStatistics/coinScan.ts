import { createHash } from 'node:crypto'
import type { NamedBlock } from '../../core/index.ts'
import { sha256 } from '../../crypto/index.ts'
import { isPayToPublicKeyHash, isPayToScriptHash, payToPublicKey } from '../../script/index.ts'
import type { Database } from '../../storage/index.ts'
import { ByteWriter } from '../../util/index.ts'
import type { CoinStatistics } from '../types.ts'

/** A transaction that has unspent outputs. */
export interface CoinGroup {
  readonly txid: Uint8Array
  readonly version: number
  readonly height: number
  /** by output index, ascending */
  readonly outputs: { readonly index: number; readonly value: bigint; readonly script: Uint8Array }[]
}

/** Transactions scanned between two calls of `stopped`. */
const GROUPS_PER_STOP_CHECK = 1_000

/** Sums up transactions with unspent outputs, which must be added in the order of their ids. */
export function createCoinTally(tip: NamedBlock) {
  const hash = createHash('sha256').update(tip.hash)
  const counts = { transactions: 0, outputs: 0, serializedBytes: 0 }
  let total = 0n
  return {
    add(group: CoinGroup): void {
      counts.transactions++
      counts.outputs += group.outputs.length
      for (const { value } of group.outputs) total += value
      counts.serializedBytes += 32 + databaseSize(group)
      hash.update(hashedForm(group))
    },
    finish: (): CoinStatistics => ({
      height: tip.height,
      bestBlock: tip.hash,
      ...counts,
      hash: sha256(hash.digest()),
      total,
    }),
  }
}

/**
 * Computes statistics over all unspent outputs in the tables, as of the block `tip`. Reads the outputs in table order
 * and lets SQLite sort the unspent ones by transaction id, on disk if there are many. Memory use does not grow with the
 * chain.
 * @param stopped polled during the scan; if it returns true, the scan ends and returns undefined
 */
export function scanCoins(db: Database, tip: NamedBlock, stopped = () => false): CoinStatistics | undefined {
  const tally = createCoinTally(tip)
  let groups = 0
  for (const group of coinGroups(db)) {
    if (groups++ % GROUPS_PER_STOP_CHECK === 0 && stopped()) return undefined
    tally.add(group)
  }
  return tally.finish()
}

/** Tx number, txid, version and height of a transaction, then index, value and script of one unspent output. */
export type ScannedCoin = [bigint, Uint8Array, bigint, bigint, bigint, bigint, Uint8Array]

/** Yields the groups ordered by txid. */
function* coinGroups(db: Database): Generator<CoinGroup> {
  const rows = db
    .prepare<[], ScannedCoin>(
      `SELECT t.ordinal, t.txid, t.version, t.height, o.id - t.ordinal, o.value, o.script
       FROM outputs o CROSS JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= o.id)
       WHERE o.spent_by IS NULL ORDER BY t.txid, o.id`,
    )
    .raw(true)
    .safeIntegers(true)
  yield* groupCoins(rows.iterate())
}

/** @param rows rows of the same transaction must be adjacent */
export function* groupCoins(rows: Iterable<ScannedCoin>): Generator<CoinGroup> {
  let group: CoinGroup | undefined
  let last = -1n
  for (const [txNum, txid, version, height, index, value, script] of rows) {
    if (txNum !== last || group === undefined) {
      if (group !== undefined) yield group
      group = { txid, version: Number(version), height: Number(height), outputs: [] }
      last = txNum
    }
    group.outputs.push({ index: Number(index), value, script })
  }
  if (group !== undefined) yield group
}

/**
 * Returns the bytes of a transaction that the set hash covers: outputs with their indexes, then an end mark. The txid
 * only determines the order.
 */
function hashedForm({ outputs }: CoinGroup): Uint8Array {
  const writer = new ByteWriter()
  for (const { index, value, script } of outputs) {
    writeVarint(writer, BigInt(index + 1))
    writer.i64le(value).varBytes(script)
  }
  writeVarint(writer, 0n)
  return writer.finish()
}

/** Returns the transaction's size in komodod's coin database: a compact form of version, mask, outputs and height. */
function databaseSize({ version, height, outputs }: CoinGroup): number {
  const has = new Set(outputs.map(({ index }) => index))
  const last = outputs.at(-1)!.index
  // Outputs after the first two are recorded in a bit mask. The code before the mask counts its non-zero bytes.
  let maskBytes = 0
  let usedBytes = 0
  for (let start = 2; start <= last; start += 8) {
    maskBytes++
    if (Array.from({ length: 8 }, (_, bit) => has.has(start + bit)).some(Boolean)) usedBytes++
  }
  const early = has.has(0) || has.has(1)
  const code = 8 * (usedBytes - (early ? 0 : 1)) + 7
  let size = varintLength(BigInt(version >>> 0)) + varintLength(BigInt(code)) + maskBytes + varintLength(BigInt(height))
  for (const { value, script } of outputs) size += varintLength(compressedAmount(value)) + compressedScriptSize(script)
  return size
}

/** Replaces an amount's trailing zeros by one digit, as komodod's coin database does. */
function compressedAmount(value: bigint): bigint {
  if (value === 0n) return 0n
  let rest = value
  let zeros = 0n
  while (rest % 10n === 0n && zeros < 9n) {
    rest /= 10n
    zeros++
  }
  if (zeros === 9n) return 1n + (rest - 1n) * 10n + 9n
  const digit = rest % 10n
  return 1n + ((rest / 10n) * 9n + digit - 1n) * 10n + zeros
}

/**
 * Returns the stored size of a script. Standard scripts are stored as a type and a hash or key, others whole with their
 * length.
 */
function compressedScriptSize(script: Uint8Array): number {
  if (isPayToPublicKeyHash(script) || isPayToScriptHash(script)) return 21
  if (payToPublicKey(script) !== undefined) return 33
  return varintLength(BigInt(script.length + 6)) + script.length
}

/**
 * Encodes a komodod varint: seven bits per byte, most significant first. Longer encodings start after the last value of
 * shorter ones.
 */
function varintBytes(value: bigint): number[] {
  const bytes = [Number(value & 0x7fn)]
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) {
    rest -= 1n
    bytes.unshift(Number(rest & 0x7fn) | 0x80)
  }
  return bytes
}

function varintLength(value: bigint): number {
  return varintBytes(value).length
}

function writeVarint(writer: ByteWriter, value: bigint): void {
  for (const byte of varintBytes(value)) writer.u8(byte)
}

import { createHash } from 'node:crypto'
import { sha256 } from '../crypto/index.ts'
import { isPayToPublicKeyHash, isPayToScriptHash, payToPublicKey } from '../script/index.ts'
import type { Storage } from '../storage/index.ts'
import { ByteWriter, compareBytes } from '../util/index.ts'
import type { TreeEntry } from './treeEntry.ts'
import type { CoinStatistics } from './types.ts'

/** A transaction with unspent outputs. */
interface CoinGroup {
  readonly txid: Uint8Array
  readonly version: number
  readonly height: number
  /** by output index, ascending */
  readonly outputs: { readonly index: number; readonly value: bigint; readonly script: Uint8Array }[]
}

/** Statistics over all unspent outputs. Walks the whole set, as far as the ledger has written it. */
export function coinStatistics(storage: Storage, tip: TreeEntry): CoinStatistics {
  const hash = createHash('sha256').update(tip.hash)
  let transactions = 0
  let outputs = 0
  let serializedBytes = 0
  let total = 0n
  for (const group of coinGroups(storage)) {
    transactions++
    outputs += group.outputs.length
    for (const { value } of group.outputs) total += value
    serializedBytes += 32 + databaseSize(group)
    hash.update(hashedForm(group))
  }
  return {
    height: tip.height,
    bestBlock: tip.hash,
    transactions,
    outputs,
    serializedBytes,
    hash: sha256(hash.digest()),
    total,
  }
}

type Row = [bigint, Uint8Array, bigint, bigint, bigint, bigint, Uint8Array]

/** Ordered by txid. */
function* coinGroups({ db }: Storage): Generator<CoinGroup> {
  const rows = db
    .prepare<[], Row>(
      `SELECT k.prefix, t.txid, t.version, t.height, o.id - t.ordinal, o.value, o.script
       FROM tx_keys k CROSS JOIN txs t ON t.ordinal = k.ordinal
       CROSS JOIN outputs o ON o.id >= t.ordinal AND o.id < t.ordinal + t.outputs
       WHERE o.spent_by IS NULL ORDER BY k.prefix, k.ordinal, o.id`,
    )
    .raw(true)
    .safeIntegers(true)
  // The index knows the first bytes of the ids only: those that share them are put in order here.
  let samePrefix: CoinGroup[] = []
  let lastPrefix = -1n
  for (const [prefix, txid, version, height, index, value, script] of rows.iterate()) {
    if (prefix !== lastPrefix) {
      yield* inOrder(samePrefix)
      samePrefix = []
      lastPrefix = prefix
    }
    const output = { index: Number(index), value, script }
    const group = samePrefix.at(-1)
    if (group !== undefined && compareBytes(group.txid, txid) === 0) group.outputs.push(output)
    else
      samePrefix.push({
        txid,
        version: Number(version),
        height: Number(height),
        outputs: [output],
      })
  }
  yield* inOrder(samePrefix)
}

function inOrder(groups: CoinGroup[]): CoinGroup[] {
  return groups.sort((a, b) => compareBytes(a.txid, b.txid))
}

/** What the set's hash covers of a transaction: numbered outputs, then an end mark; the id only by the order. */
function hashedForm({ outputs }: CoinGroup): Uint8Array {
  const writer = new ByteWriter()
  for (const { index, value, script } of outputs) {
    writeVarint(writer, BigInt(index + 1))
    writer.i64le(value).varBytes(script)
  }
  writeVarint(writer, 0n)
  return writer.finish()
}

/** Bytes that the reference's own database takes for the transaction: a compact form of version, mask, outputs, height. */
function databaseSize({ version, height, outputs }: CoinGroup): number {
  const has = new Set(outputs.map(({ index }) => index))
  const last = outputs.at(-1)!.index
  // Outputs beyond the first two are told by a bit mask, whose bytes are counted without the empty ones in a code.
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

/** Trailing zeros of an amount are told by one digit. */
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

/** The usual scripts are reduced to a kind and a hash or key; others stand as they are behind their length. */
function compressedScriptSize(script: Uint8Array): number {
  if (isPayToPublicKeyHash(script) || isPayToScriptHash(script)) return 21
  if (payToPublicKey(script) !== undefined) return 33
  return varintLength(BigInt(script.length + 6)) + script.length
}

/** Seven bits a byte, most significant first, each further byte counting from where the shorter ones end. */
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

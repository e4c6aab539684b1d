import {
  type BlockHeader,
  type EquihashParameters,
  parseTransaction,
  serializeHeaderWithoutSolution,
  serializeTransaction,
  type TxOut,
  verifyEquihash,
} from '../primitives/index.ts'
import type { Shielded, ShieldedJob } from '../shielded/index.ts'
import { ByteReader, ByteWriter } from '../util/index.ts'
import type { ScriptJob } from './types.ts'
import { verifyScripts } from './verifyScripts.ts'

/** First byte of a job. */
const SCRIPTS = 1
const SOLUTION = 2
const SHIELDED = 3
const SCRIPTS_HEAD = 1 + 4 + 4 + 4
const SPENT_HEAD = 8 + 4
const PERSONALS = ['ZcashPoW', 'NandKPoW'] as const

/** Computes the size of a script job as written by `writeScriptJob`. */
export function scriptJobSize({ spent }: ScriptJob, rawSize: number): number {
  let size = SCRIPTS_HEAD + rawSize
  for (const { scriptPubKey } of spent) size += SPENT_HEAD + scriptPubKey.length
  return size
}

/**
 * Writes a script job: kind, u32 flags, u32 branch id, u32 number of spent outputs, each as i64 value, u32 length and
 * script; then the raw transaction to the end.
 */
export function writeScriptJob(
  target: Uint8Array,
  view: DataView,
  offset: number,
  job: ScriptJob,
  raw: Uint8Array,
): void {
  let at = offset
  target[at] = SCRIPTS
  view.setUint32(at + 1, job.flags, true)
  view.setUint32(at + 5, job.branchId, true)
  view.setUint32(at + 9, job.spent.length, true)
  at += SCRIPTS_HEAD
  for (const { value, scriptPubKey } of job.spent) {
    view.setBigInt64(at, value, true)
    view.setUint32(at + 8, scriptPubKey.length, true)
    target.set(scriptPubKey, at + SPENT_HEAD)
    at += SPENT_HEAD + scriptPubKey.length
  }
  target.set(raw, at)
}

export function rawTransaction(job: ScriptJob): Uint8Array {
  return serializeTransaction(job.tx)
}

/**
 * Encodes a solution job: kind, u32 n, u32 k, u8 personalisation (index in PERSONALS), 140 bytes of header, solution to
 * the end.
 */
export function encodeSolutionJob(header: BlockHeader, { n, k, personal }: EquihashParameters): Uint8Array {
  const writer = new ByteWriter(10 + 140 + header.solution.length)
  writer
    .u8(SOLUTION)
    .u32le(n)
    .u32le(k)
    .u8(personal === undefined ? 0 : PERSONALS.indexOf(personal))
  return writer.bytes(serializeHeaderWithoutSolution(header)).bytes(header.solution).finish()
}

/** Encodes shielded jobs: kind; then per transaction u32 branch id, u32 length and its bytes. */
export function encodeShieldedJobs(jobs: readonly ShieldedJob[]): Uint8Array {
  const raws = jobs.map(({ tx }) => serializeTransaction(tx))
  const writer = new ByteWriter(raws.reduce((size, raw) => size + 8 + raw.length, 1)).u8(SHIELDED)
  for (const [index, raw] of raws.entries()) writer.u32le(jobs[index]!.branchId).u32le(raw.length).bytes(raw)
  return writer.finish()
}

/** Reads the output of `encodeShieldedJobs`. */
export function readShieldedJobs(bytes: Uint8Array): ShieldedJob[] {
  const reader = new ByteReader(bytes)
  reader.u8()
  const jobs: ShieldedJob[] = []
  while (reader.remaining > 0) {
    const branchId = reader.u32le()
    jobs.push({ branchId, tx: parseTransaction(reader.bytes(reader.u32le())) })
  }
  return jobs
}

/** Dependencies of a thread that runs jobs. */
export interface JobTools {
  readonly ccEnabled: boolean
  readonly shielded: Shielded
}

/** Runs an encoded job. @throws any error, which says nothing about the job's result */
export function runJob(bytes: Uint8Array, { ccEnabled, shielded }: JobTools): boolean {
  switch (bytes[0]) {
    case SOLUTION:
      return checkSolutionJob(bytes)
    case SHIELDED:
      return shielded.verify(readShieldedJobs(bytes)) === undefined
    default:
      return verifyScripts(readScriptJob(bytes), ccEnabled).ok
  }
}

/** Runs a job encoded by `encodeSolutionJob`. */
export function checkSolutionJob(bytes: Uint8Array): boolean {
  const reader = new ByteReader(bytes)
  reader.u8()
  const parameters = { n: reader.u32le(), k: reader.u32le(), personal: PERSONALS[reader.u8()]! }
  const header = reader.bytes(140)
  return verifyEquihash(parameters, header, reader.bytes(reader.remaining))
}

/** Reads the output of `writeScriptJob`. */
export function readScriptJob(bytes: Uint8Array): ScriptJob {
  const reader = new ByteReader(bytes)
  reader.u8()
  const flags = reader.u32le()
  const branchId = reader.u32le()
  const count = reader.u32le()
  const spent: TxOut[] = []
  for (let i = 0; i < count; i++) {
    const value = reader.i64le()
    spent.push({ value, scriptPubKey: reader.bytes(reader.u32le()) })
  }
  const tx = parseTransaction(reader.bytes(reader.remaining))
  return { tx, spent, flags, branchId }
}

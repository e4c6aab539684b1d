import { sha256 } from '../../crypto/index.ts'
import { type Block, parseBlock } from '../../primitives/index.ts'
import { decodeWif } from '../../script/index.ts'
import { vectorLines } from '../../testing/index.ts'
import { fromHex } from '../../util/index.ts'

/** Reads the blocks of a recorded chain, starting with genesis; mods2 starts with the block after genesis. */
export function readRecordedBlocks(chain: 'tst1' | 'regtest' | 'mods1' | 'mods2', file = 'blocks'): Block[] {
  return vectorLines<{ readonly hex: string }>(`${chain}/${file}.jsonl`).map(({ hex }) => parseBlock(fromHex(hex)))
}

/** A recorded call, with the reference's reasons if any were logged. */
export interface RecordedCall {
  readonly seq: number
  readonly note: string | null
  readonly node: string
  readonly method: string | null
  readonly params: readonly unknown[] | null
  /** 0 if the reference crashed or hung */
  readonly http_status: number
  readonly response_raw: string | null
  readonly tip: number
  readonly log?: readonly string[]
  readonly eval_log?: readonly string[]
}

/** Returns the private key of a recorded node, as in the recording. */
export function recordedKey(node: 'A' | 'B' | 'R1' | 'R2'): Uint8Array {
  if (node === 'A' || node === 'B') return sha256(new TextEncoder().encode(`golden-${node}`))
  const lines = vectorLines<{ method: string | null; node: string; params: readonly unknown[] }>(
    'regtest/transcript.jsonl',
  )
  const line = lines.find((candidate) => candidate.method === 'importprivkey' && candidate.node === node)
  const key = decodeWif(String(line?.params[0]))
  if (key === undefined) throw new Error(`no key of ${node} in the recording`)
  return key.privateKey
}

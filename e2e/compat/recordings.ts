import { readVector } from '../../src-main/node/testing/index.ts'
import { type Exact, parseExact, printExact } from './exactJson.ts'

/** A recorded call (e2e/vectors/README.md). */
export interface Line {
  readonly chain: 'tst1' | 'regtest'
  readonly seq: number
  readonly note: string
  readonly node: string
  /** null for an HTTP-level case */
  readonly method: string | null
  readonly params: Exact
  /** JSON text, numbers as recorded */
  readonly paramsText: string
  readonly status: number | null
  /** undefined if the reference gave no reply */
  readonly response: string | undefined
  readonly mocktime: number | undefined
  readonly http: HttpCase | undefined
}

export interface HttpCase {
  readonly verb: string
  readonly path: string
  /** undefined for the recorder's valid credentials, null for none */
  readonly auth: readonly [string, string] | null | undefined
  readonly headers: Readonly<Record<string, string>>
  /** the body, or the complete request if the note says `raw socket` */
  readonly request: string | null
  readonly rawSocket: boolean
}

interface RecordedLine {
  seq: number
  note: string
  node: string
  method: string | null
  http_status: number | null
  response_raw?: string
  mocktime?: number
  http_method?: string
  path?: string
  auth?: [string, string] | null
  request_headers?: Record<string, string>
  request_raw?: string | null
}

export interface RecordedBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
  readonly time: number
  /** getblock with verbosity 1 at the end of the recording, exact */
  readonly verbose: Exact
  /** decoded transactions, exact */
  readonly txs: Exact
}

/** A hand-made block and the reply of the reference to it. */
export interface BlockVariant {
  readonly note: string
  readonly prev: string
  readonly mocktime: number
  readonly block_hex: string
  readonly submit: string | null
  readonly submit_error: { readonly code: number; readonly message: string } | null
  readonly became_tip: boolean
  readonly tip_status: readonly string[]
}

const readLines = (path: string) => readVector(path).split('\n').filter(Boolean)

function httpCase(line: RecordedLine): HttpCase | undefined {
  if (line.method !== null) return undefined
  return {
    verb: line.http_method ?? 'POST',
    path: line.path ?? '/',
    auth: 'auth' in line ? line.auth : undefined,
    headers: line.request_headers ?? {},
    request: line.request_raw ?? null,
    rawSocket: line.note.includes('raw socket'),
  }
}

export function readTranscript(chain: 'tst1' | 'regtest'): Line[] {
  return readLines(`${chain}/transcript.jsonl`).map((text) => {
    const line = JSON.parse(text) as RecordedLine
    const exact = parseExact(text) as { readonly params: Exact }
    return {
      chain,
      seq: line.seq,
      note: line.note,
      node: line.node,
      method: line.method,
      params: exact.params,
      paramsText: printExact(exact.params),
      status: line.http_status,
      response: line.response_raw,
      mocktime: line.mocktime,
      http: httpCase(line),
    }
  })
}

export function readBlocks(chain: 'tst1' | 'regtest', file = 'blocks.jsonl'): RecordedBlock[] {
  return readLines(`${chain}/${file}`).map((text) => {
    const block = parseExact(text) as Record<string, Exact>
    const verbose = (block['verbose'] ?? block['verbose1'] ?? null) as Record<string, Exact>
    const plain = JSON.parse(text) as { height: number; hash: string; hex: string }
    const time = Number(printExact(verbose['time'] ?? '0'))
    return { ...plain, time, verbose, txs: block['verbose2_tx'] ?? [] }
  })
}

export function readStaleBlocks(): { readonly hash: string; readonly hex: string }[] {
  return readLines('regtest/blocks_stale.jsonl').map((text) => JSON.parse(text) as { hash: string; hex: string })
}

export function readVariants(): BlockVariant[] {
  return readLines('regtest/blocks_variants.jsonl').map((text) => JSON.parse(text) as BlockVariant)
}

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { RECORD_HEAD, type ScannedRecord, scanInSteps } from '../../storage/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import type { ImportQueue } from '../importer/importQueue.ts'
import type { ImportOptions, ImportResult } from '../types.ts'
import { FileSource } from './fileSource.ts'
import type { FileRecord, RecordScan } from './unlinkedBlocks.ts'

/** Time per step in milliseconds. The import yields to the event loop after each step. */
const STEP_MS = 8
/** Maximum number of blocks queued ahead of the one being connected. */
const MAX_QUEUED_BLOCKS = 8
const PROGRESS_INTERVAL_MS = 250
/**
 * Maximum bytes read to find records within rejected records, besides an eighth of the files. Limits the time for a file
 * made of nested records. Peers send the blocks beyond it.
 */
const MAX_NESTED_BYTES = 64 * 1024 * 1024
/** Bytes counted for the start of each search. */
const NESTED_SEARCH_BYTES = 4_096

/** Imports all blocks of a source. @param total bytes of the source */
export async function importBlocks(
  { tree, clock, halted }: ChainContext,
  queue: ImportQueue,
  source: FileSource,
  total: number,
  { signal, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const report = () => onProgress?.({ done: source.progress, total, height: tree.verifiedTip.height, ...source.counts })
  let reported = clock.millis()
  const release = queue.reserve()
  try {
    while (!signal?.aborted && !halted()) {
      submitSome(queue, source, clock.millis() + STEP_MS)
      const more = queue.step(source, STEP_MS)
      if (!more && queue.waiting === undefined && source.ended) break
      if (!more) await queue.waiting
      if (clock.millis() - reported >= PROGRESS_INTERVAL_MS) {
        reported = clock.millis()
        report()
      }
      await yieldToEventLoop()
    }
  } finally {
    try {
      queue.finish()
    } finally {
      source.close()
      release()
    }
  }
  const aborted = signal?.aborted ?? false
  if (!aborted) report()
  return { ...source.counts, orphans: source.orphans, aborted }
}

function submitSome(queue: ImportQueue, source: FileSource, until: number): void {
  while (queue.size < MAX_QUEUED_BLOCKS) {
    const found = source.next(until)
    if (found === undefined) return
    const { bytes, stored } = found
    queue.submit({ bytes, place: stored?.place, done: (outcome) => source.done(found, outcome) })
  }
}

/**
 * Imports files of blocks that other programs wrote (-loadblock, importblocks), in any order. The files are only read.
 * They are read again as long as too many blocks precede their parents and each reading finds blocks.
 * @throws Error of the system if a file cannot be read
 */
export async function importFiles(
  context: ChainContext,
  queue: ImportQueue,
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportResult> {
  const total = paths.reduce((sum, path) => sum + statSync(path).size, 0)
  const readOnce = async () => {
    const scan = readFiles(paths, context.params.magicBytes, { left: total / 8 + MAX_NESTED_BYTES })
    const source = new FileSource(context, scan)
    return { source, result: await importBlocks(context, queue, source, total, options) }
  }
  const first = await readOnce()
  let { accepted, orphans, aborted } = first.result
  for (let last = first; !aborted && last.source.dropped > 0 && last.result.accepted > 0; ) {
    last = await readOnce()
    accepted += last.result.accepted
    ;({ orphans, aborted } = last.result)
  }
  return { ...first.result, accepted, orphans, aborted }
}

/** Bytes that may still be read to find records within others. */
interface NestedBytes {
  left: number
}

/** A file that is being read, and the bytes of the files before it. */
interface ReadFile {
  readonly path: string
  readonly before: number
  readonly magic: Uint8Array
  readonly nested: NestedBytes
}

function* readFiles(paths: readonly string[], magic: Uint8Array, nested: NestedBytes): RecordScan {
  let before = 0
  for (const path of paths) {
    yield* readRecords({ path, before, magic, nested }, 0)
    before += statSync(path).size
    yield undefined
  }
}

/** @param until offset before which a record within another one must begin; undefined for the complete file */
function* readRecords(file: ReadFile, from: number, until?: number): RecordScan {
  const { nested } = file
  if (until !== undefined) nested.left -= until - from + NESTED_SEARCH_BYTES
  if (until !== undefined && nested.left < 0) return
  const fd = openSync(file.path, 'r')
  try {
    for (const record of scanInSteps(fd, until === undefined ? { from } : { from, until }, file.magic)) {
      if (record !== undefined && until !== undefined) nested.left -= record.bytes.length
      if (nested.left < 0 && until !== undefined) return
      yield record && toFileRecord(file, record)
    }
  } finally {
    closeSync(fd)
  }
}

function toFileRecord(file: ReadFile, { pos, bytes, end, followed }: ScannedRecord): FileRecord {
  const { length } = bytes
  return {
    ...{ bytes, followed, progress: file.before + end },
    reread: () => readAt(file.path, pos, length),
    inside: () => readRecords(file, pos - RECORD_HEAD + 1, end),
  }
}

/** Returns the bytes from an offset, fewer if the file is shorter by now. */
function readAt(path: string, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const fd = openSync(path, 'r')
  try {
    return bytes.subarray(0, fstatSync(fd).isFile() ? readSync(fd, bytes, 0, length, position) : 0)
  } finally {
    closeSync(fd)
  }
}

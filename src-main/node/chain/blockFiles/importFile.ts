import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { scanRecords } from '../../storage/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import type { ImportQueue } from '../importer/importQueue.ts'
import type { ImportOptions, ImportResult } from '../types.ts'
import { FileSource } from './fileSource.ts'
import type { FileRecord } from './unlinkedBlocks.ts'

/** Time per step in milliseconds. The import yields to the event loop after each step. */
const STEP_MS = 8
/** Maximum number of blocks queued ahead of the one being connected. */
const MAX_QUEUED_BLOCKS = 8
const PROGRESS_INTERVAL_MS = 250

/** Imports all blocks of a source. @param total bytes of the source */
export async function importBlocks(
  { tree, clock, halted }: ChainContext,
  queue: ImportQueue,
  source: FileSource,
  total: number,
  { signal, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const report = () => onProgress?.({ done: source.progress, total, height: tree.verifiedTip.height })
  let reported = clock.millis()
  try {
    while (!signal?.aborted && !halted()) {
      submitSome(queue, source)
      const more = queue.step(source, STEP_MS)
      if (!more && queue.waiting === undefined) break
      if (!more) await queue.waiting
      if (clock.millis() - reported >= PROGRESS_INTERVAL_MS) {
        reported = clock.millis()
        report()
      }
      await yieldToEventLoop()
    }
  } finally {
    queue.finish()
  }
  const aborted = signal?.aborted ?? false
  if (!aborted) report()
  return { ...source.counts, orphans: source.orphans, aborted }
}

function submitSome(queue: ImportQueue, source: FileSource): void {
  while (queue.size < MAX_QUEUED_BLOCKS) {
    const found = source.next()
    if (found === undefined) return
    const { bytes, stored } = found
    queue.submit({ bytes, place: stored?.place, done: (outcome) => source.done(found, outcome) })
  }
}

/** Imports a file of blocks (-loadblock). */
export async function importFile(
  context: ChainContext,
  queue: ImportQueue,
  path: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const fd = openSync(path, 'r')
  try {
    const source = new FileSource(context, readFileRecords(fd, context.params.magicBytes))
    return await importBlocks(context, queue, source, fstatSync(fd).size, options)
  } finally {
    closeSync(fd)
  }
}

function* readFileRecords(fd: number, magic: Uint8Array): Generator<FileRecord> {
  for (const { pos, bytes, end } of scanRecords(fd, 0, magic)) {
    const { length } = bytes
    yield { bytes, reread: () => readAt(fd, pos, length), progress: end }
  }
}

function readAt(fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  readSync(fd, bytes, 0, length, position)
  return bytes
}

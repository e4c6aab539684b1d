import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { scanRecords } from '../../storage/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import { BATCHES, createPipeline } from '../importer/blockImporter.ts'
import type { BlockOutcome, ImportOptions, ImportResult } from '../types.ts'
import { FileSource } from './fileSource.ts'
import type { FoundBlock, ReadBlock } from './unlinkedBlocks.ts'

/** Time of one step: the event loop gets a turn after each. */
const STEP_MILLIS = 8
/** Blocks ahead of the one that is connected. */
const QUEUED = 8
/** Time between two reports of progress. */
const PROGRESS_MILLIS = 250

/** Runs all blocks of a source through the pipeline. @param total bytes of the source */
export async function importBlocks(
  context: ChainContext,
  source: FileSource,
  total: number,
  { signal, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const { tree, clock, halted } = context
  const pipeline = createPipeline<ReadBlock>(context, {
    policy: () => BATCHES,
    done: (found: ReadBlock, outcome: BlockOutcome) => source.done(found, outcome),
    indexed: () => source.indexed(),
  })
  const report = () => onProgress?.({ done: source.progress, total, height: tree.verifiedTip.height })
  let reported = clock.millis()
  try {
    while (!signal?.aborted && !halted()) {
      submitSome(pipeline, source)
      const more = pipeline.step(STEP_MILLIS)
      if (!more && pipeline.waiting === undefined) break
      if (!more) await pipeline.waiting
      if (clock.millis() - reported >= PROGRESS_MILLIS) {
        reported = clock.millis()
        report()
      }
      await yieldToEventLoop()
    }
  } finally {
    pipeline.finish()
  }
  const aborted = signal?.aborted ?? false
  if (!aborted) report()
  return { ...source.counts, orphans: source.orphans, aborted }
}

function submitSome(pipeline: ReturnType<typeof createPipeline<ReadBlock>>, source: FileSource): void {
  while (pipeline.queued < QUEUED) {
    const found = source.next()
    if (found === undefined) return
    pipeline.submit({ bytes: found.bytes, exact: true, place: found.stored?.place, solutionChecked: true }, found)
  }
}

/** `-loadblock`. */
export async function importFile(context: ChainContext, path: string, options: ImportOptions): Promise<ImportResult> {
  const fd = openSync(path, 'r')
  try {
    const source = new FileSource(context, blocksOf(fd, context.params.magicBytes))
    return await importBlocks(context, source, fstatSync(fd).size, options)
  } finally {
    closeSync(fd)
  }
}

function* blocksOf(fd: number, magic: Uint8Array): Generator<FoundBlock> {
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

import { blockFileName, type FilePosition, RECORD_HEAD } from '../../storage/index.ts'
import type { ChainContext } from '../context.ts'
import type { BlockImporter } from '../importer/blockImporter.ts'
import type { ImportQueue } from '../importer/importQueue.ts'
import type { ImportOptions } from '../types.ts'
import { bytesBefore } from './filePositions.ts'
import { FileSource } from './fileSource.ts'
import { importBlocks } from './importFile.ts'
import type { RecordScan } from './unlinkedBlocks.ts'

/**
 * Imports blocks that are in the block files but not in the database, and truncates an incomplete record at their end.
 * Reports damage of the files through `onDamage`. The chain may then be shorter than before.
 */
export async function indexBlockFiles(
  context: ChainContext,
  { importer, queue }: { readonly importer: BlockImporter; readonly queue: ImportQueue },
  from: FilePosition,
  options: ImportOptions,
): Promise<void> {
  const { storage, logger } = context
  const { files } = storage
  let scanned = from
  const found = function* (): RecordScan {
    for (const { file, pos, bytes, next } of files.scan(from)) {
      const expected = file === scanned.file ? scanned.offset : 0
      if (pos - RECORD_HEAD > expected) source.reportDamage({ file, offset: expected })
      scanned = next
      const position = { file, pos }
      const { length } = bytes
      const progress = bytesBefore(next)
      yield { bytes, reread: () => files.read(position, 0, length), progress, stored: { place: position, next } }
    }
  }
  const source: FileSource = new FileSource(context, found(), from)
  const result = await importBlocks(context, queue, source, bytesBefore(files.end()), options)
  if (result.aborted || context.halted()) return
  const end = files.end()
  if (bytesBefore(scanned) < bytesBefore(end)) {
    logger.warn('truncating an unfinished record at the end of the block files', { from: scanned, end })
    files.cut(scanned)
  }
  importer.run(() => importer.setIndexed(undefined))
  const { accepted, refused, orphans } = result
  logger.info('block files read', { accepted, refused, orphans })
  if (source.damage) options.onDamage?.(formatDamage(source.damage, context.tree.tip.height))
}

function formatDamage({ file, offset }: FilePosition, height: number): string {
  return (
    `The block file ${blockFileName(file)} is damaged at byte ${offset}: blocks from there on may be missing, and the ` +
    `readable chain ends at height ${height}. Replace the file by an undamaged copy and start once with -reindex, or let peers or ` +
    'a bootstrap file (-loadblock) provide the missing blocks.'
  )
}

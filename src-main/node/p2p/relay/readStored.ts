import type { Logger } from '../../core/index.ts'
import { StorageError } from '../../storage/index.ts'

/**
 * Reads a block. Returns `undefined` if the block file is damaged; the node then replies as if it did not have the
 * block.
 */
export function readStored<T>(read: () => T, logger: Logger): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    logger.error('cannot read a requested block', { error: error.message })
    return undefined
  }
}

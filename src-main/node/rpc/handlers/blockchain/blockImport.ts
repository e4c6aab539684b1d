import { realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { type BlockImport, BlockImportError, type BlockImportStatus } from '../../../chain/index.ts'

interface BlockImportHandlerDeps {
  readonly blockImport: Pick<BlockImport, 'plan' | 'setPaused' | 'start' | 'status'>
  /** absolute folder from which calls over HTTP may import; undefined to reject them */
  readonly importFolder: string | undefined
}

export function createBlockImportHandlers({ blockImport, importFolder }: BlockImportHandlerDeps) {
  return defineHandlers({
    importblocks({ folder, dryrun }, context) {
      checkFolder(folder, importFolder, context)
      return explained(() => encode(dryrun ? blockImport.plan(folder) : blockImport.start(folder)))
    },
    getblockimport() {
      return encode(blockImport.status())
    },
    async pauseblockimport({ paused }) {
      return encode(await blockImport.setPaused(paused).catch(rethrow))
    },
  })
}

/** Over HTTP only a folder that the operator configured is allowed: a caller must not search the disk. */
function checkFolder(folder: string, importFolder: string | undefined, { transport }: CallContext): void {
  if (!isAbsolute(folder)) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The folder must be an absolute path')
  if (transport === 'ipc' || transport === 'web') return
  if (importFolder !== undefined && isWithin(folder, importFolder)) return
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The folder is not in that of -importdir')
}

/** Compares without symbolic links, which could lead out of the folder. A missing folder is not in it. */
function isWithin(folder: string, parent: string): boolean {
  try {
    const path = relative(realpathSync(parent), realpathSync(folder))
    return !isAbsolute(path) && path.split(/[\\/]/)[0] !== '..'
  } catch {
    return false
  }
}

function encode({ done, total, needed, free, ...status }: BlockImportStatus) {
  return {
    ...status,
    ...{ done: BigInt(done), total: BigInt(total), needed: BigInt(needed) },
    free: free === undefined ? null : BigInt(free),
  }
}

function explained<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return rethrow(error)
  }
}

function rethrow(error: unknown): never {
  if (error instanceof BlockImportError) throw new RpcError(RPC_ERROR.MISC, error.message, { cause: error })
  throw error
}

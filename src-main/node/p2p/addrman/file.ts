import { readFileSync } from 'node:fs'
import { writeDurably } from '../../../files/index.ts'
import type { Logger } from '../../core/index.ts'
import { DecodeError } from '../../util/index.ts'
import { AddrMan, type AddrManDeps } from './addrMan.ts'
import { decodeAddrMan, type SavedAddrMan } from './savedAddrMan.ts'

/** Loads the saved address manager, or an empty one if the file is missing or unreadable. */
export function loadAddrMan(path: string, deps: AddrManDeps & { readonly logger: Logger }): AddrMan {
  return new AddrMan(deps, read(path, deps.logger))
}

function read(path: string, logger: Logger): SavedAddrMan | undefined {
  try {
    return decodeAddrMan(readFileSync(path))
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!missing) {
      const reason = error instanceof DecodeError ? error.message : String(error)
      logger.warn('addrman: cannot read the saved addresses, starting empty', { path, reason })
    }
    return undefined
  }
}

/** Rejects with the system's error; the file is unchanged in that case. */
export const saveAddrMan = (path: string, addrMan: AddrMan): Promise<void> => writeDurably(path, addrMan.serialise())

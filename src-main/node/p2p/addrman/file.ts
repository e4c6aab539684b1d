import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { Logger } from '../../interfaces.ts'
import { DecodeError } from '../../util/index.ts'
import { type AddrManDeps, createAddrMan } from './addrMan.ts'
import { decodeAddrMan, type SavedAddrMan } from './savedAddrMan.ts'
import type { AddrMan } from './types.ts'

const PRIVATE = 0o600

/** Reads the saved address manager; starts an empty one if the file is missing or unreadable. */
export function loadAddrMan(path: string, deps: AddrManDeps & { readonly logger: Logger }): AddrMan {
  return createAddrMan(deps, read(path, deps.logger))
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

/** Replaces the file atomically: after a power failure either the old or the new version is there. */
export async function saveAddrMan(path: string, addrMan: AddrMan): Promise<void> {
  const bytes = addrMan.serialise()
  const draft = `${path}.new`
  const file = await open(draft, 'w', PRIVATE)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { BrokerOptions, PickedFiles } from './options.ts'

const PRIVATE_FILE = 0o600

/** Errors never name the path: the page must not learn it. */
function failed(verb: string, error: unknown): RpcError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code] ?? (error instanceof Unfit ? error.message : code)
  return new RpcError(RPC_ERROR.MISC, `The file cannot be ${verb}: ${reason === '' ? 'it failed' : reason}`, {
    cause: error,
  })
}

/** A file that cannot be used. */
class Unfit extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'it is not there',
  EISDIR: 'it is a folder',
}

/** A new name is durable when its folder is; where folders cannot be opened the system sees to it itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const files: PickedFiles = {
  async read(path, mostBytes) {
    try {
      const file = await open(path, 'r')
      try {
        const found = await file.stat()
        if (!found.isFile()) throw new Unfit('it is no file')
        if (found.size > mostBytes) throw new Unfit('it is too long')
        return (await file.readFile()).toString('utf8')
      } finally {
        await file.close()
      }
    } catch (error) {
      throw failed('read', error)
    }
  },
  async write(path, text) {
    try {
      if ((await stat(path).catch(() => undefined))?.isDirectory()) throw new Unfit('it is a folder')
      // Beside the file: what stood there is whole until the new one is.
      const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`
      try {
        const file = await open(unfinished, 'wx', PRIVATE_FILE)
        try {
          await file.writeFile(text)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    } catch (error) {
      throw failed('written', error)
    }
  },
}

export type SystemParts = Pick<BrokerOptions, 'now' | 'delay' | 'random' | 'files'>

/** Clock, randomness and files of this machine. */
export const systemParts: SystemParts = {
  now: () => performance.now(),
  delay: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: () => randomBytes(32).toString('hex'),
  files,
}

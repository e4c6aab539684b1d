import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { findUnfinished, writeDurably } from '../../files/index.ts'
import type { BrokerOptions, PickedFiles } from './options.ts'

/** Builds the error of a failed file access. It never contains the path, which the page must not learn. */
function failed(verb: string, error: unknown): RpcError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code] ?? (error instanceof UnusableFileError ? error.message : code)
  return new RpcError(RPC_ERROR.MISC, `The file cannot be ${verb}: ${reason === '' ? 'unknown error' : reason}`, {
    cause: error,
  })
}

/** Thrown if a file is too large or not a regular file; the message is the reason. */
class UnusableFileError extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'no such file',
  EISDIR: 'the path is a folder',
}

const files: PickedFiles = {
  async read(path, maxBytes) {
    try {
      const file = await open(path, 'r')
      try {
        const found = await file.stat()
        if (!found.isFile()) throw new UnusableFileError('not a regular file')
        if (found.size > maxBytes) throw new UnusableFileError('the file is too large')
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
      // Replace the file instead of updating it: an export must be readable only by this user, even if the previous
      // file was not.
      await writeDurably(path, text, { existing: 'replace', named: true })
      return findUnfinished(dirname(path))
    } catch (error) {
      throw failed('written', error)
    }
  },
}

export type SystemParts = Pick<BrokerOptions, 'now' | 'delay' | 'random' | 'files'>

/** Clock, random source and files of this machine. */
export const systemParts: SystemParts = {
  now: () => performance.now(),
  delay: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: () => randomBytes(32).toString('hex'),
  files,
}

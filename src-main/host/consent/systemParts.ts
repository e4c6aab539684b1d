import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { reasonOf } from '../chains/registry.ts'
import type { BrokerOptions, PickedFiles } from './options.ts'

const PRIVATE_FILE = 0o600

const failed = (verb: string, path: string, error: unknown) =>
  new RpcError(RPC_ERROR.MISC, `${path} cannot be ${verb}: ${reasonOf(error)}`, { cause: error })

const files: PickedFiles = {
  async read(path, mostBytes) {
    try {
      const file = await open(path, 'r')
      try {
        const found = await file.stat()
        if (!found.isFile()) throw new Error('it is no file')
        if (found.size > mostBytes) throw new Error('it is too long')
        return (await file.readFile()).toString('utf8')
      } finally {
        await file.close()
      }
    } catch (error) {
      throw failed('read', path, error)
    }
  },
  async write(path, text) {
    try {
      const file = await open(path, 'w', PRIVATE_FILE)
      try {
        // One that is there keeps its permissions otherwise.
        await file.chmod(PRIVATE_FILE)
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      throw failed('written', path, error)
    }
  },
}

export type SystemParts = Pick<BrokerOptions, 'now' | 'delay' | 'random' | 'files'>

/** Clock, chance and files of this machine. */
export const systemParts: SystemParts = {
  now: () => performance.now(),
  delay: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: () => randomBytes(32).toString('hex'),
  files,
}

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../../storage/index.ts'

/** Files that the wallet writes for its owner: only in one folder, and readable by nobody else. */
export interface ExportFiles {
  /** the whole path of a file of the folder */
  pathOf(name: string): string
  exists(name: string): boolean
  /** Durable and whole when it returns, and nothing of it there when it throws. Never follows or replaces what is there. */
  create(name: string, text: string): void
  /** The same for a file that somebody else writes into an empty one; replaces what is there at once. */
  replace(name: string, write: (path: string) => void): void
  /** @throws when it is not there, or too long */
  read(name: string): string
}

/** A dump of a hundred thousand keys has 12 MB. */
const MOST_BYTES = 100_000_000

/** @throws Error with the reference's text when the folder is none and cannot be made */
export function openExportFolder(folder: string): ExportFiles {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) {
    throw new Error(`The -exportdir '${folder}' already exists and is not a directory`)
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Error(`Failed to create directory at -exportdir '${folder}'`, { cause: error })
  }
  const pathOf = (name: string) => join(folder, name)

  return {
    pathOf,
    exists: (name) => statSync(pathOf(name), { throwIfNoEntry: false }) !== undefined,
    create(name, text) {
      const path = pathOf(name)
      const file = openSync(path, 'wx', 0o600)
      try {
        const bytes = Buffer.from(text, 'utf8')
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
        fsyncSync(file)
      } catch (error) {
        rmSync(path, { force: true })
        throw error
      } finally {
        closeSync(file)
      }
      syncFolder(folder)
    },
    replace(name, write) {
      // No name that is asked for has a dot, so this one is nobody else's.
      const unfinished = pathOf(`${name}.unfinished`)
      rmSync(unfinished, { force: true })
      try {
        closeSync(openSync(unfinished, 'wx', 0o600))
        write(unfinished)
        const file = openSync(unfinished, 'r+')
        fsyncSync(file)
        closeSync(file)
        renameSync(unfinished, pathOf(name))
      } catch (error) {
        rmSync(unfinished, { force: true })
        throw error
      }
      syncFolder(folder)
    },
    read(name) {
      const path = pathOf(name)
      const stat = statSync(path)
      if (!stat.isFile() || stat.size > MOST_BYTES) throw new Error('not a file of keys')
      return readFileSync(path, 'utf8')
    },
  }
}

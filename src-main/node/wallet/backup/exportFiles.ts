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

/** Files that the wallet writes for its owner: in one folder only, and readable by nobody else. */
export interface ExportFiles {
  /** the whole path of a file of the folder */
  pathOf(name: string): string
  exists(name: string): boolean
  /** Durable and complete when it returns, absent when it throws. Never follows a link or replaces a file. */
  create(name: string, text: string): void
  /** The same for a file that `write` fills; replaces an existing one in one step. */
  replace(name: string, write: (path: string) => void): void
  /** @throws when it is missing or too long */
  read(name: string): string
}

/** A dump of a hundred thousand keys has 12 MB. */
const MOST_BYTES = 100_000_000

/** @throws Error with the reference's text when it is not a folder and cannot be created */
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
      // Names of exports have no dot, so this name belongs to nobody else.
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

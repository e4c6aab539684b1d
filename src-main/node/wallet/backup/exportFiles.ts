import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurablySync } from '../../../files/index.ts'

/** Files that the wallet writes for its owner: in one folder only, and readable by nobody else. */
export interface ExportFiles {
  /** the whole path of a file of the folder */
  pathOf(name: string): string
  exists(name: string): boolean
  /** Durable and complete when it returns, absent when it throws. Never follows a link or replaces a file. */
  create(name: string, text: string): void
  /** Does the same for a file that `fill` writes, but replaces an existing one in one step. */
  replace(name: string, fill: (path: string) => void): void
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
    create: (name, text) => writeDurablySync(pathOf(name), text, { existing: 'refuse', named: true }),
    replace: (name, fill) => writeDurablySync(pathOf(name), { fill }, { existing: 'replace', named: true }),
    read(name) {
      const path = pathOf(name)
      const stat = statSync(path)
      if (!stat.isFile() || stat.size > MOST_BYTES) throw new Error('not a file of keys')
      return readFileSync(path, 'utf8')
    },
  }
}

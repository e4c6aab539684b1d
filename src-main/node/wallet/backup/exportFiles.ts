import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurablySync } from '../../../files/index.ts'

/** Writes and reads the wallet's exported files, in a single folder and readable only by the current user. */
export interface ExportFiles {
  /** complete path of a file in the folder */
  pathOf(name: string): string
  exists(name: string): boolean
  /** Writes a file: durable and complete on return, absent if it throws. Never follows a link or replaces a file. */
  create(name: string, text: string): void
  /** Writes a file with `fill`, as durably as `create`, but replaces an existing file atomically. */
  replace(name: string, fill: (path: string) => void): void
  /** @throws if the file is missing or too long */
  read(name: string): string
}

/** Maximum size of a file to read. A dump of a hundred thousand keys has 12 MB. */
const MAX_FILE_BYTES = 100_000_000

/** @throws Error with the reference's text if the path is not a folder and cannot be created */
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
  const resolvePath = (name: string) => join(folder, name)

  return {
    pathOf: resolvePath,
    exists: (name) => statSync(resolvePath(name), { throwIfNoEntry: false }) !== undefined,
    create: (name, text) => writeDurablySync(resolvePath(name), text, { existing: 'refuse', named: true }),
    replace: (name, fill) => writeDurablySync(resolvePath(name), { fill }, { existing: 'replace', named: true }),
    read(name) {
      const path = resolvePath(name)
      const stat = statSync(path)
      if (!stat.isFile() || stat.size > MAX_FILE_BYTES) throw new Error('not a file of keys, or too large')
      return readFileSync(path, 'utf8')
    },
  }
}

import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Beyond this size the log of earlier runs is set aside at the start; one older file is kept. */
const MAX_BYTES = 10_000_000

export interface LogFile {
  write(line: string): void
  /** Later lines are lost. */
  close(): void
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Appends lines to `debug.log`, which only its owner can read. A full disk must not stop the node: a line that cannot be
 * written is lost.
 * @throws Error of the system if the file cannot be opened
 */
export function openLogFile(directory: string): LogFile {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'debug.log')
  if (sizeOf(path) > MAX_BYTES) renameSync(path, `${path}.old`)
  let file: number | undefined = openSync(path, 'a', 0o600)
  return {
    write(line) {
      if (file === undefined) return
      try {
        writeSync(file, `${line}\n`)
      } catch {
        // Nowhere is left to say so.
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Beyond this size the log of earlier runs is set aside at the start; one older file is kept. */
const MAX_BYTES = 10_000_000

export interface LogFile {
  write(line: string): void
  /** Goes on in a file of the same name, which is a new one where somebody has moved the old one away. */
  reopen(): void
  /** Later lines are lost. */
  close(): void
}

/** A log whose lines wait in memory until its file may be touched. */
export interface HeldLog extends LogFile {
  /** Opens the file and writes what has waited. A second call does nothing. */
  release(): void
}

/**
 * The file in the data directory belongs to the node that holds the directory: a second start that is refused must neither
 * write there nor set the file aside. Lines that were never released are lost.
 */
export function holdLog(open: () => LogFile): HeldLog {
  let waiting: string[] | undefined = []
  let file: LogFile | undefined
  return {
    write(line) {
      if (file) file.write(line)
      else waiting?.push(line)
    },
    release() {
      if (!waiting) return
      file = open()
      for (const line of waiting) file.write(line)
      waiting = undefined
    },
    reopen: () => file?.reopen(),
    close() {
      waiting = undefined
      file?.close()
    },
  }
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
  const close = () => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  return {
    write(line) {
      if (file === undefined) return
      try {
        writeSync(file, `${line}\n`)
      } catch {
        // Nowhere is left to say so.
      }
    },
    reopen() {
      if (file === undefined) return
      try {
        const next = openSync(path, 'a', 0o600)
        close()
        file = next
      } catch {
        // The old one takes what follows.
      }
    },
    close,
  }
}

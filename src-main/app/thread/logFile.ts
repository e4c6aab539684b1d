import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface LogFile {
  write(line: string): void
  /** Reopens the file by its name, for log rotation. */
  reopen(): void
  /** Later lines are lost. */
  close(): void
}

/** A log that buffers lines until its file may be opened. */
export interface HeldLog extends LogFile {
  /** Opens the file and writes the buffered lines. A second call does nothing. */
  release(): void
}

/**
 * The file belongs to the node that holds the data directory's lock: a second node, which is refused, must neither
 * write to it nor rename it. Lines that were never released are lost.
 */
export function createBufferedLog(open: () => LogFile): HeldLog {
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
 * Appends lines to a log, `debug.log` by default, which only its owner can read. One that has grown to `mostBytes` (0: any
 * size) becomes `<name>.old`, in the place of an earlier one. A full disk must not stop the node: a line that cannot be written
 * is lost.
 * @throws Error of the system if the file cannot be opened
 */
export function openLogFile(directory: string, mostBytes: number, name = 'debug.log'): LogFile {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, name)
  let size = 0
  let file: number | undefined
  const open = () => {
    const next = openSync(path, 'a', 0o600)
    close()
    file = next
    size = sizeOf(path)
  }
  const close = () => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  const setAside = () => {
    try {
      renameSync(path, `${path}.old`)
      open()
    } catch {
      // It goes on growing; the next try comes after as much again.
      size = 0
    }
  }
  open()
  const isFull = () => mostBytes > 0 && size >= mostBytes
  if (isFull()) setAside()
  return {
    write(line) {
      if (file === undefined) return
      try {
        size += writeSync(file, `${line}\n`)
      } catch {
        // There is nowhere to report it.
      }
      if (isFull()) setAside()
    },
    reopen() {
      if (file === undefined) return
      try {
        open()
      } catch {
        // Continue in the old file.
      }
    },
    close,
  }
}

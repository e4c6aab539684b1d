import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Takes the lines of a log. */
export type LogSink = Pick<LogFile, 'write' | 'reopen' | 'close'>

/**
 * A log that buffers lines until its file may be opened. The file belongs to the node that holds the data directory's lock: a
 * second node, which is refused, must neither write to it nor rename it. Lines that were never released are lost.
 */
export class BufferedLog {
  readonly #open: () => LogSink
  #waiting: string[] | undefined = []
  #file: LogSink | undefined

  constructor(open: () => LogSink) {
    this.#open = open
  }

  write(line: string): void {
    if (this.#file) this.#file.write(line)
    else this.#waiting?.push(line)
  }

  /** Opens the file and writes the buffered lines. A second call does nothing. */
  release(): void {
    if (!this.#waiting) return
    this.#file = this.#open()
    for (const line of this.#waiting) this.#file.write(line)
    this.#waiting = undefined
  }

  /** Reopens the file by its name, for log rotation. */
  reopen(): void {
    this.#file?.reopen()
  }

  /** Later lines are lost. */
  close(): void {
    this.#waiting = undefined
    this.#file?.close()
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Appends lines to a log, `debug.log` by default, which only its owner can read. One that has grown to `maxBytes` (0: any
 * size) becomes `<name>.old`, in the place of an earlier one. A full disk must not stop the node: a line that cannot be written
 * is lost.
 */
export class LogFile {
  readonly #path: string
  readonly #maxBytes: number
  #size = 0
  #file: number | undefined

  /** @throws Error of the system if the file cannot be opened */
  constructor(directory: string, maxBytes: number, name = 'debug.log') {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    this.#path = join(directory, name)
    this.#maxBytes = maxBytes
    this.#open()
    if (this.#isFull()) this.#setAside()
  }

  write(line: string): void {
    if (this.#file === undefined) return
    try {
      this.#size += writeSync(this.#file, `${line}\n`)
    } catch {
      // There is nowhere to report it.
    }
    if (this.#isFull()) this.#setAside()
  }

  /** Reopens the file by its name, for log rotation. */
  reopen(): void {
    if (this.#file === undefined) return
    try {
      this.#open()
    } catch {
      // Continue in the old file.
    }
  }

  /** Later lines are lost. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): void {
    const next = openSync(this.#path, 'a', 0o600)
    this.close()
    this.#file = next
    this.#size = sizeOf(this.#path)
  }

  #isFull(): boolean {
    return this.#maxBytes > 0 && this.#size >= this.#maxBytes
  }

  #setAside(): void {
    try {
      renameSync(this.#path, `${this.#path}.old`)
      this.#open()
    } catch {
      // The log keeps growing; renaming is tried again after the same number of bytes.
      this.#size = 0
    }
  }
}

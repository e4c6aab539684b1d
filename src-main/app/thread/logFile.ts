import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type LogSink = Pick<LogFile, 'write' | 'reopen' | 'close'>

/**
 * Buffers lines until the data directory is locked: a second node that fails to get the lock must neither write to nor
 * rename the first node's log. Lines that are never released are lost.
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

  /** Closes the log; later lines are lost. */
  close(): void {
    this.#waiting = undefined
    this.#file?.close()
  }
}

function getSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Appends lines to a log, `debug.log` by default, which only its owner can read. A log that has grown to `maxBytes` (0:
 * no limit) is renamed to `<name>.old`, replacing an earlier one. A full disk must not stop the node: a line that
 * cannot be written is lost.
 */
export class LogFile {
  readonly #path: string
  readonly #maxBytes: number
  #size = 0
  #file: number | undefined

  /** @throws Error from the operating system if the file cannot be opened */
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
      // The error cannot be reported anywhere.
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

  /** Closes the log; later lines are lost. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): void {
    const next = openSync(this.#path, 'a', 0o600)
    this.close()
    this.#file = next
    this.#size = getSize(this.#path)
  }

  #isFull(): boolean {
    return this.#maxBytes > 0 && this.#size >= this.#maxBytes
  }

  #setAside(): void {
    try {
      renameSync(this.#path, `${this.#path}.old`)
      this.#open()
    } catch {
      // The log keeps growing. Retry the renaming after another `maxBytes` bytes.
      this.#size = 0
    }
  }
}

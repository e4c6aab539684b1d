import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { MempoolFileError } from './mempoolFileError.ts'

const BYTES_PER_READ = 65_536

/**
 * Reads a file from its start, in small pieces and with bounded memory, and hashes what it has returned. The last bytes
 * of the file are its checksum.
 */
export class HashedReader {
  readonly #file: Pick<FileHandle, 'read'>
  readonly #hash = createHash('sha256')
  readonly #chunk = new Uint8Array(BYTES_PER_READ)
  /** range of `#chunk` that was read and not yet returned */
  #from = 0
  #to = 0
  /** offset in the file of the next byte to read */
  #position = 0
  #remaining: number

  /** @param size bytes of the file without its checksum */
  constructor(file: Pick<FileHandle, 'read'>, size: number) {
    this.#file = file
    this.#remaining = size
  }

  /** bytes before the checksum that were not returned yet */
  get remaining(): number {
    return this.#remaining
  }

  /** Returns the next bytes as a copy. @throws MempoolFileError if the file has fewer */
  async take(length: number): Promise<Uint8Array> {
    if (length > this.#remaining) throw new MempoolFileError('the file ends early')
    this.#remaining -= length
    const bytes = await this.#read(length)
    this.#hash.update(bytes)
    return bytes
  }

  /** Returns the bytes of the checksum. Call after all others were taken. */
  readChecksum(length: number): Promise<Uint8Array> {
    return this.#read(length)
  }

  /** Returns the hash of all bytes taken. Call once. */
  digest(): Uint8Array {
    return this.#hash.digest()
  }

  async #read(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    for (let done = 0; done < length; ) {
      if (this.#from === this.#to) await this.#fill()
      const count = Math.min(length - done, this.#to - this.#from)
      bytes.set(this.#chunk.subarray(this.#from, this.#from + count), done)
      this.#from += count
      done += count
    }
    return bytes
  }

  async #fill(): Promise<void> {
    const { bytesRead } = await this.#file.read(this.#chunk, 0, BYTES_PER_READ, this.#position)
    // The file was truncated after it was opened.
    if (bytesRead === 0) throw new MempoolFileError('the file ends early')
    this.#position += bytesRead
    this.#from = 0
    this.#to = bytesRead
  }
}

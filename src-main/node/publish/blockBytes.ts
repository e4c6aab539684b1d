import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { blockFileName } from '../storage/index.ts'

/** Reads blocks from the block files. Keeps one file open, because blocks are read in order. */
export class BlockBytes {
  readonly #folder: string
  #open: { readonly file: number; readonly fd: number } | undefined

  /** @param folder the data directory */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws Error if the file ends before the block */
  read({ file, pos, size }: { readonly file: number; readonly pos: number; readonly size: number }): Uint8Array {
    const fd = this.#descriptor(file)
    const bytes = new Uint8Array(size)
    let filled = 0
    while (filled < size) {
      const count = readSync(fd, bytes, filled, size - filled, pos + filled)
      if (count === 0) throw new Error(`${blockFileName(file)} ends within a block`)
      filled += count
    }
    return bytes
  }

  close(): void {
    if (this.#open) closeSync(this.#open.fd)
    this.#open = undefined
  }

  #descriptor(file: number): number {
    if (this.#open?.file !== file) {
      this.close()
      this.#open = { file, fd: openSync(join(this.#folder, blockFileName(file)), 'r') }
    }
    return this.#open.fd
  }
}

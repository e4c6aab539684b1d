import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { blockFileName } from '../storage/index.ts'

/** Reads blocks from the files that the node appends to. */
export interface BlockBytes {
  /** @throws Error if they are not there */
  read(place: { readonly file: number; readonly pos: number; readonly size: number }): Uint8Array
  close(): void
}

/** Keeps the file open that was read last: blocks are read in order. @param folder the data directory */
export function openBlockBytes(folder: string): BlockBytes {
  let open: { readonly file: number; readonly fd: number } | undefined
  const close = () => {
    if (open) closeSync(open.fd)
    open = undefined
  }
  return {
    read({ file, pos, size }) {
      if (open?.file !== file) {
        close()
        open = { file, fd: openSync(join(folder, blockFileName(file)), 'r') }
      }
      const bytes = new Uint8Array(size)
      let filled = 0
      while (filled < size) {
        const count = readSync(open.fd, bytes, filled, size - filled, pos + filled)
        if (count === 0) throw new Error(`${blockFileName(file)} ends before a block does`)
        filled += count
      }
      return bytes
    },
    close,
  }
}

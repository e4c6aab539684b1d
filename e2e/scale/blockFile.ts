import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync, renameSync, truncateSync } from 'node:fs'
import { blockHash, readHeader } from '../../src-main/node/primitives/index.ts'
import { ByteReader } from '../../src-main/node/util/index.ts'

/** Bytes of magic and size before each block of a bootstrap file. */
const HEAD = 8
/** Bytes that hold a header and the number of transactions. */
const FRONT = 256

export interface BlockFacts {
  /** hash, hexadecimal in internal byte order */
  readonly hash: string
  readonly txCount: number
}

/** Bootstrap file with blocks 1, 2, … of a chain. */
export class BlockFile {
  readonly #path: string
  readonly #ends: number[] = []

  constructor(path: string) {
    this.#path = path
    this.#withFile((file) => {
      const { size } = fstatSync(file)
      for (let at = 0; at + HEAD <= size; at = this.#ends.at(-1)!) {
        this.#ends.push(at + HEAD + readAt(file, at, HEAD).readUInt32LE(4))
      }
    })
  }

  /** height of the last block */
  get height(): number {
    return this.#ends.length
  }

  /** Returns a block in hexadecimal. */
  block(height: number): string {
    const from = this.#start(height)
    return this.#withFile((file) => readAt(file, from, this.#ends[height - 1]! - from).toString('hex'))
  }

  /** Returns hash and number of transactions of each block up to a height, the first block first. */
  facts(height: number): BlockFacts[] {
    return this.#withFile((file) =>
      this.#ends.slice(0, height).map((_end, index) => {
        const reader = new ByteReader(readAt(file, this.#start(index + 1), FRONT))
        const hash = Buffer.from(blockHash(readHeader(reader))).toString('hex')
        return { hash, txCount: reader.compactSize() }
      }),
    )
  }

  /** Writes the blocks up to a height to another file, unless that exists. */
  writeFirst(height: number, path: string): void {
    if (existsSync(path)) return
    copyFileSync(this.#path, `${path}.part`)
    truncateSync(`${path}.part`, this.#ends[height - 1])
    renameSync(`${path}.part`, path)
  }

  #start(height: number): number {
    return (this.#ends[height - 2] ?? 0) + HEAD
  }

  #withFile<T>(work: (file: number) => T): T {
    const file = openSync(this.#path, 'r')
    try {
      return work(file)
    } finally {
      closeSync(file)
    }
  }
}

function readAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, from))
}

import { randomBytes } from 'node:crypto'

/** Randomness is injected so that tests are reproducible. */
export interface Random {
  bytes(length: number): Uint8Array
}

/** Randomness of the operating system, good enough for keys. */
export function systemRandom(): Random {
  return {
    bytes(length) {
      const buffer = randomBytes(length)
      return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    },
  }
}

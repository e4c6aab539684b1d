import { randomBytes } from 'node:crypto'

/** Source of randomness, injected so that tests are reproducible. */
export interface Random {
  bytes(length: number): Uint8Array
}

/** Returns the randomness of the operating system, suitable for keys. */
export function systemRandom(): Random {
  return {
    bytes(length) {
      const buffer = randomBytes(length)
      return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    },
  }
}

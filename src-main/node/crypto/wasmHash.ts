import { createRequire } from 'node:module'

const loadModule = createRequire(import.meta.url)

type Library = typeof import('hash-wasm')
interface Algorithms {
  readonly blake2b: Pick<Library, 'createBLAKE2b'>
  readonly ripemd160: Pick<Library, 'createRIPEMD160'>
}

/**
 * Loads one algorithm of the library. Its main entry loads all algorithms, which adds 20 ms to the start of each
 * thread.
 */
export function wasmHash<Name extends keyof Algorithms>(algorithm: Name): Algorithms[Name] {
  return loadModule(`hash-wasm/dist/${algorithm}.umd.min.js`)
}

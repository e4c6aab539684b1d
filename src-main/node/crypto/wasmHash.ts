import { createRequire } from 'node:module'

const loadModule = createRequire(import.meta.url)

type Library = typeof import('hash-wasm')
interface Algorithms {
  readonly blake2b: Pick<Library, 'createBLAKE2b'>
  readonly ripemd160: Pick<Library, 'createRIPEMD160'>
}

/** One algorithm of the library: its main entry brings all of them, which takes each thread 20 ms of its start. */
export function wasmHash<Name extends keyof Algorithms>(algorithm: Name): Algorithms[Name] {
  return loadModule(`hash-wasm/dist/${algorithm}.umd.min.js`)
}

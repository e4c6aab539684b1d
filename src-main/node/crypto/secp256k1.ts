import { createNativeSecp256k1, createWasmSecp256k1, type Secp256k1 } from './secp256k1Backends.ts'

export type Secp256k1Backend = 'native' | 'wasm'

/**
 * @param createNative throws if there is no binary for this platform; the fallback is slower, but gives the same
 *   results
 */
export function loadSecp256k1(createNative: () => Secp256k1): {
  readonly backend: Secp256k1Backend
  readonly curve: Secp256k1
} {
  try {
    return { backend: 'native', curve: createNative() }
  } catch {
    return { backend: 'wasm', curve: createWasmSecp256k1() }
  }
}

const loaded = loadSecp256k1(createNativeSecp256k1)

/** Fastest implementation that runs on this platform. */
export const secp256k1: Secp256k1 = loaded.curve

/** Name of that implementation, for the log and getnodestatus. */
export const secp256k1Backend: Secp256k1Backend = loaded.backend

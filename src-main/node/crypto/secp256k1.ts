import { createNativeSecp256k1, createWasmSecp256k1, type Secp256k1 } from './secp256k1Backends.ts'

function load(): { readonly backend: 'native' | 'wasm'; readonly curve: Secp256k1 } {
  try {
    return { backend: 'native', curve: createNativeSecp256k1() }
  } catch {
    // No binary for this platform: slower, not different. Startup reports which one is in use.
    return { backend: 'wasm', curve: createWasmSecp256k1() }
  }
}

const loaded = load()

/** The fastest implementation that runs here. */
export const secp256k1: Secp256k1 = loaded.curve

/** Which one that is, for the log and for diagnostics. */
export const secp256k1Backend: 'native' | 'wasm' = loaded.backend

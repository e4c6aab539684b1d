import { fromHex } from '../../util/index.ts'

/**
 * A publicly known key pair: only the contract's rules protect outputs locked to it. The private key is a constant of
 * the protocol and not secret (crypto-conditions.md §6).
 */
export interface GlobalKey {
  /** eval code of the contract whose rules protect its outputs */
  readonly evalCode: number
  /** 33 bytes */
  readonly publicKey: Uint8Array
  /** 32 bytes */
  readonly privateKey: Uint8Array
}

/** Creates a global key from two hex keys. */
export function globalKey(evalCode: number, publicKey: string, privateKey: string): GlobalKey {
  return { evalCode, publicKey: fromHex(publicKey), privateKey: fromHex(privateKey) }
}

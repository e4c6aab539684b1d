import { fromHex } from '../../util/index.ts'

/**
 * A key pair that everybody knows: what is locked to it is guarded by the module's rules alone. The private key is a public
 * constant of the protocol and no secret (crypto-conditions.md §6).
 */
export interface GlobalKey {
  /** of the module that guards what the key holds */
  readonly evalCode: number
  /** 33 bytes */
  readonly publicKey: Uint8Array
  /** 32 bytes */
  readonly privateKey: Uint8Array
}

/** Both keys are hex. */
export function globalKey(evalCode: number, publicKey: string, privateKey: string): GlobalKey {
  return { evalCode, publicKey: fromHex(publicKey), privateKey: fromHex(privateKey) }
}

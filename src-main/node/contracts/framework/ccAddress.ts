import { ccOne } from '../../conditions/index.ts'
import type { IndexedAddress } from '../../core/index.ts'
import { ccScript, indexedAddress } from '../../script/index.ts'

/** Returns the address at which a key holds outputs of this eval code: the address of CC1(evalCode, publicKey). */
export function ccAddress(evalCode: number, publicKey: Uint8Array): IndexedAddress {
  return indexedAddress(ccScript(ccOne(evalCode, publicKey))) as IndexedAddress
}

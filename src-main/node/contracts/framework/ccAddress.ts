import { ccOne } from '../../conditions/index.ts'
import type { IndexedAddress } from '../../core/index.ts'
import { ccScript, indexedAddress } from '../../script/index.ts'

/** Where a key holds what the module of this eval code guards: the address of CC1(evalCode, publicKey). */
export function ccAddress(evalCode: number, publicKey: Uint8Array): IndexedAddress {
  return indexedAddress(ccScript(ccOne(evalCode, publicKey))) as IndexedAddress
}

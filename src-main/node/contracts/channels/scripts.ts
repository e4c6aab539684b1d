import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, ccOneOfTwo } from '../../conditions/index.ts'
import { ccScript, findScriptAddress, p2pkScript } from '../../script/index.ts'

/** Script that locks a channel's coins. */
export function fundScript(source: Uint8Array, destination: Uint8Array): Uint8Array {
  return ccScript(ccOneOfTwo(EVAL_CODES.channels, source.subarray(0, 33), destination.subarray(0, 33)))
}

/** Script of the marker outputs by which one end finds its channels. */
export function markerScript(key: Uint8Array): Uint8Array {
  return ccScript(ccOne(EVAL_CODES.channels, key.subarray(0, 33)))
}

/** Script that holds a key's tokens. */
export function tokenKeyScript(key: Uint8Array): Uint8Array {
  return ccScript(ccOne(EVAL_CODES.tokens, key.subarray(0, 33)))
}

export function payeeAddress(key: Uint8Array): string | undefined {
  return findScriptAddress(p2pkScript(key), { cc: true })
}

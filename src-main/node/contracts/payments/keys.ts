import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, ccOneOfTwo } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import { concat } from '../../util/index.ts'
import { globalKey } from '../framework/globalKey.ts'

export const PAYMENTS_KEY = globalKey(
  EVAL_CODES.payments,
  '0358f1764f82c63abc7c7455555fd1d3184905e30e819e97667e247e5792b46856',
  '03c973c2b8303dbdc8d9bf0249d9656145ed9e9351ab8b2ee7c740f1c4d2c05b',
)

/** Script that holds coins of any plan; the data after the condition name the plan. */
export const PAYMENTS_GLOBAL_SCRIPT = ccScript(ccOne(EVAL_CODES.payments, PAYMENTS_KEY.publicKey))

/** Marker script by which plans are found. */
export const PAYMENTS_MARKER_SCRIPT = ccScript(
  ccOneOfTwo(EVAL_CODES.payments, PAYMENTS_KEY.publicKey, PAYMENTS_KEY.publicKey),
)

/** Returns the condition of a plan's own coins: its transaction id replaces a key, and the contract's key signs. */
export function paymentsPlanTree(createTxid: Uint8Array) {
  return ccOneOfTwo(EVAL_CODES.payments, PAYMENTS_KEY.publicKey, concat(Uint8Array.of(2), createTxid))
}

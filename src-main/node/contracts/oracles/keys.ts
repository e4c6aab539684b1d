import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { ccScript, p2pkScript } from '../../script/index.ts'
import { fromHex } from '../../util/index.ts'
import { keyAddress } from '../framework/txidMarker.ts'

/** The module's key, by which oracles are found. Unlike those of other contracts nobody is known to have its private key. */
export const ORACLES_PUBLIC_KEY = fromHex('038c1d42db6a45a57eccb8981b078fb7857b9b496293fe299d2b8d120ac5b5691a')

/** Marks every oracle. */
export const ORACLE_LIST_SCRIPT = p2pkScript(ORACLES_PUBLIC_KEY)
export const ORACLE_LIST_ADDRESS = keyAddress(ORACLES_PUBLIC_KEY)

/** Where a publisher's subscriptions and funds lie: CC1(ec, key). */
export const publisherScript = (key: Uint8Array): Uint8Array => ccScript(ccOne(EVAL_CODES.oracles, key))

import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { ccScript, p2pkScript } from '../../script/index.ts'
import { fromHex } from '../../util/index.ts'
import { keyAddress } from '../framework/txidMarker.ts'

/** The contract's key, by which oracles are found. Unlike for other contracts, its private key is not known. */
export const ORACLES_PUBLIC_KEY = fromHex('038c1d42db6a45a57eccb8981b078fb7857b9b496293fe299d2b8d120ac5b5691a')

/** Script that marks every oracle. */
export const ORACLE_LIST_SCRIPT = p2pkScript(ORACLES_PUBLIC_KEY)
export const ORACLE_LIST_ADDRESS = keyAddress(ORACLES_PUBLIC_KEY)

/** Script of a publisher's subscriptions and funds: CC1(ec, key). */
export const publisherScript = (key: Uint8Array): Uint8Array => ccScript(ccOne(EVAL_CODES.oracles, key))

import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import { ASSETS_KEY } from './assetsKey.ts'

/** Script that locks the tokens of asks. The code is that of an NFT, 0 for a fungible token (tokens.md §2). */
export function askScript(nftCode: number): Uint8Array {
  return ccScript(tokenCcOne(EVAL_CODES.assets, nftCode, ASSETS_KEY.publicKey))
}

/** Script that locks the coins of bids. */
export const BID_SCRIPT = ccScript(ccOne(EVAL_CODES.assets, ASSETS_KEY.publicKey))

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { tokenCcOne } from '../../../conditions/index.ts'
import type { IndexedAddress } from '../../../core/index.ts'
import { secp256k1 } from '../../../crypto/index.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../../script/index.ts'
import { ccAddress } from '../../framework/ccAddress.ts'
import { ADDRESS_GATE_TEXT, normalAddress, parsePubkey } from '../../framework/rpc/contractGate.ts'
import { parseTokenId } from '../../tokens/rpc/tokenGate.ts'
import { ASSETS_KEY, BID_PLACE } from '../index.ts'
import { createOpenOrderLists, encodeEntries, MAX_LISTED_ORDERS } from './openOrders.ts'
import { createOrderGate, type OrderGateDeps } from './orderGate.ts'

const MAX_CODE = 255
const NUMBER = /^(?:0|[1-9]\d{0,2}|0x[0-9a-f]{1,2})$/i

/** Handlers of the order lists and the contract's addresses, as the reference returns them (tokens.md §5). */
export function createOrderListHandlers(deps: OrderGateDeps) {
  const { chain } = deps
  const gate = createOrderGate(deps)
  const lists = createOpenOrderLists(chain)
  const toContractAddress = (pubkey: Uint8Array) => ccAddress(EVAL_CODES.assets, pubkey)

  return defineHandlers({
    assetsaddress({ pubkey: text }) {
      const { pubkey, addressIndex } = gate.acting(ADDRESS_GATE_TEXT)
      const given = text === undefined ? undefined : parsePubkey(text, secp256k1.isPublicKey)
      if (text !== undefined && !given) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'invalid pubkey')
      const balance = (address: IndexedAddress) => addressIndex.balance(address).balance
      const key = ASSETS_KEY.publicKey
      const asks = indexedAddress(ccScript(tokenCcOne(EVAL_CODES.assets, 0, key))) as IndexedAddress
      return {
        result: 'success',
        AssetsCCAddress: encodeAddress(toContractAddress(key)),
        AssetsCCBalance: balance(toContractAddress(key)),
        AssetsNormalAddress: encodeAddress(normalAddress(key)),
        AssetsNormalBalance: balance(normalAddress(key)),
        AssetsCCTokensAddress: encodeAddress(asks),
        ...(given && {
          'PubkeyCCaddress(Assets)': encodeAddress(toContractAddress(given)),
          // The reference looks this balance up under the wrong index type, so it is always zero.
          'PubkeyCCbalance(Assets)': 0n,
        }),
        'myCCAddress(Assets)': encodeAddress(toContractAddress(pubkey)),
        'myCCbalance(Assets)': balance(toContractAddress(pubkey)),
        myaddress: encodeAddress(normalAddress(pubkey)),
        mybalance: balance(normalAddress(pubkey)),
      }
    },
    async tokenorders({ tokenid }, { signal }) {
      const { orders, tokens } = gate.reading()
      const tokenId = tokenid === undefined ? undefined : parseTokenId(tokenid)
      if (tokenid !== undefined && !tokenId?.some((byte) => byte !== 0)) {
        throw new RpcError(RPC_ERROR.MISC, 'incorrect tokenid\n')
      }
      return lists.ofToken({ orders, tokens, tokenId, signal })
    },
    async mytokenorders({ evalcode }, { signal }) {
      const { orders, pubkey } = gate.acting()
      const code = evalcode === undefined ? 0 : NUMBER.test(evalcode) ? Number(evalcode) : Number.NaN
      if (!(code <= MAX_CODE)) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'evalcode must be a number from 0 to 255')
      }
      const found = [BID_PLACE, code].map((place) => orders.asksOf(pubkey, place, MAX_LISTED_ORDERS + 1))
      return encodeEntries(found.flat(), signal)
    },
  })
}

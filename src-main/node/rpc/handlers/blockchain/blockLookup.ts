import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { looseHash } from '#shared/rpc/convert.ts'
import type { BlockEntry, ChainView } from '../../../core/index.ts'
import { fromDisplayHex } from '../../../util/index.ts'

/** Creates functions that find blocks by hash or height. Both throw RpcError with komodod's texts. */
export function createBlockLookup(chain: Pick<ChainView, 'byHash' | 'byHeight'>) {
  const byHash = (hash: string): BlockEntry => {
    const entry = chain.byHash(fromDisplayHex(hash))
    if (!entry) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Block not found')
    return entry
  }
  /**
   * Finds a block by its hash, or by the digits of its height. Other short strings have their own errors
   * (protocol/README.md, finding 13).
   */
  const byName = (name: string): BlockEntry => {
    if (name.length >= 64) return byHash(looseHash(name))
    if (!/^\d{1,10}$/.test(name)) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid block height parameter')
    const entry = chain.byHeight(Number(name))
    if (!entry) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block height out of range')
    return entry
  }
  return { byHash, byName }
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { looseHash } from '#shared/rpc/convert.ts'
import type { BlockEntry, ChainView } from '../../../core/index.ts'
import { fromDisplayHex } from '../../../util/index.ts'

/** Finds blocks as callers name them. Both throw RpcError with the reference's texts. */
export function createBlockLookup(chain: Pick<ChainView, 'byHash' | 'byHeight'>) {
  const byHash = (hash: string): BlockEntry => {
    const entry = chain.byHash(fromDisplayHex(hash))
    if (!entry) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Block not found')
    return entry
  }
  /** A hash, or the digits of a height; other short strings get errors of their own (finding 13). */
  const byName = (name: string): BlockEntry => {
    if (name.length >= 64) return byHash(looseHash(name))
    if (!/^\d{1,10}$/.test(name)) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid block height parameter')
    const entry = chain.byHeight(Number(name))
    if (!entry) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Block height out of range')
    return entry
  }
  return { byHash, byName }
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { MAX_ADDRESS_ROWS, tooManyRows } from '#shared/rpc/methods/addressIndex.ts'
import type { IndexedAddress } from '../../../core/index.ts'
import type { Mempool, MempoolAddressDelta } from '../../../mempool/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { toDisplayHex, toHex } from '../../../util/index.ts'
import { mapped, type Steps, sorted } from '../../../util/runInSlices.ts'

/** Rows built between two yields to the event loop. */
const ROWS_PER_TURN = 500

const toRow = ({ address, txid, index, satoshis, time, prevout }: MempoolAddressDelta) => ({
  address: encodeAddress(address),
  txid: toDisplayHex(txid),
  index,
  satoshis,
  timestamp: time,
  ...(prevout && { prevtxid: toDisplayHex(prevout.hash), prevout: prevout.index }),
})

/**
 * Lists the mempool's changes of addresses, in the order of getaddressmempool, as of the first step.
 * @throws RpcError if there are too many rows
 */
export function* listUnconfirmed(mempool: Mempool, addresses: readonly IndexedAddress[]) {
  const rows: Steps<ReturnType<typeof toRow>[]> = mapped(
    yield* sorted(findChanges(mempool, addresses), (a, b) => a.time - b.time),
    ROWS_PER_TURN,
    toRow,
  )
  return yield* rows
}

/** Returns the changes of one address after the other, each in the order of the mempool's index. */
function findChanges(mempool: Mempool, addresses: readonly IndexedAddress[]): MempoolAddressDelta[] {
  // Cache per address: a caller may request one busy address ten thousand times.
  const byAddress = new Map<string, readonly MempoolAddressDelta[]>()
  const found: MempoolAddressDelta[] = []
  for (const address of addresses) {
    const key = address.type + toHex(address.hash)
    const changes = byAddress.get(key) ?? mempool.addressDeltas([address])
    byAddress.set(key, changes)
    if (found.length + changes.length > MAX_ADDRESS_ROWS) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, tooManyRows)
    for (const change of changes) found.push(change)
  }
  return found
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { MAX_WATCHED } from '#shared/rpc/methods/addressViews.ts'
import type { AddressIndexView, MempoolView } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { type WatchEntry, type WatchList, WatchListError } from '../../../watchList/index.ts'
import { checkedLabel } from '../../format/labels.ts'
import { oneAddress } from './addressParams.ts'
import { computePending } from './addressPending.ts'

interface WatchListDeps {
  readonly watchList: WatchList
  readonly addressIndex: AddressIndexView | undefined
  readonly mempool: Mempool & MempoolView
}

/** Converts errors of the file, such as a full disk or damage, to RpcErrors with their message. */
function told<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof WatchListError) throw new RpcError(RPC_ERROR.DATABASE, error.message, { cause: error })
    throw error
  }
}

export function createWatchListHandlers({ watchList, addressIndex, mempool }: WatchListDeps) {
  const show = ({ address, label, created }: WatchEntry) => {
    const plain = oneAddress(address, false)
    const condition = oneAddress(address, true)
    const scriptHash = plain.type === 2
    return {
      address,
      label,
      created,
      balance: addressIndex ? addressIndex.balance(plain).balance : null,
      pending: computePending(mempool, plain) + (scriptHash ? 0n : computePending(mempool, condition)),
      // A P2SH address is never the address of a condition.
      ccbalance: addressIndex ? (scriptHash ? 0n : addressIndex.balance(condition).balance) : null,
    }
  }
  /** Returns the canonical text of an address, ignoring surrounding spaces. */
  const canonical = (text: string) => encodeAddress(oneAddress(text, false))

  return defineHandlers({
    listwatchedaddresses: () => told(() => watchList.list()).map(show),
    watchaddress({ address, label }) {
      const text = canonical(address)
      const kept = checkedLabel(label)
      return told(() => {
        if (!watchList.find(text) && watchList.size() >= MAX_WATCHED) {
          throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `The watch list is full: it holds ${MAX_WATCHED} addresses`)
        }
        return show(watchList.put(text, kept))
      })
    },
    unwatchaddress({ address }) {
      const text = canonical(address)
      return told(() => watchList.remove(text))
    },
  })
}

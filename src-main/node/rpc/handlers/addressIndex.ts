import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { wrongCountText } from '#shared/rpc/help.ts'
import { type Handlers, methods } from '#shared/rpc/index.ts'
import type { AddressQueries, ChainView, IndexedAddress } from '../../interfaces.ts'
import type { Mempool } from '../../mempool/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import { indexOff, looseRange, readAddresses, strictRange, wantsChainInfo } from './addressParams.ts'

interface Deps {
  readonly chain: ChainView
  readonly mempool: Mempool
  readonly addressIndex: AddressQueries | undefined
}

type Names = 'getaddressbalance' | 'getaddressdeltas' | 'getaddressmempool' | 'getaddresstxids' | 'getaddressutxos'

/** The second parameter counts by being there, even as null or false (rpc.md §4). */
const given = (ccvout: JsonValue | undefined) => ccvout !== undefined

interface TxPlace {
  readonly txid: string
  readonly height: number
}

/** Several addresses: by height, then by the text of the id, each once. */
function merged(lists: readonly (readonly TxPlace[])[]): string[] {
  const [only] = lists
  if (lists.length === 1 && only) return only.map(({ txid }) => txid)
  const all = lists.flat().sort((a, b) => a.height - b.height || (a.txid < b.txid ? -1 : Number(a.txid > b.txid)))
  return all.filter(({ txid }, at) => all[at - 1]?.txid !== txid).map(({ txid }) => txid)
}

export function createAddressIndexHandlers({ chain, mempool, addressIndex }: Deps): Pick<Handlers, Names> {
  const index = (): AddressQueries => {
    if (!addressIndex) throw indexOff()
    return addressIndex
  }
  const blockAt = (height: number) => {
    const entry = chain.byHeight(height)
    if (!entry) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Start or end is outside chain range')
    return { hash: entry.hashHex, height }
  }
  const deltasOf = (entry: IndexedAddress, range: { start: number; end: number } | undefined) => {
    const address = encodeAddress(entry)
    return index()
      .deltaTexts(entry, range)
      .map(({ satoshis, txid, index: at, blockIndex, height }) => ({
        satoshis,
        txid,
        index: at,
        blockindex: blockIndex,
        height,
        address,
      }))
  }
  const utxosOf = (entry: IndexedAddress) => {
    const address = encodeAddress(entry)
    return index()
      .unspentTexts(entry)
      .map(({ txid, index: outputIndex, script, satoshis, height }) => ({
        address,
        txid,
        outputIndex,
        script,
        satoshis,
        height,
      }))
  }

  return {
    getaddressbalance({ addresses, ccvout }) {
      const sum = { balance: 0n, received: 0n }
      for (const entry of readAddresses(addresses, given(ccvout))) {
        const { balance, received } = index().balance(entry)
        sum.balance += balance
        sum.received += received
      }
      return sum
    },
    getaddressdeltas({ addresses, ccvout }) {
      if (!(addresses instanceof Map)) throw new RpcError(RPC_ERROR.MISC, wrongCountText(methods.getaddressdeltas))
      const object: JsonObject = addresses
      const range = strictRange(object)
      const deltas = readAddresses(object, given(ccvout)).flatMap((entry) => deltasOf(entry, range))
      if (!range || !wantsChainInfo(object)) return deltas
      return { deltas, start: blockAt(range.start), end: blockAt(range.end) }
    },
    getaddressmempool({ addresses, ccvout }) {
      const entries = readAddresses(addresses, given(ccvout))
      return mempool.addressDeltas(entries).map(({ address, txid, index: at, satoshis, time, prevout }) => ({
        address: encodeAddress(address),
        txid: toDisplayHex(txid),
        index: at,
        satoshis,
        timestamp: time,
        ...(prevout && { prevtxid: toDisplayHex(prevout.hash), prevout: prevout.index }),
      }))
    },
    getaddresstxids({ addresses, ccvout }) {
      const entries = readAddresses(addresses, given(ccvout))
      const range = looseRange(addresses)
      return merged(entries.map((entry) => index().transactionIds(entry, range)))
    },
    getaddressutxos({ addresses, ccvout }) {
      const entries = readAddresses(addresses, given(ccvout))
      const utxos = entries.flatMap(utxosOf).sort((a, b) => a.height - b.height)
      if (!wantsChainInfo(addresses)) return utxos
      const tip = chain.tip()
      return { utxos, hash: tip.hashHex, height: tip.height }
    },
  }
}

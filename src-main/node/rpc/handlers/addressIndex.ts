import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { wrongCountText } from '#shared/rpc/help.ts'
import { type Handlers, methods } from '#shared/rpc/index.ts'
import { MAX_ADDRESS_ROWS, tooManyRows } from '#shared/rpc/methods/addressIndex.ts'
import type { AddressDeltaText, AddressQueries, ChainView, IndexedAddress } from '../../interfaces.ts'
import type { Mempool } from '../../mempool/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { toDisplayHex } from '../../util/index.ts'
import { type HeightRange, indexOff, looseRange, readAddresses, strictRange, wantsChainInfo } from './addressParams.ts'

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

/** Histories of so many changes are read and written within some milliseconds. */
const ROWS_AT_ONCE = 4_000

const tooMany = () => new RpcError(RPC_ERROR.INVALID_PARAMETER, tooManyRows)

/** The lists of all addresses; the same one may be asked for many times. @throws RpcError if they are too long together */
function bounded<Row>(entries: readonly IndexedAddress[], rowsOf: (entry: IndexedAddress) => readonly Row[]) {
  let rows = 0
  return entries.map((entry) => {
    const list = rowsOf(entry)
    rows += list.length
    if (rows > MAX_ADDRESS_ROWS) throw tooMany()
    return list
  })
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
  const shown = ({ satoshis, txid, index: at, blockIndex, height }: AddressDeltaText, address: string) => ({
    satoshis,
    txid,
    index: at,
    blockindex: blockIndex,
    height,
    address,
  })
  /** Short histories at once; long ones in turns with everything else. */
  const deltasOf = (entries: readonly IndexedAddress[], range: HeightRange | undefined, signal: AbortSignal) => {
    const rows = entries.reduce((sum, entry) => sum + (index().summary(entry)?.deltas ?? 0), 0)
    const texts = entries.map(encodeAddress)
    if (rows <= ROWS_AT_ONCE) {
      return entries.flatMap((entry, which) =>
        index()
          .deltaTexts(entry, range)
          .map((delta) => shown(delta, texts[which]!)),
      )
    }
    const show = (delta: AddressDeltaText, which: number) => shown(delta, texts[which]!)
    return index()
      .deltaList(entries, { range, most: MAX_ADDRESS_ROWS, show }, { signal })
      .then((list) => {
        if (!list) throw tooMany()
        return list
      })
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
    getaddressdeltas({ addresses, ccvout }, { signal }) {
      if (!(addresses instanceof Map)) throw new RpcError(RPC_ERROR.MISC, wrongCountText(methods.getaddressdeltas))
      const object: JsonObject = addresses
      const range = strictRange(object)
      const entries = readAddresses(object, given(ccvout))
      index()
      // Looked up first: the lists are of this moment, too.
      const ends =
        range && wantsChainInfo(object) ? { start: blockAt(range.start), end: blockAt(range.end) } : undefined
      const deltas = deltasOf(entries, range, signal)
      if (!ends) return deltas
      return deltas instanceof Promise ? deltas.then((rows) => ({ deltas: rows, ...ends })) : { deltas, ...ends }
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
      return merged(bounded(entries, (entry) => index().transactionIds(entry, range)))
    },
    getaddressutxos({ addresses, ccvout }) {
      const entries = readAddresses(addresses, given(ccvout))
      const utxos = bounded(entries, utxosOf)
        .flat()
        .sort((a, b) => a.height - b.height)
      if (!wantsChainInfo(addresses)) return utxos
      const tip = chain.tip()
      return { utxos, hash: tip.hashHex, height: tip.height }
    },
  }
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { wrongCountText } from '#shared/rpc/help.ts'
import { type Handlers, methods } from '#shared/rpc/index.ts'
import { MAX_ADDRESS_ROWS, tooManyRows } from '#shared/rpc/methods/addressIndex.ts'
import type {
  AddressList,
  AddressQueries,
  AddressTexts,
  AddressTransactionText,
  ChainView,
  IndexedAddress,
  NamedBlock,
} from '../../../interfaces.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { toDisplayHex } from '../../../util/index.ts'
import { indexOff, looseRange, readAddresses, strictRange, wantsChainInfo } from './addressParams.ts'

interface Deps {
  readonly chain: ChainView
  readonly mempool: Mempool
  readonly addressIndex: AddressQueries | undefined
}

/** Which rows are listed, how they are encoded, and when to give up. */
interface Listing<Kind extends keyof AddressTexts, Row> extends Pick<AddressList<Kind, Row>, 'range' | 'show'> {
  readonly signal: AbortSignal
}

type Names = 'getaddressbalance' | 'getaddressdeltas' | 'getaddressmempool' | 'getaddresstxids' | 'getaddressutxos'

/** The second parameter counts as set when it is present, even as null or false (rpc.md §4). */
const given = (ccvout: JsonValue | undefined) => ccvout !== undefined

/** For several addresses: sorted by height, then by id, without duplicates. */
function merged(transactions: readonly AddressTransactionText[], addresses: number): string[] {
  if (addresses === 1) return transactions.map(({ txid }) => txid)
  const all = [...transactions].sort((a, b) => a.height - b.height || (a.txid < b.txid ? -1 : Number(a.txid > b.txid)))
  return all.filter(({ txid }, at) => all[at - 1]?.txid !== txid).map(({ txid }) => txid)
}

/** Rows that are read and encoded synchronously: a few milliseconds; 20 for ids, of which long lists are asked for most often. */
const ROWS_AT_ONCE = { deltas: 4_000, transactionIds: 25_000, unspent: 4_000 } as const

/** For several addresses: the rows of each one are sorted already. */
const byHeight = <Row extends { readonly height: number }>(rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((a, b) => a.height - b.height)

/** Lists a short history synchronously and a long one in steps, as of the block that `tip` names. */
function listRows<Kind extends keyof AddressTexts, Row, Result>(
  { index, chain, kind }: { readonly index: AddressQueries; readonly chain: ChainView; readonly kind: Kind },
  entries: readonly IndexedAddress[],
  { range, show, signal }: Listing<Kind, Row>,
  finish: (rows: readonly Row[], tip: NamedBlock) => Result,
): Result | Promise<Result> {
  const count = kind === 'unspent' ? 'utxos' : 'deltas'
  const most = entries.reduce((sum, entry) => sum + (index.summary(entry)?.[count] ?? 0), 0)
  if (most <= ROWS_AT_ONCE[kind]) {
    const rows = entries.flatMap((entry, which) => index.texts(kind, entry, range).map((text) => show(text, which)))
    return finish(rows, chain.tip())
  }
  return index.list(kind, entries, { range, most: MAX_ADDRESS_ROWS, show }, { signal }).then((list) => {
    if (!list) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, tooManyRows)
    return finish(list.rows, list.tip)
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
      // Read before the list, so that both are of the same tip.
      const ends =
        range && wantsChainInfo(object) ? { start: blockAt(range.start), end: blockAt(range.end) } : undefined
      const texts = entries.map(encodeAddress)
      const show = ({ satoshis, txid, index: at, blockIndex, height }: AddressTexts['deltas'], which: number) => ({
        satoshis,
        txid,
        index: at,
        blockindex: blockIndex,
        height,
        address: texts[which]!,
      })
      return listRows({ index: index(), chain, kind: 'deltas' }, entries, { range, show, signal }, (deltas) =>
        ends ? { deltas, ...ends } : deltas,
      )
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
    getaddresstxids({ addresses, ccvout }, { signal }) {
      const entries = readAddresses(addresses, given(ccvout))
      const range = looseRange(addresses)
      const show = (transaction: AddressTransactionText) => transaction
      return listRows({ index: index(), chain, kind: 'transactionIds' }, entries, { range, show, signal }, (rows) =>
        merged(rows, entries.length),
      )
    },
    getaddressutxos({ addresses, ccvout }, { signal }) {
      const entries = readAddresses(addresses, given(ccvout))
      const texts = entries.map(encodeAddress)
      const show = (
        { txid, index: outputIndex, script, satoshis, height }: AddressTexts['unspent'],
        which: number,
      ) => ({
        address: texts[which]!,
        txid,
        outputIndex,
        script,
        satoshis,
        height,
      })
      const chainInfo = wantsChainInfo(addresses)
      return listRows({ index: index(), chain, kind: 'unspent' }, entries, { show, signal }, (rows, tip) => {
        const utxos = entries.length === 1 ? rows : byHeight(rows)
        return chainInfo ? { utxos, hash: toDisplayHex(tip.hash), height: tip.height } : utxos
      })
    },
  }
}

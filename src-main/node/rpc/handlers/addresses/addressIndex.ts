import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { wrongCountText } from '#shared/rpc/help.ts'
import { methods } from '#shared/rpc/index.ts'
import { MAX_ADDRESS_ROWS, tooManyRows } from '#shared/rpc/methods/addressIndex.ts'
import { StreamedRows } from '#shared/rpc/resultShape.ts'
import type { AddressList, AddressQueries, AddressTexts, AddressTransactionText } from '../../../addressIndex/index.ts'
import type { ChainView, IndexedAddress, NamedBlock } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { toDisplayHex } from '../../../util/index.ts'
import { runInSlices } from '../../../util/runInSlices.ts'
import { indexOff, looseRange, strictRange, wantsChainInfo, withAddresses } from './addressParams.ts'
import { countRows, jsonLayouts, listAsJson, MAX_SYNC_ROWS } from './jsonLists.ts'
import { listUnconfirmed } from './unconfirmedRows.ts'

interface AddressesAddressIndexDeps {
  readonly chain: ChainView
  readonly mempool: Mempool
  readonly addressIndex: AddressQueries | undefined
}

/** Returns true if the second parameter is present, even as null or false (rpc.md §4). */
const given = (ccvout: JsonValue | undefined) => ccvout !== undefined

/** Returns the ids of transactions at one height, sorted and without duplicates. */
const eachOnce = (sameHeight: readonly AddressTransactionText[]): string[] =>
  [...new Set(sameHeight.map(({ txid }) => txid))].sort((a, b) => (a < b ? -1 : 1))

/** Yields the ids of transactions that arrive in order of height. */
async function* txidPages(pages: Pages<AddressTransactionText>): AsyncGenerator<string[], void> {
  let sameHeight: AddressTransactionText[] = []
  for await (const page of pages) {
    const txids: string[] = []
    for (const transaction of page) {
      if (sameHeight.length > 0 && sameHeight[0]!.height !== transaction.height) {
        txids.push(...eachOnce(sameHeight))
        sameHeight = []
      }
      sameHeight.push(transaction)
    }
    yield txids
  }
  yield eachOnce(sameHeight)
}

async function* mapPages<Row, Shown>(pages: Pages<Row>, show: (row: Row) => Shown): Pages<Shown> {
  for await (const page of pages) yield page.map(show)
}

/** Returns the ids, sorted by height, then by id, without duplicates. */
function merged(transactions: readonly AddressTransactionText[]): string[] {
  const byHeight = Map.groupBy(transactions, ({ height }) => height)
  return [...byHeight].sort(([a], [b]) => a - b).flatMap(([, sameHeight]) => eachOnce(sameHeight))
}

const same = <T>(value: T): T => value
const unchanged = <Row>() => ({ rows: (rows: readonly Row[]) => rows, pages: (pages: Pages<Row>) => pages })

/** Maximum number of addresses that are looked up synchronously: takes about 10 ms. */
const MAX_SYNC_ADDRESSES = 100

/** Returns a function that encodes the address at an index on first use. */
function lazyTexts(entries: readonly IndexedAddress[]): (which: number) => string {
  const texts: (string | undefined)[] = []
  return (which) => (texts[which] ??= encodeAddress(entries[which]!))
}

/** Sorts rows of several addresses by height. The rows of each address are already sorted. */
const byHeight = <Row extends { readonly height: number }>(rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((a, b) => a.height - b.height)

/** Row of getaddressdeltas. */
interface Delta extends Pick<AddressTexts['deltas'], 'satoshis' | 'txid' | 'index' | 'height'> {
  readonly blockindex: number
  readonly address: string
}

/** Row of getaddressutxos. */
interface Unspent extends Omit<AddressTexts['unspent'], 'index'> {
  readonly outputIndex: number
  readonly address: string
}

type TextFor = ReturnType<typeof lazyTexts>

const showDelta =
  (textFor: TextFor) =>
  ({ satoshis, txid, index, blockIndex, height }: AddressTexts['deltas'], which: number): Delta => ({
    ...{ satoshis, txid, index, blockindex: blockIndex, height, address: textFor(which) },
  })

const showUnspent =
  (textFor: TextFor) =>
  ({ txid, index, script, satoshis, height }: AddressTexts['unspent'], which: number): Unspent => ({
    ...{ address: textFor(which), txid, outputIndex: index, script, satoshis, height },
  })

type Pages<Row> = AsyncGenerator<readonly Row[], void>

/** Conversion of a list of addresses to a reply, for short and long lists. */
interface Listed<Kind extends keyof AddressTexts, Row, Shown> {
  readonly range?: AddressList<Kind, Row>['range']
  readonly order?: AddressList<Kind, Row>['order']
  readonly show: AddressList<Kind, Row>['show']
  readonly signal: AbortSignal
  /** Converts the rows of one address after the other. */
  rows(rows: readonly Row[]): readonly Shown[]
  /** Converts rows in the requested order. */
  pages(pages: Pages<Row>): AsyncIterable<readonly Shown[]>
}

/**
 * Lists a short history synchronously. The rows of a long history are read while the reply is sent, as of the block
 * `tip`.
 */
function listed<Kind extends keyof AddressTexts, Row, Shown, Result>(
  { index, tip }: { readonly index: AddressQueries; tip(): NamedBlock },
  kind: Kind,
  entries: readonly IndexedAddress[],
  list: Listed<Kind, Row, Shown>,
  finish: (rows: readonly Shown[], tip: NamedBlock) => Result,
): Result | Promise<Result> {
  const { range, order, show, signal } = list
  const rowsOfAll = () => entries.reduce((sum, entry) => sum + countRows(index, kind, entry), 0)
  if (entries.length <= MAX_SYNC_ADDRESSES && rowsOfAll() <= MAX_SYNC_ROWS[kind]) {
    const rows = entries.flatMap((entry, which) => index.texts(kind, entry, range).map((text) => show(text, which)))
    return finish(list.rows(rows), tip())
  }
  return index.list(kind, entries, { range, order, most: MAX_ADDRESS_ROWS, show }, { signal }).then((listing) => {
    if (!listing) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, tooManyRows)
    return finish(new StreamedRows(list.pages(listing.pages), listing.close).asRows(), listing.tip)
  })
}

export function createAddressIndexHandlers({ chain, mempool, addressIndex }: AddressesAddressIndexDeps) {
  const index = (): AddressQueries => {
    if (!addressIndex) throw indexOff()
    return addressIndex
  }
  const blockAt = (height: number) => {
    const entry = chain.byHeight(height)
    if (!entry) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Start or end is outside chain range')
    return { hash: entry.hashHex, height }
  }
  const lists = () => ({ index: index(), tip: () => chain.tip() })
  /** Returns the only address if its rows can be read as JSON text. */
  const findOnly = (entries: readonly IndexedAddress[]) =>
    entries.length === 1 && index().writesJson ? entries[0] : undefined

  return defineHandlers({
    getaddressbalance({ addresses, ccvout }, { signal }) {
      const use = (entries: readonly IndexedAddress[]) => {
        if (entries.length > MAX_SYNC_ADDRESSES) return index().sumBalances(entries, { signal })
        const sum = { balance: 0n, received: 0n }
        for (const entry of entries) {
          const { balance, received } = index().balance(entry)
          sum.balance += balance
          sum.received += received
        }
        return sum
      }
      return withAddresses(addresses, given(ccvout), { use, signal })
    },
    getaddressdeltas({ addresses, ccvout }, { signal }) {
      if (!(addresses instanceof Map)) throw new RpcError(RPC_ERROR.MISC, wrongCountText(methods.getaddressdeltas))
      const object: JsonObject = addresses
      const range = strictRange(object)
      const use = (entries: readonly IndexedAddress[]) => {
        index()
        // Read before the list, so that both have the same tip.
        const ends =
          range && wantsChainInfo(object) ? { start: blockAt(range.start), end: blockAt(range.end) } : undefined
        const finish = <Row>(deltas: Row) => (ends ? { deltas, ...ends } : deltas)
        const only = findOnly(entries)
        if (only) {
          const layout = jsonLayouts.deltas(encodeAddress(only))
          return listAsJson(lists(), 'deltas', only, { range, layout, signal }, finish<readonly Delta[]>)
        }
        const show = showDelta(lazyTexts(entries))
        const list = { range, show, signal, ...unchanged<Delta>() }
        return listed(lists(), 'deltas', entries, list, finish<readonly Delta[]>)
      }
      return withAddresses(object, given(ccvout), { use, signal })
    },
    getaddressmempool({ addresses, ccvout }, { signal }) {
      const use = (entries: readonly IndexedAddress[]) =>
        runInSlices(() => listUnconfirmed(mempool, entries), { signal })
      return withAddresses(addresses, given(ccvout), { use, signal })
    },
    getaddresstxids({ addresses, ccvout }, { signal }) {
      const range = looseRange(addresses)
      const use = (entries: readonly IndexedAddress[]) => {
        const only = findOnly(entries)
        if (only) {
          const layout = jsonLayouts.transactionIds()
          return listAsJson(lists(), 'transactionIds', only, { range, layout, signal }, same<readonly string[]>)
        }
        const list: Listed<'transactionIds', AddressTransactionText, string> = {
          range,
          order: 'height',
          show: same,
          signal,
          // The ids of one address keep the order of the blocks.
          rows: entries.length > 1 ? merged : (rows) => rows.map(({ txid }) => txid),
          pages: entries.length > 1 ? txidPages : (pages) => mapPages(pages, ({ txid }) => txid),
        }
        return listed(lists(), 'transactionIds', entries, list, same)
      }
      return withAddresses(addresses, given(ccvout), { use, signal })
    },
    getaddressutxos({ addresses, ccvout }, { signal }) {
      const chainInfo = wantsChainInfo(addresses)
      const use = (entries: readonly IndexedAddress[]) => {
        const finish = (utxos: readonly Unspent[], tip: NamedBlock) =>
          chainInfo ? { utxos, hash: toDisplayHex(tip.hash), height: tip.height } : utxos
        const only = findOnly(entries)
        if (only) {
          const layout = jsonLayouts.unspent(encodeAddress(only))
          return listAsJson(lists(), 'unspent', only, { layout, signal }, finish)
        }
        const show = showUnspent(lazyTexts(entries))
        const list = {
          order: 'height' as const,
          show,
          signal,
          ...unchanged<Unspent>(),
          ...(entries.length > 1 && { rows: byHeight<Unspent> }),
        }
        return listed(lists(), 'unspent', entries, list, finish)
      }
      return withAddresses(addresses, given(ccvout), { use, signal })
    },
  })
}

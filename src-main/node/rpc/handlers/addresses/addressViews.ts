import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { AddressAudit, AddressQueries, Page } from '../../../addressIndex/index.ts'
import type { AddressType, ChainView, IndexedAddress, NamedBlock } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { encodeAddress } from '../../../script/index.ts'
import { toDisplayHex, toHex } from '../../../util/index.ts'
import type { WatchList } from '../../../watchList/index.ts'
import { badCursor } from '../../format/pageOptions.ts'
import { indexOff, oneAddress } from './addressParams.ts'
import { computePending, pendingSpends } from './addressPending.ts'
import { historyQuery, unspentQuery } from './addressQueries.ts'

interface AddressViewsDeps {
  readonly chain: ChainView
  readonly mempool: Mempool
  readonly addressIndex: AddressQueries | undefined
  readonly watchList: WatchList
}

const KINDS = { 1: 'pubkeyhash', 2: 'scripthash', 3: 'cryptocondition' } as const satisfies Record<AddressType, string>
const NEVER_SEEN = { balance: 0n, received: 0n, deltas: 0, utxos: 0, transactions: 0 }
const REBUILD_TEXT = 'The next start of the node rebuilds the address index from the blocks on disk.'

function encodeDifference(difference: AddressAudit['differences'][number]) {
  const { address, balance, deltas, unspent, counters } = difference
  return { address: encodeAddress(address), type: KINDS[address.type], balance, deltas, unspent, counters }
}

function encodeAudit(audit: AddressAudit, seconds: number) {
  return {
    ...namedBlock(audit.tip),
    addresses: audit.addresses,
    deltas: audit.deltas,
    utxos: audit.utxos,
    sums: audit.sums ?? null,
    differences: audit.differences.map(encodeDifference),
    count: audit.count,
    totalsagree: audit.totalsAgree,
    ok: audit.ok,
    seconds,
  }
}

const namedBlock = ({ height, hash }: NamedBlock) => ({ height, hash: toDisplayHex(hash) })

export function createAddressViewHandlers(deps: AddressViewsDeps) {
  const { chain, mempool, addressIndex, watchList } = deps
  const index = (): AddressQueries => {
    if (!addressIndex) throw indexOff()
    return addressIndex
  }
  const getBlockTime = (height: number) => chain.byHeight(height)?.time ?? 0
  const moment = (height: number) => ({ height, time: getBlockTime(height) })
  const tip = () => ({ height: chain.tip().height, hash: chain.tip().hashHex })

  /** Encodes a page, with `show` for each row. @throws RpcError if the cursor is invalid */
  const paged = <Row, Shown>(page: Page<Row> | undefined, show: (row: Row) => Shown) => {
    if (!page) throw badCursor()
    return { rows: page.rows.map(show), next: page.next ?? null, total: page.total, ...tip() }
  }
  const isPending = (txid: Uint8Array, at: number) => mempool.spender({ hash: txid, index: at }) !== undefined

  return defineHandlers({
    getaddresssummary({ address, ccvout }) {
      const entry = oneAddress(address, ccvout)
      const found = index().summary(entry)
      const { balance, received, deltas, utxos, transactions } = found ?? NEVER_SEEN
      const text = encodeAddress(entry)
      return {
        address: text,
        type: KINDS[entry.type],
        balance,
        received,
        pending: computePending(mempool, entry),
        deltas,
        utxos,
        transactions,
        first: found ? moment(found.first) : null,
        last: found ? moment(found.last) : null,
        label: watchList.find(text)?.label ?? null,
        ...tip(),
      }
    },
    listaddressdeltas({ address, ccvout, options }) {
      const page = index().deltaPage(oneAddress(address, ccvout), historyQuery(options))
      return paged(page, ({ txid, height, blockIndex, index: at, spending, satoshis, balance }) => ({
        txid: toDisplayHex(txid),
        height,
        time: getBlockTime(height),
        blockindex: blockIndex,
        index: at,
        spending,
        amount: satoshis,
        balance: balance ?? null,
      }))
    },
    listaddresstransactions({ address, ccvout, options }) {
      const page = index().transactionPage(oneAddress(address, ccvout), historyQuery(options))
      return paged(page, ({ txid, height, satoshis, balance }) => ({
        txid: toDisplayHex(txid),
        height,
        time: getBlockTime(height),
        amount: satoshis,
        balance: balance ?? null,
      }))
    },
    listaddressutxos({ address, ccvout, options }) {
      const entry = oneAddress(address, ccvout)
      const { state, ...query } = unspentQuery(options)
      const chosen = state === 'all' ? undefined : { outputs: pendingSpends(mempool, entry), listed: state === 'spent' }
      const page = index().unspentPage(entry, { ...query, chosen })
      return paged(page, ({ txid, index: at, satoshis, height, scriptPubKey }) => ({
        txid: toDisplayHex(txid),
        index: at,
        amount: satoshis,
        height,
        script: toHex(scriptPubKey),
        spentInMempool: isPending(txid, at),
      }))
    },
    async getaddresschart({ address, ccvout, points }, { signal }) {
      const chart = await index().chart(oneAddress(address, ccvout), points, { signal })
      return {
        points: chart.points.map(({ height, satoshis }) => ({ ...moment(height), balance: satoshis })),
        ...namedBlock(chart.tip),
      }
    },
    async auditaddressindex({ address, ccvout }, { signal, progress }) {
      const only: IndexedAddress | undefined = address === undefined ? undefined : oneAddress(address, ccvout)
      const begun = performance.now()
      const audit = await index().audit(only, {
        signal,
        onProgress: ({ done, total }) => progress?.({ done, total, unit: 'rows' }),
      })
      return encodeAudit(audit, Math.round(performance.now() - begun) / 1000)
    },
    rebuildaddressindex() {
      index().rebuildAtNextStart()
      return { when: 'next start', detail: REBUILD_TEXT }
    },
  })
}

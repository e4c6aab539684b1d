import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { MAX_ROW_ADDRESSES } from '#shared/rpc/methods/walletViews.ts'
import type { Chain } from '../../chain/index.ts'
import { mayHoldData } from '../../contracts/index.ts'
import type { AddressIndexView, Clock, MempoolView } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { createHistoryActionFinder, type HistoryAction, NO_HISTORY_ACTION } from '../../rpc/explain/historyAction.ts'
import { checkedLabel } from '../../rpc/format/labels.ts'
import { badCursor } from '../../rpc/format/pageOptions.ts'
import { decodeAddress, encodeAddress } from '../../script/index.ts'
import { fromDisplayHex, toDisplayHex, yieldToEventLoop } from '../../util/index.ts'
import {
  type AddressLine,
  AddressView,
  type CoinLine,
  CoinView,
  createOutputRoles,
  type HistoryRow,
  HistoryView,
  mapped,
  runInSlices,
  type UnrecordedTransactions,
  type Wallet,
  type WalletTx,
} from '../index.ts'
import { ProtectedCoins } from './protectedCoins.ts'
import { TokenAddresses } from './tokenAddresses.ts'
import { TokenReceipts } from './tokenReceipts.ts'
import { walletCoinQuery, walletHistoryQuery } from './walletQueries.ts'
import { needWallet } from './walletTx.ts'

interface ViewsDeps {
  readonly chain: Chain
  readonly mempool: MempoolView
  readonly addressIndex: AddressIndexView | undefined
  readonly wallet: Wallet | undefined
  readonly clock: Pick<Clock, 'millis'>
  readonly ccEnabled: boolean
  /** returns the token key of this run */
  readonly pubkey: () => Uint8Array | undefined
}

/** History rows per event-loop slice. */
const ROWS_PER_BATCH = 10
/** Lines per event-loop slice. */
const LINES_PER_BATCH = 5000

const NO_PROTECTED_COINS: Pick<ProtectedCoins, 'list' | 'prepare'> = { list: () => [], prepare: async () => undefined }
const NO_TOKEN_RECEIPTS: UnrecordedTransactions = {
  prepare: async () => undefined,
  list: () => new Set(),
  paysWallet: () => false,
}

function createViews({ chain, mempool, addressIndex, ccEnabled, clock, pubkey }: ViewsDeps, wallet: Wallet) {
  const { ledger, locks, book, keys, scripts, keyring } = wallet
  const amounts = (wtx: WalletTx) => wallet.amounts(wtx)
  const revision = () => wallet.revision() + keys.used().length
  const tokenDeps =
    addressIndex && ccEnabled
      ? { addresses: new TokenAddresses(keys), addressIndex, mempool, chain, ledger }
      : undefined
  const protectedCoins = tokenDeps ? new ProtectedCoins(tokenDeps) : NO_PROTECTED_COINS
  const others = tokenDeps ? new TokenReceipts(tokenDeps) : NO_TOKEN_RECEIPTS
  const findOutput = (outpoint: Parameters<Chain['output']>[0]) => mempool.coin(outpoint) ?? chain.output(outpoint)
  return {
    history: new HistoryView({
      ledger,
      others,
      book,
      amounts,
      ccEnabled,
      outputOf: findOutput,
      millis: () => clock.millis(),
    }),
    coins: new CoinView({ ledger, locks, book, ccEnabled, revision, protectedCoins: () => protectedCoins.list() }),
    addresses: new AddressView({ ledger, keys, scripts, revision: () => revision() + book.revision() }),
    happened: createHistoryActionFinder({ params: { ccEnabled }, chain, mempool, pubkey }, wallet),
    rolesOf: createOutputRoles({ ledger, keys, identity: () => keyring.identity(), outputOf: findOutput }),
    protectedCoins,
  }
}

function getState({ ledger }: Wallet, wtx: WalletTx): 'pending' | 'confirmed' | 'immature' | 'conflicted' {
  const depth = ledger.depth(wtx)
  // A coinbase outside the active chain is conflicted, because no other block can contain it.
  if (depth < 0 || (wtx.coinbase && depth === 0)) return 'conflicted'
  if (depth === 0) return 'pending'
  return ledger.blocksToMaturity(wtx) > 0 ? 'immature' : 'confirmed'
}

const encodeHistory = (
  wallet: Wallet,
  { wtx, time, kind, amount, fee, addresses, payers, label }: HistoryRow,
  happened: HistoryAction,
) => ({
  txid: wtx.txidHex,
  kind,
  ...happened,
  amount,
  fee: fee ?? null,
  addresses: addresses.slice(0, MAX_ROW_ADDRESSES),
  addresscount: addresses.length,
  payers: payers.slice(0, MAX_ROW_ADDRESSES),
  payercount: payers.length,
  label: label ?? null,
  comment: wtx.comment,
  commentto: wtx.commentTo,
  time,
  height: wtx.block?.height ?? -1,
  confirmations: wallet.ledger.shownConfirmations(wtx),
  state: getState(wallet, wtx),
})

const encodeCoin = ({ outpoint, address, label, value, height, state, reason }: CoinLine, tip: number) => ({
  txid: toDisplayHex(outpoint.hash),
  vout: outpoint.index,
  address: address ?? null,
  label: label ?? null,
  amount: value,
  confirmations: height === undefined ? 0 : tip - height + 1,
  state,
  reason: reason ?? null,
})

export function createWalletViewHandlers(deps: ViewsDeps) {
  const { chain } = deps
  const views = deps.wallet && createViews(deps, deps.wallet)
  const open = () => ({ wallet: needWallet(deps.wallet), ...(views as NonNullable<typeof views>) })
  const at = () => ({ height: chain.tip().height, hash: chain.tip().hashHex })
  const sum = (rows: readonly { readonly value: bigint }[]) => rows.reduce((total, { value }) => total + value, 0n)

  return defineHandlers({
    async getwalletsummary() {
      const { wallet, coins, protectedCoins } = open()
      await protectedCoins.prepare(yieldToEventLoop)
      const { trusted: confirmed, pending, immature } = wallet.balance()
      const identity = deps.pubkey()
      const tokens = sum(protectedCoins.list())
      return {
        confirmed,
        pending,
        immature,
        locked: coins.lockedSum(),
        tokenkey: identity ? coins.heldBy(identity) : 0n,
        tokens,
        watchonly: sum(wallet.ledger.watched()),
        total: confirmed + pending + immature,
        ...at(),
      }
    },
    getwalletoutputs({ txid }) {
      const { wallet, rolesOf } = open()
      const wtx = wallet.ledger.get(fromDisplayHex(txid))
      return wtx ? rolesOf(wtx).map(({ index, role }) => ({ vout: index, role })) : []
    },
    async listwallethistory({ options }, { signal }) {
      const { wallet, history, happened } = open()
      const page = await history.page(walletHistoryQuery(options), signal)
      if (!page) throw badCursor()
      const rows: ReturnType<typeof encodeHistory>[] = []
      for (const row of page.rows) {
        const { tx } = row.wtx
        // A transaction that starts or empties a contract may have a data output but no condition output.
        const contract = row.kind === 'module' || mayHoldData(tx.vout.at(-1)?.scriptPubKey)
        // Yield, because explaining a row of a contract may take a millisecond.
        if (contract && rows.length % ROWS_PER_BATCH === 0) {
          await yieldToEventLoop()
          signal.throwIfAborted()
        }
        const action = contract ? happened(tx, row.fee !== undefined) : NO_HISTORY_ACTION
        rows.push(encodeHistory(wallet, row, action))
      }
      return {
        rows,
        next: page.next ?? null,
        total: page.total ?? null,
        ...at(),
      }
    },
    async listwalletcoins({ options }) {
      const query = walletCoinQuery(options)
      const { coins, protectedCoins } = open()
      await protectedCoins.prepare(yieldToEventLoop)
      await coins.prepare(query.sort, yieldToEventLoop)
      // Do not await from here on, so that a page has a single state of the chain.
      const page = coins.page(query)
      if (!page) throw badCursor()
      const { height } = chain.tip()
      return {
        rows: page.rows.map((row) => encodeCoin(row, height)),
        next: page.next ?? null,
        total: page.total,
        ...at(),
      }
    },
    listreceiveaddresses(_, { signal }) {
      const { wallet, addresses } = open()
      const identity = deps.pubkey()
      const own = identity && encodeAddress({ type: 1, hash: hash160(identity) })
      const line = ({ label, ...rest }: AddressLine) => {
        return { ...rest, label: label ?? '', change: label === null, tokenkey: rest.address === own }
      }
      return runInSlices(
        function* () {
          return yield* mapped(yield* addresses.list(), LINES_PER_BATCH, line)
        },
        { signal, state: () => wallet.revision() },
      )
    },
    setaddresslabel({ address: text, label: given }) {
      const address = text.trim()
      if (!decodeAddress(address)) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid address')
      const label = checkedLabel(given)
      if (!open().wallet.book.rename(address, label)) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The address is not in this wallet, or it is a change address')
      }
      return { address, label }
    },
  })
}

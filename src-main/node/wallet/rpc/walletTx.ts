import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { encodeJoinSplits } from '../../rpc/format/shielded.ts'
import type { HistoryItem, TxAmounts, Wallet, WalletTx } from '../index.ts'

/** Returns the size of a transaction, which is not stored with a parsed transaction. */
type SizeOf = (wtx: WalletTx) => number

/** Returns the index of a transaction in its block. */
export type BlockIndexOf = (wtx: WalletTx) => number

/** Encodes the block and time fields of a wallet entry (rpc.md §9). */
export function encodeBlockFields(wallet: Wallet, wtx: WalletTx, blockIndexOf: BlockIndexOf) {
  return {
    rawconfirmations: wallet.ledger.depth(wtx),
    ...(wtx.coinbase && { generated: true }),
    confirmations: wallet.ledger.confirmations(wtx),
    ...(wtx.block && {
      blockhash: wtx.block.hashHex,
      blockindex: blockIndexOf(wtx),
      blocktime: wtx.block.time,
      expiryheight: wtx.tx.expiryHeight,
    }),
    txid: wtx.txidHex,
    walletconflicts: wallet.ledger.conflicts(wtx).map(({ txidHex }) => txidHex),
    time: wtx.smartTime,
    timereceived: wtx.received,
    ...(wtx.comment !== '' && { comment: wtx.comment }),
    ...(wtx.commentTo !== '' && { to: wtx.commentTo }),
    vjoinsplit: encodeJoinSplits(wtx.tx),
  }
}

function receivedCategory(wallet: Wallet, wtx: WalletTx): 'receive' | 'generate' | 'immature' | 'orphan' {
  if (!wtx.coinbase) return 'receive'
  if (wallet.ledger.depth(wtx) < 1) return 'orphan'
  return wallet.ledger.blocksToMaturity(wtx) > 0 ? 'immature' : 'generate'
}

/** Returns one line per sent output, then one line per received output. */
export function encodeDetails(wallet: Wallet, wtx: WalletTx, amounts: TxAmounts, sizeOf: SizeOf) {
  const common = ({ address, index, watched }: HistoryItem) => ({
    ...((amounts.spendsWatched || watched) && { involvesWatchonly: true }),
    account: '',
    ...(address !== undefined && { address }),
    vout: index,
    size: sizeOf(wtx),
  })
  const sent = amounts.sent.map((item) => ({
    ...common(item),
    category: 'send' as const,
    amount: -item.value,
    fee: -(amounts.fee ?? 0n),
  }))
  const category = receivedCategory(wallet, wtx)
  const received = amounts.received.map((item) => ({
    ...common(item),
    account: (item.address === undefined ? undefined : wallet.book.labelOf(item.address)) ?? '',
    category,
    ...(category === 'immature' && { blockstomaturity: wallet.ledger.blocksToMaturity(wtx) }),
    amount: item.value,
  }))
  return [...sent, ...received]
}

/** Returns slicing options for work on many keys or coins: it restarts if the wallet's outputs have changed. */
export const createSliceOptions = ({ ledger }: Wallet, signal: AbortSignal) => ({
  signal,
  state: () => ledger.ownershipRevision(),
})

/** Returns the wallet. @throws RpcError if the wallet is disabled */
export function needWallet(wallet: Wallet | undefined): Wallet {
  if (!wallet) throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Method not found (disabled)')
  return wallet
}

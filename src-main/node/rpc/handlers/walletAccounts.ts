import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import { decodeAddress, encodeAddress } from '../../script/index.ts'
import { namedAddresses, type Wallet } from '../../wallet/index.ts'
import { type Receipt, receiptsOf } from '../encode/walletReceipts.ts'
import { needWallet } from '../encode/walletTx.ts'

interface Deps {
  readonly wallet: Wallet | undefined
  readonly ccEnabled: boolean
}

type Names =
  | 'getaccount'
  | 'getaccountaddress'
  | 'getaddressesbyaccount'
  | 'getreceivedbyaccount'
  | 'listaccounts'
  | 'listreceivedbyaccount'
  | 'move'
  | 'setaccount'

interface AccountReceipt extends Pick<Receipt, 'amount' | 'confirmations'> {
  readonly watched: boolean
  readonly paid: boolean
}

const byName = <T>(values: ReadonlyMap<string, T>) => [...values].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** What is left under each label: payments come to the label of their address and leave from the empty one. */
function accountBalances(wallet: Wallet, minconf: number, watched: boolean): ReadonlyMap<string, bigint> {
  const { ledger, book, amounts } = wallet
  const balances = new Map<string, bigint>([['', 0n]])
  const add = (label: string, value: bigint) => balances.set(label, (balances.get(label) ?? 0n) + value)
  for (const named of namedAddresses(wallet)) if (watched || !named.watched) add(named.label, 0n)
  for (const wtx of ledger.transactions()) {
    if (ledger.depth(wtx) < 0 || ledger.blocksToMaturity(wtx) > 0) continue
    const { sent, received, fee = 0n } = amounts(wtx, watched)
    add(
      '',
      sent.reduce((sum, { value }) => sum - value, -fee),
    )
    if (ledger.depth(wtx) < minconf) continue
    for (const { address, value } of received) add((address === undefined ? null : book.labelOf(address)) ?? '', value)
  }
  for (const [label, value] of wallet.moves.balances()) add(label, value)
  return balances
}

export function createWalletAccountHandlers({ ccEnabled, ...deps }: Deps): Pick<Handlers, Names> {
  const open = () => needWallet(deps.wallet)
  const checked = (address: string) => {
    if (!decodeAddress(address)) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid Komodo address')
  }
  /** Of each label what its addresses were paid. */
  const received = (wallet: Wallet, minconf: number, watched: boolean): ReadonlyMap<string, AccountReceipt> => {
    const receipts = receiptsOf(wallet, { minconf, watched, ccEnabled })
    const accounts = new Map<string, AccountReceipt>()
    for (const named of namedAddresses(wallet)) {
      const receipt = receipts.get(named.address)
      const before = accounts.get(named.label)
      const confirmations = [before?.paid ? before.confirmations : undefined, receipt?.confirmations]
      accounts.set(named.label, {
        amount: (before?.amount ?? 0n) + (receipt?.amount ?? 0n),
        confirmations: Math.min(...confirmations.filter((depth) => depth !== undefined), Number.MAX_SAFE_INTEGER),
        watched: before?.watched === true || (named.watched && receipt !== undefined),
        paid: before?.paid === true || receipt !== undefined,
      })
    }
    return accounts
  }

  return {
    getaccount({ komodoaddress: address }) {
      checked(address)
      return open().book.labelOf(address) ?? ''
    },
    setaccount({ komodoaddress: address, account }) {
      checked(address)
      if (open().book.rename(address, account, true)) return null
      throw new RpcError(RPC_ERROR.MISC, 'setaccount can only be used with own address')
    },
    getaccountaddress({ account }) {
      const wallet = open()
      const receipts = receiptsOf(wallet, { minconf: 0, watched: false, ccEnabled })
      const unused = wallet.keys
        .used()
        .findLast(({ hash, label }) => label === account && !receipts.has(encodeAddress({ type: 1, hash })))
      return encodeAddress({ type: 1, hash: (unused ?? wallet.keys.next(account)).hash })
    },
    getaddressesbyaccount: ({ account }) =>
      namedAddresses(open())
        .filter(({ label }) => label === account)
        .map(({ address }) => address),
    getreceivedbyaccount: ({ account, minconf }) => received(open(), minconf, false).get(account)?.amount ?? 0n,
    listreceivedbyaccount: ({ minconf, includeempty, includeWatchonly }) =>
      byName(received(open(), minconf, includeWatchonly)).flatMap(
        ([account, { amount, confirmations, watched, paid }]) => {
          if (!paid && !includeempty) return []
          const depth = paid ? confirmations : 0
          const line = { account, amount, rawconfirmations: depth, confirmations: depth }
          return [{ ...(watched && { involvesWatchonly: true }), ...line }]
        },
      ),
    listaccounts: ({ minconf, includeWatchonly }) =>
      new Map(byName(accountBalances(open(), minconf, includeWatchonly))),
    move({ fromaccount, toaccount, amount }) {
      if (amount <= 0n) throw new RpcError(RPC_ERROR.TYPE, 'Invalid amount for send')
      open().moves.move(fromaccount, toaccount, amount)
      return true
    },
  }
}

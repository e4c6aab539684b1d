import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { decodeAddress, encodeAddress } from '../../script/index.ts'
import { mapped, namedAddresses, runInSlices, type Steps, type Wallet } from '../index.ts'
import { collectReceipts, type Receipt, type ReceiptQuery } from './walletReceipts.ts'
import { createSliceOptions, needWallet } from './walletTx.ts'

interface LabelsDeps {
  readonly wallet: Wallet | undefined
  readonly ccEnabled: boolean
}

interface AccountReceipt extends Pick<Receipt, 'amount' | 'depth' | 'confirmations'> {
  readonly watched: boolean
  readonly paid: boolean
}

/** Transaction outputs read per event-loop slice. Transactions are not split. */
const OUTPUTS_PER_BATCH = 200
/** Labels and addresses per event-loop slice. */
const LINES_PER_BATCH = 5000

const byName = <T>(values: ReadonlyMap<string, T>) => [...values].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/**
 * Computes the balance of each label: payments are added to the label of their address and deducted from the empty
 * label.
 */
function* accountBalances(wallet: Wallet, minconf: number, watched: boolean): Steps<ReadonlyMap<string, bigint>> {
  const { ledger, book } = wallet
  const balances = new Map<string, bigint>([['', 0n]])
  const add = (label: string, value: bigint) => balances.set(label, (balances.get(label) ?? 0n) + value)
  const moves = [...wallet.moves.balances()]
  const counted = ledger
    .transactions()
    .filter((wtx) => ledger.depth(wtx) >= 0 && ledger.blocksToMaturity(wtx) === 0)
    .map((wtx) => ({ wtx, counts: ledger.depth(wtx) >= minconf }))
  for (const named of yield* namedAddresses(wallet)) if (watched || !named.watched) add(named.label, 0n)
  let outputs = 0
  for (const { wtx, counts } of counted) {
    outputs += wtx.tx.vout.length
    if (outputs >= OUTPUTS_PER_BATCH) {
      outputs = 0
      yield
    }
    const { sent, received, fee = 0n } = wallet.amounts(wtx, watched)
    add(
      '',
      sent.reduce((sum, { value }) => sum - value, -fee),
    )
    if (!counts) continue
    for (const { address, value } of received) add((address === undefined ? null : book.labelOf(address)) ?? '', value)
  }
  for (const [label, value] of moves) add(label, value)
  return balances
}

type Confirmed = Pick<Receipt, 'depth' | 'confirmations'>

/** Returns the confirmations of the newest payment. */
function newest(...payments: readonly (Confirmed | undefined)[]): Confirmed {
  const known = payments.filter((payment) => payment !== undefined)
  return {
    depth: Math.min(...known.map(({ depth }) => depth)),
    confirmations: Math.min(...known.map(({ confirmations }) => confirmations)),
  }
}

export function createWalletAccountHandlers({ ccEnabled, ...deps }: LabelsDeps) {
  const open = () => needWallet(deps.wallet)
  const checked = (address: string) => {
    if (!decodeAddress(address)) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid Komodo address')
  }
  /** Computes the coins that the addresses of each label received. */
  function* received(
    wallet: Wallet,
    query: Omit<ReceiptQuery, 'ccEnabled'>,
  ): Steps<ReadonlyMap<string, AccountReceipt>> {
    const receipts = yield* collectReceipts(wallet, { ...query, ccEnabled })
    const accounts = new Map<string, AccountReceipt>()
    let done = 0
    for (const named of yield* namedAddresses(wallet)) {
      if (++done % LINES_PER_BATCH === 0) yield
      const receipt = receipts.get(named.address)
      const before = accounts.get(named.label)
      accounts.set(named.label, {
        amount: (before?.amount ?? 0n) + (receipt?.amount ?? 0n),
        ...newest(before?.paid ? before : undefined, receipt),
        watched: before?.watched === true || (named.watched && receipt !== undefined),
        paid: before?.paid === true || receipt !== undefined,
      })
    }
    return accounts
  }

  /** Returns a new or unpaid address of the label. Synchronous, so that no payment arrives between check and use. */
  function* accountAddress(wallet: Wallet, account: string): Steps<string> {
    const receipts = yield* collectReceipts(wallet, { minconf: 0, watched: false, ccEnabled })
    const labelled = wallet.keys.used().filter(({ label }) => label === account)
    const addresses = yield* mapped(labelled, LINES_PER_BATCH / 10, ({ hash }) => encodeAddress({ type: 1, hash }))
    return (
      addresses.findLast((address) => !receipts.has(address)) ??
      encodeAddress({ type: 1, hash: wallet.keys.next(account).hash })
    )
  }

  return defineHandlers({
    getaccount({ komodoaddress: address }) {
      checked(address)
      const { book } = open()
      return book.labelOf(address) ?? book.foreignLabel(address) ?? ''
    },
    setaccount({ komodoaddress: address, account }) {
      checked(address)
      if (open().book.rename(address, account, true)) return null
      throw new RpcError(RPC_ERROR.MISC, 'setaccount can only be used with own address')
    },
    getaccountaddress({ account }, { signal }) {
      const wallet = open()
      return runInSlices(() => accountAddress(wallet, account), createSliceOptions(wallet, signal))
    },
    getaddressesbyaccount({ account }, { signal }) {
      const wallet = open()
      return runInSlices(
        function* () {
          const named = yield* namedAddresses(wallet)
          return named.filter(({ label }) => label === account).map(({ address }) => address)
        },
        createSliceOptions(wallet, signal),
      )
    },
    getreceivedbyaccount({ account, minconf }, { signal }) {
      const wallet = open()
      return runInSlices(
        function* () {
          return (yield* received(wallet, { minconf, byDepth: true, watched: false })).get(account)?.amount ?? 0n
        },
        createSliceOptions(wallet, signal),
      )
    },
    listreceivedbyaccount({ minconf, includeempty, includeWatchonly }, { signal }) {
      const wallet = open()
      return runInSlices(
        function* () {
          return byName(yield* received(wallet, { minconf, watched: includeWatchonly })).flatMap(
            ([account, { amount, depth, confirmations, watched, paid }]) => {
              if (!paid && !includeempty) return []
              const counted = { rawconfirmations: paid ? depth : 0, confirmations: paid ? confirmations : 0 }
              const line = { account, amount, ...counted }
              return [{ ...(watched && { involvesWatchonly: true }), ...line }]
            },
          )
        },
        createSliceOptions(wallet, signal),
      )
    },
    listaccounts({ minconf, includeWatchonly }, { signal }) {
      const wallet = open()
      return runInSlices(
        function* () {
          return new Map(byName(yield* accountBalances(wallet, minconf, includeWatchonly)))
        },
        createSliceOptions(wallet, signal),
      )
    },
    move({ fromaccount, toaccount, amount }) {
      if (amount <= 0n) throw new RpcError(RPC_ERROR.TYPE, 'Invalid amount for send')
      open().moves.move(fromaccount, toaccount, amount)
      return true
    },
  })
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../chain/index.ts'
import { transactionSize } from '../../primitives/index.ts'
import { decodeAddress, p2pkhScript, p2shScript } from '../../script/index.ts'
import { equal, fromDisplayHex } from '../../util/index.ts'
import {
  addressGroups,
  type GroupMember,
  mapped,
  namedAddresses,
  runInSlices,
  type Wallet,
  type WalletTx,
} from '../index.ts'
import { collectReceipts, sortedByTxid } from './walletReceipts.ts'
import { createSliceOptions, encodeBlockFields, encodeDetails, needWallet } from './walletTx.ts'

interface WalletListsDeps {
  readonly chain: Chain
  readonly wallet: Wallet | undefined
  readonly ccEnabled: boolean
}

/** Addresses and their payments per event-loop slice. */
const LINES_PER_BATCH = 2000
/** Transaction outputs per event-loop slice. Transactions are not split. */
const OUTPUTS_PER_BATCH = 200

const ZERO_HASH = '0'.repeat(64)

export function createWalletListHandlers({ chain, ccEnabled, ...deps }: WalletListsDeps) {
  const open = () => needWallet(deps.wallet)
  const getIndexInBlock = (wtx: WalletTx) => chain.transaction(wtx.txid)?.position ?? 0
  const computeSize = (wtx: WalletTx) => transactionSize(wtx.tx)

  return defineHandlers({
    getreceivedbyaddress({ komodoaddress: address, minconf }) {
      const decoded = decodeAddress(address)
      if (!decoded) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid Komodo address')
      const script = decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
      const { ledger } = open()
      let sum = 0n
      if (!ledger.ownershipOf({ value: 0n, scriptPubKey: script })) return sum
      for (const wtx of ledger.transactions()) {
        if (wtx.coinbase || !ledger.isConfirmed(wtx, minconf)) continue
        for (const { value, scriptPubKey } of wtx.tx.vout) if (equal(scriptPubKey, script)) sum += value
      }
      return sum
    },
    listreceivedbyaddress({ minconf, includeempty, includeWatchonly }, { signal }) {
      const wallet = open()
      return runInSlices(
        function* () {
          const received = yield* collectReceipts(wallet, { minconf, watched: includeWatchonly, ccEnabled })
          const lines = yield* mapped(yield* namedAddresses(wallet), LINES_PER_BATCH, ({ address, label, watched }) => {
            const { amount = 0n, depth = 0, confirmations = 0, txids = [] } = received.get(address) ?? {}
            if (txids.length === 0 && !includeempty) return []
            const line = { address, account: label, amount, rawconfirmations: depth, confirmations, txids }
            return [{ ...(watched && txids.length > 0 && { involvesWatchonly: true }), ...line }]
          })
          return lines.flat()
        },
        createSliceOptions(wallet, signal),
      )
    },
    listaddressgroupings(_, { signal }) {
      const wallet = open()
      const line = ({ address, balance, label }: GroupMember) => [address, balance, ...(label === null ? [] : [label])]
      return runInSlices(
        function* () {
          const groups = yield* addressGroups(wallet, ccEnabled)
          return yield* mapped(groups, LINES_PER_BATCH, (group) => group.map(line))
        },
        createSliceOptions(wallet, signal),
      )
    },
    listsinceblock({ blockhash, 'target-confirmations': target, includeWatchonly }, { signal }) {
      if (target < 1) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter')
      const wallet = open()
      const { height } = chain.tip()
      const since = blockhash === undefined ? undefined : chain.byHash(fromDisplayHex(blockhash))
      const max = since ? height - since.height : Number.POSITIVE_INFINITY
      // Transactions after this block belong to the next call.
      const lastblock = chain.byHeight(height + 1 - target)?.hashHex ?? ZERO_HASH
      return runInSlices(
        function* () {
          const ordered = sortedByTxid(wallet)
            .filter((wtx) => wallet.ledger.depth(wtx) <= max)
            .map((wtx) => ({ wtx, place: encodeBlockFields(wallet, wtx, getIndexInBlock) }))
          const transactions = []
          let outputs = 0
          for (const { wtx, place } of ordered) {
            outputs += wtx.tx.vout.length
            if (outputs >= OUTPUTS_PER_BATCH) {
              outputs = 0
              yield
            }
            const details = encodeDetails(wallet, wtx, wallet.amounts(wtx, includeWatchonly), computeSize)
            for (const detail of details) transactions.push({ ...detail, ...place })
          }
          return { transactions, lastblock }
        },
        createSliceOptions(wallet, signal),
      )
    },
  })
}

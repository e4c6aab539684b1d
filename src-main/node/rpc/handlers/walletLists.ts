import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import type { Chain } from '../../chain/index.ts'
import { transactionSize } from '../../primitives/index.ts'
import { decodeAddress, p2pkhScript, p2shScript } from '../../script/index.ts'
import { equal, fromDisplayHex } from '../../util/index.ts'
import { addressGroups, namedAddresses, type Wallet, type WalletTx } from '../../wallet/index.ts'
import { byTxid, receiptsOf } from '../encode/walletReceipts.ts'
import { encodeDetails, encodePlace, needWallet } from '../encode/walletTx.ts'

interface Deps {
  readonly chain: Chain
  readonly wallet: Wallet | undefined
  readonly ccEnabled: boolean
}

type Names = 'getreceivedbyaddress' | 'listaddressgroupings' | 'listreceivedbyaddress' | 'listsinceblock'

const ZERO_HASH = '0'.repeat(64)

export function createWalletListHandlers({ chain, ccEnabled, ...deps }: Deps): Pick<Handlers, Names> {
  const open = () => needWallet(deps.wallet)
  const blockIndexOf = (wtx: WalletTx) => chain.transaction(wtx.txid)?.position ?? 0
  const sizeOf = (wtx: WalletTx) => transactionSize(wtx.tx)

  return {
    getreceivedbyaddress({ komodoaddress: address, minconf }) {
      const decoded = decodeAddress(address)
      if (!decoded) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid Komodo address')
      const script = decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
      const { ledger } = open()
      let sum = 0n
      if (!ledger.ownershipOf({ value: 0n, scriptPubKey: script })) return sum
      for (const wtx of ledger.transactions()) {
        if (wtx.coinbase || ledger.depth(wtx) < minconf) continue
        for (const { value, scriptPubKey } of wtx.tx.vout) if (equal(scriptPubKey, script)) sum += value
      }
      return sum
    },
    listreceivedbyaddress({ minconf, includeempty, includeWatchonly }) {
      const wallet = open()
      const received = receiptsOf(wallet, { minconf, watched: includeWatchonly, ccEnabled })
      return namedAddresses(wallet).flatMap(({ address, label, watched }) => {
        const { amount = 0n, confirmations = 0, txids = [] } = received.get(address) ?? {}
        if (txids.length === 0 && !includeempty) return []
        const line = { address, account: label, amount, rawconfirmations: confirmations, confirmations, txids }
        return [{ ...(watched && txids.length > 0 && { involvesWatchonly: true }), ...line }]
      })
    },
    listaddressgroupings() {
      const wallet = open()
      return addressGroups(wallet, ccEnabled).map((group) =>
        group.map(({ address, balance, label }) => [address, balance, ...(label === null ? [] : [label])]),
      )
    },
    listsinceblock({ blockhash, 'target-confirmations': target, includeWatchonly }) {
      if (target < 1) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter')
      const wallet = open()
      const { height } = chain.tip()
      const since = blockhash === undefined ? undefined : chain.byHash(fromDisplayHex(blockhash))
      const most = since ? height - since.height : Number.POSITIVE_INFINITY
      const transactions = byTxid(wallet)
        .filter((wtx) => wallet.ledger.depth(wtx) <= most)
        .flatMap((wtx) => {
          const place = encodePlace(wallet, wtx, blockIndexOf)
          return encodeDetails(wallet, wtx, wallet.amounts(wtx, includeWatchonly), sizeOf).map((detail) => ({
            ...detail,
            ...place,
          }))
        })
      return { transactions, lastblock: chain.byHeight(height + 1 - target)?.hashHex ?? ZERO_HASH }
    },
  }
}

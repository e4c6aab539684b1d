import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import type { Chain } from '../../chain/index.ts'
import { transactionSize } from '../../primitives/index.ts'
import { addressOf, decodeAddress, encodeAddress, p2pkhScript, p2shScript } from '../../script/index.ts'
import { compareBytes, equal, fromDisplayHex } from '../../util/index.ts'
import { addressGroups, type Wallet, type WalletTx } from '../../wallet/index.ts'
import { encodeDetails, encodePlace, needWallet } from '../encode/walletTx.ts'

interface Deps {
  readonly chain: Chain
  readonly wallet: Wallet | undefined
  readonly ccEnabled: boolean
}

type Names = 'getreceivedbyaddress' | 'listaddressgroupings' | 'listreceivedbyaddress' | 'listsinceblock'

const ZERO_HASH = '0'.repeat(64)

interface Received {
  amount: bigint
  confirmations: number
  readonly txids: string[]
}

export function createWalletListHandlers({ chain, ccEnabled, ...deps }: Deps): Pick<Handlers, Names> {
  const open = () => needWallet(deps.wallet)
  /** The reference's order: that of its wallet map. */
  const byTxid = ({ ledger }: Wallet) => [...ledger.transactions()].sort((a, b) => compareBytes(a.txid, b.txid))
  const blockIndexOf = (wtx: WalletTx) => chain.transaction(wtx.txid)?.position ?? 0
  const sizeOf = (wtx: WalletTx) => transactionSize(wtx.tx)

  /** What each address of the wallet was paid, coinbases left out. */
  const receipts = (wallet: Wallet, minconf: number): ReadonlyMap<string, Received> => {
    const found = new Map<string, Received>()
    for (const wtx of byTxid(wallet)) {
      const depth = wallet.ledger.depth(wtx)
      if (wtx.coinbase || depth < minconf) continue
      for (const output of wtx.tx.vout) {
        const address = wallet.ledger.isMine(output) ? addressOf(output.scriptPubKey, { cc: ccEnabled }) : undefined
        if (address === undefined) continue
        const received = found.get(address) ?? { amount: 0n, confirmations: depth, txids: [] }
        received.amount += output.value
        received.confirmations = Math.min(received.confirmations, depth)
        received.txids.push(wtx.txidHex)
        found.set(address, received)
      }
    }
    return found
  }

  return {
    getreceivedbyaddress({ komodoaddress: address, minconf }) {
      const decoded = decodeAddress(address)
      if (!decoded) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid Komodo address')
      const script = decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
      const { ledger } = open()
      let sum = 0n
      if (!ledger.isMine({ value: 0n, scriptPubKey: script })) return sum
      for (const wtx of ledger.transactions()) {
        if (wtx.coinbase || ledger.depth(wtx) < minconf) continue
        for (const { value, scriptPubKey } of wtx.tx.vout) if (equal(scriptPubKey, script)) sum += value
      }
      return sum
    },
    listreceivedbyaddress({ minconf, includeempty }) {
      const wallet = open()
      const received = receipts(wallet, minconf)
      return wallet.keys
        .used()
        .filter(({ label }) => label !== null)
        .toSorted((a, b) => compareBytes(a.hash, b.hash))
        .flatMap(({ hash, label }) => {
          const address = encodeAddress({ type: 1, hash })
          const { amount = 0n, confirmations = 0, txids = [] } = received.get(address) ?? {}
          if (txids.length === 0 && !includeempty) return []
          return [{ address, account: label ?? '', amount, rawconfirmations: confirmations, confirmations, txids }]
        })
    },
    listaddressgroupings() {
      const wallet = open()
      return addressGroups(wallet, ccEnabled).map((group) =>
        group.map(({ address, balance, label }) => [address, balance, ...(label === null ? [] : [label])]),
      )
    },
    listsinceblock({ blockhash, 'target-confirmations': target }) {
      if (target < 1) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter')
      const wallet = open()
      const { height } = chain.tip()
      const since = blockhash === undefined ? undefined : chain.byHash(fromDisplayHex(blockhash))
      const most = since ? height - since.height : Number.POSITIVE_INFINITY
      const transactions = byTxid(wallet)
        .filter((wtx) => wallet.ledger.depth(wtx) <= most)
        .flatMap((wtx) => {
          const place = encodePlace(wallet, wtx, blockIndexOf)
          return encodeDetails(wallet, wtx, wallet.amounts(wtx), sizeOf).map((detail) => ({ ...detail, ...place }))
        })
      return { transactions, lastblock: chain.byHeight(height + 1 - target)?.hashHex ?? ZERO_HASH }
    },
  }
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import * as convert from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../chain/index.ts'
import { computeSegid } from '../../consensus/index.ts'
import { serializeTransaction, transactionSize } from '../../primitives/index.ts'
import type { TxOut } from '../../primitives/types.ts'
import { decodeAddress, encodeAddress, findScriptAddress, isPayToScriptHash } from '../../script/index.ts'
import { compareBytes, fromDisplayHex, toDisplayHex, toHex } from '../../util/index.ts'
import { mapped, runInSlices, type Steps, type Wallet, type WalletCoin, type WalletTx } from '../index.ts'
import { encodeBlockFields, encodeDetails, needWallet } from './walletTx.ts'

interface BasicsDeps {
  readonly chain: Chain
  readonly wallet: Wallet | undefined
  readonly ccEnabled: boolean
}

/** Rows of listunspent per event-loop slice. */
const COINS_PER_BATCH = 500
/** Transaction outputs per event-loop slice. Transactions are not split. */
const OUTPUTS_PER_BATCH = 200

const WALLET_VERSION = 60000

function addressFilter(addresses: ReturnType<typeof convert.asArray> | undefined): ReadonlySet<string> | undefined {
  if (!addresses || addresses.length === 0) return undefined
  const wanted = new Set<string>()
  for (const value of addresses) {
    const address = convert.asString(value)
    if (!decodeAddress(address)) {
      throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `Invalid Komodo address: ${address}`)
    }
    if (wanted.has(address)) {
      throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, duplicated address: ${address}`)
    }
    wanted.add(address)
  }
  return wanted
}

/** Returns the coins of listunspent, including watch-only ones, in the order of the reference's wallet map. */
function listedCoins({ ledger }: Wallet): readonly WalletCoin[] {
  const watched = ledger.watched()
  const all = [...ledger.coins(), ...watched]
  if (watched.length === 0) return all
  return all.sort((a, b) => compareBytes(a.outpoint.hash, b.outpoint.hash) || a.outpoint.index - b.outpoint.index)
}

function encodeRedeem({ scripts }: Wallet, { scriptPubKey }: TxOut) {
  const redeem = isPayToScriptHash(scriptPubKey) ? scripts.redeemScript(scriptPubKey.subarray(2, 22)) : undefined
  return redeem && { redeemScript: toHex(redeem) }
}

interface ListingParts {
  readonly wallet: Wallet
  readonly blockIndexOf: (wtx: WalletTx) => number
  readonly sizeOf: (wtx: WalletTx) => number
}

interface ListingQuery {
  /** a label, or `*` for all */
  readonly account: string
  readonly count: number
  readonly from: number
  readonly includeWatchonly: boolean
}

type ListedEntry = ReturnType<typeof encodeDetails>[number] & ReturnType<typeof encodeBlockFields>

/** Returns one page of listtransactions, oldest entry first. */
function* transactionPage(
  { wallet, blockIndexOf: getIndexInBlock, sizeOf: computeSize }: ListingParts,
  { account, count, from, includeWatchonly }: ListingQuery,
): Steps<ListedEntry[]> {
  const entries: ListedEntry[] = []
  let outputs = 0
  // Read the newest transactions first, until the page is full.
  for (const wtx of wallet.ledger.transactions().toReversed()) {
    outputs += wtx.tx.vout.length + 1
    if (outputs >= OUTPUTS_PER_BATCH) {
      outputs = 0
      yield
    }
    const details = encodeDetails(wallet, wtx, wallet.amounts(wtx, includeWatchonly), computeSize)
    const place = encodeBlockFields(wallet, wtx, getIndexInBlock)
    for (const detail of details) {
      if (account === '*' || detail.account === account) entries.push({ ...detail, ...place })
    }
    if (entries.length >= count + from) break
  }
  return entries.slice(from, from + count).reverse()
}

/**
 * Returns true if the confirmations are within listunspent's bounds. With a minimum above 1, notarised confirmations
 * count.
 */
function isWithin({ ledger }: Wallet, wtx: WalletTx, range: { readonly minconf: number; readonly maxconf: number }) {
  const confirmations = range.minconf > 1 ? ledger.confirmations(wtx) : ledger.depth(wtx)
  return confirmations >= range.minconf && confirmations <= range.maxconf
}

export function createWalletHandlers(deps: BasicsDeps) {
  const { chain, ccEnabled } = deps
  const open = () => needWallet(deps.wallet)
  const getIndexInBlock = (wtx: WalletTx) => chain.transaction(wtx.txid)?.position ?? 0
  const computeSize = (wtx: WalletTx) => transactionSize(wtx.tx)

  return defineHandlers({
    getbalance({ account, minconf, includeWatchonly }) {
      const wallet = open()
      const { ledger } = wallet
      // Without parameters, own unconfirmed change counts too.
      if (account === undefined) return wallet.balance().trusted
      return [...ledger.coins(), ...(includeWatchonly ? ledger.watched() : [])]
        .filter(({ source }) => ledger.isConfirmed(source, minconf) && ledger.isTrusted(source))
        .reduce((sum, { value }) => sum + value, 0n)
    },
    getnewaddress: ({ account }) => encodeAddress({ type: 1, hash: open().keys.next(account).hash }),
    gettransaction({ txid, includeWatchonly }) {
      const wallet = open()
      const wtx = wallet.ledger.get(fromDisplayHex(txid))
      if (!wtx) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid or non-wallet transaction id')
      const amounts = wallet.amounts(wtx, includeWatchonly)
      return {
        amount: amounts.net,
        ...(amounts.fee !== undefined && { fee: -amounts.fee }),
        ...encodeBlockFields(wallet, wtx, getIndexInBlock),
        details: encodeDetails(wallet, wtx, amounts, computeSize),
        hex: toHex(serializeTransaction(wtx.tx)),
      }
    },
    getwalletinfo() {
      const wallet = open()
      const { trusted, pending, immature } = wallet.balance()
      return {
        walletversion: WALLET_VERSION,
        balance: trusted,
        unconfirmed_balance: pending,
        immature_balance: immature,
        txcount: wallet.ledger.transactions().length,
        keypoololdest: wallet.keys.poolOldest(),
        keypoolsize: wallet.keys.poolSize(),
        ...(wallet.keyring.vault.encrypted() && { unlocked_until: wallet.keyring.vault.unlockedUntil() }),
        paytxfee: wallet.payRate(),
        seedfp: toHex(wallet.fingerprint()),
      }
    },
    listtransactions({ account, count, from, includeWatchonly }, { signal }) {
      if (count < 0) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Negative count')
      if (from < 0) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Negative from')
      const wallet = open()
      // The confirmations of all entries must refer to the same tip.
      const page = () =>
        transactionPage(
          { wallet, blockIndexOf: getIndexInBlock, sizeOf: computeSize },
          { account, count, from, includeWatchonly },
        )
      return runInSlices(page, { signal, state: () => wallet.revision() })
    },
    listunspent({ minconf, maxconf, addresses }, { signal }) {
      const wallet = open()
      const wanted = addressFilter(addresses)
      const listed = listedCoins(wallet)
        .filter(({ outpoint }) => !wallet.locks.isLocked(outpoint))
        .filter(
          ({ depth, source }) =>
            isWithin(wallet, source, { minconf, maxconf }) && (depth > 0 || wallet.ledger.isTrusted(source)),
        )
      const line = (coin: WalletCoin) => {
        const address = findScriptAddress(coin.scriptPubKey, { cc: ccEnabled })
        if (wanted && (address === undefined || !wanted.has(address))) return undefined
        return {
          txid: toDisplayHex(coin.outpoint.hash),
          vout: coin.outpoint.index,
          generated: coin.source.coinbase,
          ...(address !== undefined && {
            address,
            segid: computeSegid(address),
            account: wallet.book.labelOf(address) ?? '',
          }),
          ...encodeRedeem(wallet, coin),
          amount: coin.value,
          ...(coin.source.tx.lockTime !== 0 && { interest: 0n }),
          scriptPubKey: toHex(coin.scriptPubKey),
          rawconfirmations: coin.depth,
          confirmations: wallet.ledger.confirmations(coin.source),
          spendable: wallet.ledger.isMine(coin),
        }
      }
      // The coins were listed synchronously above, so a block connected during encoding changes nothing.
      return runInSlices(
        function* () {
          const lines = yield* mapped(listed, COINS_PER_BATCH, line)
          return lines.filter((each) => each !== undefined)
        },
        { signal },
      )
    },
  })
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { Chain } from '../../chain/index.ts'
import type { MempoolView } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { serializeTransaction } from '../../primitives/index.ts'
import type { OutPoint, Transaction } from '../../primitives/types.ts'
import { parseHexTransaction } from '../../rpc/format/readTransactions.ts'
import {
  decodeAddress,
  encodeAddress,
  isPayToCryptoCondition,
  MAX_SCRIPT_SIZE,
  p2pkhScript,
  p2shScript,
} from '../../script/index.ts'
import { fromHex, isHex, toHex } from '../../util/index.ts'
import { createSpendable, type Wallet, type WalletCoin, WalletError } from '../index.ts'
import { multisigRedeemScript } from './multisigScript.ts'
import { needWallet } from './walletTx.ts'

interface ScriptsDeps {
  readonly chain: Chain
  readonly mempool: MempoolView
  readonly wallet: Wallet | undefined
}

/** The reference answers every funding failure with −32603, which callers take for an internal error of the node. */
const insufficient = (cause?: unknown) => new RpcError(RPC_ERROR.INSUFFICIENT_FUNDS, 'Insufficient funds', { cause })

/** Parses an address, or a script in hex. */
function parseScript(text: string): { readonly script: Uint8Array; readonly named: boolean } {
  const decoded = decodeAddress(text)
  if (decoded) {
    const script = decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
    return { script, named: true }
  }
  if (text === '' || !isHex(text) || text.length > 2 * MAX_SCRIPT_SIZE) {
    throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid Komodo address or script')
  }
  return { script: fromHex(text), named: false }
}

export function createWalletScriptHandlers({ chain, mempool, ...deps }: ScriptsDeps) {
  const open = () => needWallet(deps.wallet)
  const findOutput = (outpoint: OutPoint) => mempool.coin(outpoint) ?? chain.output(outpoint)

  /** Returns the wallet's coins that a transaction already spends. */
  const findCoins = ({ ledger, locks }: Wallet, tx: Transaction): WalletCoin[] => {
    const spendable = createSpendable({ ledger, locks, outputOf: findOutput })
    return tx.vin.map(({ prevout }) => {
      const named = spendable(prevout)
      if (named.ok) return named.coin
      const output = findOutput(prevout)
      if (output && isPayToCryptoCondition(output.scriptPubKey)) throw new RpcError(RPC_ERROR.WALLET, named.reason)
      throw insufficient()
    })
  }
  const build = (wallet: Wallet, tx: Transaction, coins: readonly WalletCoin[]) => {
    const recipients = tx.vout.map(({ scriptPubKey: script, value }) => ({ script, value, subtractFee: false }))
    try {
      return wallet.sender.build(recipients, { coins, purpose: 'fund' })
    } catch (error) {
      // The reference searches for more coins in this case, while our sends report the missing amount.
      throw error instanceof WalletError && error.kind === 'fee-not-covered' ? insufficient(error) : error
    }
  }

  return defineHandlers({
    addmultisigaddress({ nrequired, keysobject, account }) {
      const wallet = open()
      const script = multisigRedeemScript(nrequired, keysobject, wallet)
      wallet.scripts.addRedeem(script, account)
      return encodeAddress({ type: 2, hash: hash160(script) })
    },
    async importaddress({ address, label, rescan }, { signal, progress }) {
      const wallet = open()
      const { script, named } = parseScript(address)
      if (wallet.ledger.isMine({ value: 0n, scriptPubKey: script })) {
        const text = 'The wallet already contains the private key for this address or script'
        throw new RpcError(RPC_ERROR.WALLET, text)
      }
      const added = wallet.scripts.watch(script, named ? label : null)
      if (added && rescan) {
        const onProgress = (done: number, total: number) => progress?.({ done, total, unit: 'blocks' })
        await wallet.rescan(0, { signal, onProgress })
      }
      return null
    },
    fundrawtransaction({ hexstring }) {
      const tx = parseHexTransaction(hexstring, false)
      if (tx.vout.length === 0 || tx.vout.some(({ value }) => value < 0n)) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Transaction amounts must be positive')
      }
      const wallet = open()
      const coins = findCoins(wallet, tx)
      const built = build(wallet, tx, coins)
      const funded = { ...tx, vin: [...tx.vin, ...built.tx.vin.slice(coins.length)], vout: built.tx.vout }
      return { hex: toHex(serializeTransaction(funded)), changepos: built.changeAt, fee: built.fee }
    },
  })
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import * as convert from '#shared/rpc/convert.ts'
import type { Handlers } from '#shared/rpc/index.ts'
import type { ChainParams } from '../../consensus/index.ts'
import { secp256k1 } from '../../crypto/index.ts'
import { decodeAddress, p2pkhScript, p2pkScript, p2shScript } from '../../script/index.ts'
import { fromHex, isHex } from '../../util/index.ts'
import { isTimeLocked, type Recipient, type Wallet } from '../../wallet/index.ts'
import { needWallet } from '../encode/walletTx.ts'

interface Deps {
  readonly params: ChainParams
  readonly wallet: Wallet | undefined
}

/** Script of an address or of a public key in hex. */
function scriptOf(receiver: string): Uint8Array {
  const decoded = decodeAddress(receiver)
  if (decoded) return decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
  const pubkey = receiver !== '' && isHex(receiver) ? fromHex(receiver) : undefined
  if (pubkey && secp256k1.isPublicKey(pubkey)) return p2pkScript(pubkey)
  throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `Invalid Komodo address or pubkey: ${receiver}`)
}

const insufficient = (text: string, cause?: unknown) => new RpcError(RPC_ERROR.INSUFFICIENT_FUNDS, text, { cause })

export function createWalletSendHandlers(deps: Deps): Pick<Handlers, 'sendfrom' | 'sendmany'> {
  /** Satoshis that could be sent, of coins with at least so many confirmations. */
  const available = ({ ledger }: Wallet, minconf: number) =>
    ledger
      .coins()
      .filter(({ depth, source, scriptPubKey }) => {
        return depth >= minconf && ledger.isTrusted(source) && !isTimeLocked(scriptPubKey)
      })
      .reduce((sum, { value }) => sum + value, 0n)

  const build = ({ sender }: Wallet, recipients: readonly Recipient[]) => {
    try {
      return sender.build(recipients).tx
    } catch (error) {
      // The same sentences as sendtoaddress, all under one code.
      throw error instanceof RpcError && error.code === RPC_ERROR.WALLET ? insufficient(error.message, error) : error
    }
  }

  return {
    sendfrom({ fromaccount, tokomodoaddress, amount, minconf, comment, 'comment-to': commentTo }) {
      const decoded = decodeAddress(tokomodoaddress)
      if (!decoded) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid Komodo address')
      if (amount <= 0n) throw new RpcError(RPC_ERROR.TYPE, 'Invalid amount for send')
      const wallet = needWallet(deps.wallet)
      const held = fromaccount === '' ? available(wallet, minconf) : 0n
      if (amount > held) throw insufficient('Account has insufficient funds')
      const script = decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
      return wallet.sender.send([{ script, value: amount, subtractFee: false }], { comment, commentTo }).txidHex
    },
    sendmany({ fromaccount, amounts, minconf, comment, subtractfeefromamount }) {
      const payers = new Set((subtractfeefromamount ?? []).map(convert.asString))
      const recipients = [...amounts].map(([receiver, amount]): Recipient => {
        const script = scriptOf(receiver)
        const value = convert.asAmount(amount, deps.params.maxMoney)
        if (value === 0n) throw new RpcError(RPC_ERROR.TYPE, 'Invalid amount for send')
        return { script, value, subtractFee: payers.has(receiver) }
      })
      const wallet = needWallet(deps.wallet)
      wallet.keys.requireOpen()
      const total = recipients.reduce((sum, { value }) => sum + value, 0n)
      // There are no accounts: all coins are those of the empty one.
      const held = fromaccount === '' ? available(wallet, minconf) : 0n
      if (total > held) throw insufficient('Account has insufficient funds')
      if (recipients.length === 0) throw insufficient('Transaction amounts must be positive')
      const tx = build(wallet, recipients)
      const sent = wallet.sender.commit(tx, { comment, commentTo: '' })
      if (!sent) throw new RpcError(RPC_ERROR.WALLET, 'Transaction commit failed')
      return sent.txidHex
    },
  }
}

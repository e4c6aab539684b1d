import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import { parseParams } from '#shared/rpc/args.ts'
import * as convert from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { type MethodParams, methods } from '#shared/rpc/index.ts'
import { PAYING } from '#shared/rpc/methods/walletSend.ts'
import { type ChainParams, isOpenAddress } from '../../consensus/index.ts'
import type { ChainView } from '../../core/index.ts'
import { secp256k1 } from '../../crypto/index.ts'
import { computeTxid, serializeTransaction } from '../../primitives/index.ts'
import { decodeAddress, p2pkhScript, p2pkScript, p2shScript } from '../../script/index.ts'
import type { Recipient } from '../../transactions/index.ts'
import { fromHex, isHex, toDisplayHex, toHex } from '../../util/index.ts'
import { isTimeLocked, type Wallet } from '../index.ts'
import { toRpcError } from './walletErrorCodes.ts'
import { needWallet } from './walletTx.ts'

interface SendDeps {
  readonly params: ChainParams
  readonly chain: Pick<ChainView, 'tip'>
  readonly wallet: Wallet | undefined
}

/** Returns the script of an address or of a hex public key. */
function parseScript(receiver: string): Uint8Array {
  const decoded = decodeAddress(receiver)
  if (decoded) return decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
  const pubkey = receiver !== '' && isHex(receiver) ? fromHex(receiver) : undefined
  if (pubkey && secp256k1.isPublicKey(pubkey)) return p2pkScript(pubkey)
  throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `Invalid Komodo address or pubkey: ${receiver}`)
}

const insufficient = (text: string, cause?: unknown) => new RpcError(RPC_ERROR.INSUFFICIENT_FUNDS, text, { cause })

/** Recipients of a call, before coins are selected. */
interface Payment {
  readonly wallet: Wallet
  readonly recipients: readonly Recipient[]
  readonly comments: { readonly comment: string; readonly commentTo: string }
}

type Paying = (typeof PAYING)[number]

const addressScript = (text: string): Uint8Array => {
  const decoded = decodeAddress(text)
  if (!decoded) throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid Komodo address')
  return decoded.kind === 'scripthash' ? p2shScript(decoded.hash) : p2pkhScript(decoded.hash)
}

/** Returns the satoshis spendable from coins with at least `minconf` confirmations. */
const available = ({ ledger }: Wallet, minconf: number) =>
  ledger
    .coins()
    .filter(({ source, scriptPubKey }) => {
      return ledger.isConfirmed(source, minconf) && ledger.isTrusted(source) && !isTimeLocked(scriptPubKey)
    })
    .reduce((sum, { value }) => sum + value, 0n)

/** Rejects the call on a private chain, where accounts cannot pay. */
function rejectTransparent({ privateOnly }: ChainParams): void {
  if (privateOnly)
    throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'cant use transparent addresses in private chain')
}

function createPayments({ params, chain, wallet }: SendDeps): {
  readonly [N in Paying]: (given: MethodParams<N>) => Payment
} {
  const positive = (amount: bigint) => {
    if (amount <= 0n) throw new RpcError(RPC_ERROR.TYPE, 'Invalid amount for send')
  }
  return {
    sendtoaddress({ address, amount, comment, 'comment-to': commentTo, subtractfeefromamount: subtractFee }) {
      const script = addressScript(address)
      positive(amount)
      if (params.privateOnly && !isOpenAddress(address, chain.tip().time))
        throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, `Invalid ${params.name} address`)
      const open = needWallet(wallet)
      open.keys.requireOpen()
      if (amount > open.balance().trusted) throw insufficient('Insufficient funds')
      return { wallet: open, recipients: [{ script, value: amount, subtractFee }], comments: { comment, commentTo } }
    },
    sendfrom({ fromaccount, tokomodoaddress, amount, minconf, comment, 'comment-to': commentTo }) {
      rejectTransparent(params)
      const script = addressScript(tokomodoaddress)
      positive(amount)
      const open = needWallet(wallet)
      const held = fromaccount === '' ? available(open, minconf) : 0n
      if (amount > held) throw insufficient('Account has insufficient funds')
      const recipients = [{ script, value: amount, subtractFee: false }]
      return { wallet: open, recipients, comments: { comment, commentTo } }
    },
    sendmany({ fromaccount, amounts, minconf, comment, subtractfeefromamount }) {
      rejectTransparent(params)
      const payers = new Set((subtractfeefromamount ?? []).map(convert.asString))
      const recipients = [...amounts].map(([receiver, amount]): Recipient => {
        const script = parseScript(receiver)
        const value = convert.asAmount(amount, params.maxMoney)
        if (value === 0n) throw new RpcError(RPC_ERROR.TYPE, 'Invalid amount for send')
        return { script, value, subtractFee: payers.has(receiver) }
      })
      const open = needWallet(wallet)
      open.keys.requireOpen()
      const total = recipients.reduce((sum, { value }) => sum + value, 0n)
      // Accounts are not implemented: all coins belong to the empty account.
      const held = fromaccount === '' ? available(open, minconf) : 0n
      if (total > held) throw insufficient('Account has insufficient funds')
      if (recipients.length === 0) throw insufficient('Transaction amounts must be positive')
      return { wallet: open, recipients, comments: { comment, commentTo: '' } }
    },
  }
}

export function createWalletSendHandlers(deps: SendDeps) {
  const payments = createPayments(deps)
  const buildMany = ({ wallet, recipients }: Payment) => {
    try {
      return wallet.sender.build(recipients).tx
    } catch (error) {
      const failure = toRpcError(error)
      // The texts of sendtoaddress, but all with one code.
      if (failure instanceof RpcError && failure.code === RPC_ERROR.WALLET) throw insufficient(failure.message, error)
      throw error
    }
  }
  const send = ({ wallet, recipients, comments }: Payment) => wallet.sender.send(recipients, comments).txidHex
  const prepare = <N extends Paying>(name: N, params: readonly JsonValue[]) => {
    const given = parseParams(methods[name], params, { maxMoney: deps.params.maxMoney }) as MethodParams<N>
    const payment = payments[name](given)
    return name === 'sendmany' ? buildMany(payment) : payment.wallet.sender.build(payment.recipients).tx
  }

  return defineHandlers({
    sendtoaddress: (given) => send(payments.sendtoaddress(given)),
    sendfrom: (given) => send(payments.sendfrom(given)),
    sendmany(given) {
      const payment = payments.sendmany(given)
      const sent = payment.wallet.sender.commit(buildMany(payment), payment.comments)
      if (!sent) throw new RpcError(RPC_ERROR.WALLET, 'Transaction commit failed')
      return sent.txidHex
    },
    preparepayment({ method, params }) {
      const name = PAYING.find((each) => each === method)
      if (name === undefined) {
        throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, method must be ${PAYING.join(', ')}`)
      }
      const tx = prepare(name, params)
      return { hex: toHex(serializeTransaction(tx)), txid: toDisplayHex(computeTxid(tx)) }
    },
  })
}

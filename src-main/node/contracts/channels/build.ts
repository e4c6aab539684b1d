import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, ccOneOfTwo } from '../../conditions/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import {
  BuildError,
  finaliseTransaction,
  type SpendableCoin,
  selectNormalInputsWithFallback,
  selectSingleInput,
} from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { hiddenEntropy } from '../framework/hiddenEntropy.ts'
import { isSettled } from '../framework/notarised.ts'
import { type ChannelData, encodeChannel, findChannelData, hashRounds } from './codec.ts'
import { type ChannelStep, findChannel, latestStep, type OpenChannel } from './reads.ts'
import { fundScript, markerScript } from './scripts.ts'
import { MAX_PAYMENTS } from './validate.ts'

const NORMAL_INPUTS = 64
const FEE_INPUTS = 3
const ZERO_HASH = new Uint8Array(32)
const FEES = 3n * CONTRACT_FEE

const fail = (text: string): never => {
  throw new BuildError('request', text)
}

function ownKey({ keys, pubkey }: ContractContext): Uint8Array {
  const found = keys.keyOf(hash160(pubkey))?.privateKey
  if (found === undefined) throw new BuildError('key', 'the private key of -pubkey is not in the wallet')
  return found
}

/**
 * Builds the transaction that opens a channel to a key, for `count` payments of `payment` satoshis.
 * @throws BuildError
 */
export function buildChannelOpen(
  request: { readonly destination: Uint8Array | undefined; readonly count: bigint; readonly payment: bigint },
  context: ContractContext,
): Transaction {
  const { destination, count, payment } = request
  if (count <= 0n || payment <= 0n || count > BigInt(MAX_PAYMENTS))
    fail(`invalid ChannelOpen param numpayments.${count} payment.${payment} - max_numpayments.${MAX_PAYMENTS}`)
  if (destination === undefined || !secp256k1.isPublicKey(destination)) return fail('invalid destination pubkey')
  const total = count * payment
  const inputs = selectNormalInputsWithFallback(context, total + FEES, NORMAL_INPUTS)
  if (inputs === undefined) throw new BuildError('funds', 'error adding funds')
  const seed = hiddenEntropy(ownKey(context), inputs[0]!.outpoint)
  const [source, rounds] = [context.pubkey, Number(count)]
  const outputs = [
    { value: total, scriptPubKey: fundScript(source, destination) },
    ...markerOutputs(source, destination),
  ]
  const hash = hashRounds(seed, rounds)
  const data = encodeChannel({ func: 'O', openTxid: ZERO_HASH, source, destination, count: rounds, payment, hash })
  return finaliseTransaction({ inputs, outputs, data, unlocking: [] }, context)
}

function markerOutputs(source: Uint8Array, destination: Uint8Array): TxOut[] {
  return [source, destination].map((key) => ({ value: CONTRACT_FEE, scriptPubKey: markerScript(key) }))
}

interface PaymentRequest {
  readonly openTxid: Uint8Array
  /** satoshis */
  readonly amount: bigint
  /** revealed secret of the hash chain; undefined if this node is the payer and computes it */
  readonly secret: Uint8Array | undefined
}

/** Builds a payment through a channel, or claims one with its secret. @throws BuildError */
export function buildChannelPayment(
  { openTxid, amount, secret }: PaymentRequest,
  context: ContractContext,
): Transaction {
  if (amount <= 0n) fail('invalid payment amount, must be greater than 0')
  const channel = requireChannel(openTxid, context)
  const { source, destination, payment, count } = channel.terms
  const { pubkey } = context
  if (!equal(pubkey, source) && !equal(pubkey, destination)) fail('this is not our channel')
  if (payment <= 0n || amount % payment !== 0n) fail('invalid amount, not a magnitude of payment size')
  if (!equal(pubkey, source) && secret === undefined)
    fail('invalid secret, secret is necessary when making payment from destination')
  if (!isSettled(context.view, openTxid)) fail('channelsopen tx not yet confirmed/notarized')
  const fee = feeInput(context)
  const { step, inputs, funds } = findFunds(channel, context)
  if (funds < amount) fail('error adding CC inputs')
  if (step.data.func !== 'P' && step.data.func !== 'O') fail('invalid previous tx')
  const paid = Number(amount / payment)
  const left = step.data.count - paid
  if (left < 0) fail('not enough funds in channel for that amount')
  const revealed = secret ?? hashRounds(hiddenEntropy(ownKey(context), channel.tx.vin[0]!.prevout), left)
  if (!equal(hashRounds(revealed, count - left), channel.terms.hash)) fail('invalid secret supplied')
  const outputs: TxOut[] = [
    { value: funds - amount, scriptPubKey: fundScript(source, destination) },
    ...markerOutputs(source, destination),
    { value: amount, scriptPubKey: p2pkScript(destination) },
  ]
  const data = { func: 'P', openTxid, source, destination, count: left, payment: BigInt(paid), hash: revealed }
  return finish([fee, ...inputs], outputs, data, context)
}

/** Builds the announcement that the remaining coins of a channel will be refunded. @throws BuildError */
export function buildChannelClose(openTxid: Uint8Array, context: ContractContext): Transaction {
  const channel = requireChannel(openTxid, context)
  const { source, destination, payment } = channel.terms
  if (!isSettled(context.view, openTxid)) fail('channelsopen tx not yet confirmed/notarized')
  if (!equal(context.pubkey, source)) fail('cannot close, you are not channel owner')
  const fee = feeInput(context)
  const { inputs, funds } = findFunds(channel, context)
  const outputs = [
    { value: funds, scriptPubKey: fundScript(source, destination) },
    ...markerOutputs(source, destination),
  ]
  const data = { func: 'C', openTxid, source, destination, count: Number(funds / payment), payment, hash: ZERO_HASH }
  return finish([fee, ...inputs], outputs, data, context)
}

/** Builds the refund of a closed channel's remaining coins. @throws BuildError */
export function buildChannelRefund(
  { openTxid, closeTxid }: { readonly openTxid: Uint8Array; readonly closeTxid: Uint8Array },
  context: ContractContext,
): Transaction {
  const closing = context.view.transaction(closeTxid)
  if (closing === undefined) return fail('invalid channel close txid')
  const closed = findChannelData(closing.tx)
  if (closed?.func !== 'C') return fail('invalid channel close tx')
  if (!isSettled(context.view, closeTxid)) fail('channelsclose tx not yet confirmed/notarized')
  if (!equal(closed.openTxid, openTxid)) fail('open and close txid are not from same channel')
  const channel = requireChannel(openTxid, context)
  if (!isSettled(context.view, openTxid)) fail('channelsopen tx not yet confirmed/notarized')
  const { source, destination, payment } = channel.terms
  if (!equal(context.pubkey, source)) fail('cannot refund, you are not the channel owner')
  const fee = feeInput(context)
  const { inputs, funds } = findFunds(channel, context)
  const outputs = [...markerOutputs(source, destination), { value: funds, scriptPubKey: p2pkScript(source) }]
  const data = { func: 'R', openTxid, source, destination, count: Number(funds / payment), payment, hash: closeTxid }
  return finish([fee, ...inputs], outputs, data, context)
}

function requireChannel(openTxid: Uint8Array, context: ContractContext): OpenChannel {
  if (context.view.transaction(openTxid) === undefined) fail('invalid channel open txid')
  const channel = findChannel(openTxid, context) ?? fail('invalid channel open tx')
  if (channel.terms.tokenId) fail('the contract rules do not allow spending the coins of a token channel')
  return channel
}

/** Selects exactly one coin for the fees. The rules require a normal input first, and the channel's own inputs last. */
function feeInput(context: ContractContext): SpendableCoin {
  const coin = selectSingleInput(context, 2n * CONTRACT_FEE, FEE_INPUTS)
  if (coin === undefined) throw new BuildError('funds', 'error adding normal inputs')
  return coin
}

interface ChannelFunds {
  readonly step: ChannelStep
  readonly inputs: readonly SpendableCoin[]
  readonly funds: bigint
}

function findFunds(channel: OpenChannel, context: ContractContext): ChannelFunds {
  const latest = latestStep(channel, context.pubkey, context)
  if (latest === undefined) return fail('error adding CC inputs')
  const { step, marker } = latest
  const inputs = [0, marker].map((index) => ({ ...step.tx.vout[index]!, outpoint: { hash: step.txid, index } }))
  return { step, inputs, funds: step.tx.vout[0]!.value }
}

function finish(
  inputs: readonly SpendableCoin[],
  outputs: readonly TxOut[],
  data: Omit<ChannelData, 'tokenId'>,
  context: ContractContext,
): Transaction {
  const privateKey = ownKey(context)
  const unlocking = [
    { tree: ccOneOfTwo(EVAL_CODES.channels, data.source, data.destination), privateKey },
    { tree: ccOne(EVAL_CODES.channels, context.pubkey), privateKey },
  ]
  return finaliseTransaction({ inputs, outputs, data: encodeChannel(data), unlocking }, context)
}

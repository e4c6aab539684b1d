import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import type { CcVerdict, CcView } from '../../interfaces.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import { ccInputsOf, hasEval } from '../ccInputs.ts'
import type { ValidationContext } from '../ccModule.ts'
import { CC_VALID, ccInvalid } from '../ccVerdict.ts'
import { isSettled } from '../notarised.ts'
import { paysCoins, paysTree } from '../outputRules.ts'
import { type ChannelData, channelDataOf, hashRounds } from './codec.ts'
import { fundScript, markerScript, payeeAddress, tokenKeyScript } from './scripts.ts'

export const MAX_PAYMENTS = 1000
/**
 * More rounds than this the reference would hash for a second and more. Only a hand-made opening can ask for them, and they
 * are refused (compatibility.md).
 */
const MOST_ROUNDS = 1_000_000

const AMOUNTS = 'invalid channel inputs vs. outputs!'
const KINDS: Readonly<Record<string, Kind>> = { P: 'payment', C: 'close', R: 'refund' }
type Kind = 'payment' | 'close' | 'refund'

/** A transaction of a channel, with what it is checked against: the opening, whatever the transaction itself says. */
interface Judgement {
  readonly tx: Transaction
  readonly data: ChannelData
  readonly kind: Kind
  readonly opening: Transaction
  readonly channel: ChannelData
  /** the transaction whose output the second input spends */
  readonly previous: Transaction
  readonly view: CcView
}

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value)
const wrap32 = (value: number): number => value | 0

/** The rules of a transaction that spends an output of channels (channels.md §4, in its order). */
export function validateChannels({ tx, view }: Pick<ValidationContext, 'tx' | 'view'>): CcVerdict {
  if (tx.vout.length === 0) return ccInvalid('no vouts')
  const data = channelDataOf(tx)
  const kind = data && KINDS[data.func]
  const previous = data && fundsBefore(tx, data.func, view)
  if (data === undefined || (data.func !== 'O' && previous === undefined)) return ccInvalid(AMOUNTS)
  const opening = view.transaction(data.openTxid)?.tx
  if (opening === undefined) return ccInvalid('invalid channelopen tx!')
  const channel = channelDataOf(opening)
  if (channel?.func !== 'O') return ccInvalid('invalid channelopen OP_RETURN data!')
  if (kind === undefined || previous === undefined) return ccInvalid('unexpected ChannelsValidate for channelsopen!')
  const judgement = { tx, data, kind, opening, channel, previous, view }
  const common = checkCommon(judgement)
  if (!common.ok) return common
  if (kind === 'payment') return judgePayment(judgement)
  return kind === 'close' ? judgeClose(judgement) : judgeRefund(judgement)
}

/** The transaction before, if what it held is what this one passes on. Missing outputs are read out of bounds by the reference. */
function fundsBefore(tx: Transaction, func: string, view: CcView): Transaction | undefined {
  const prevout = tx.vin[1]?.prevout
  const previous = prevout && view.transaction(prevout.hash)?.tx
  const held = prevout && previous?.vout[prevout.index]
  if (held === undefined) return undefined
  const [first, , third, fourth] = tx.vout
  const amounts: Readonly<Record<string, bigint | undefined>> = {
    P: fourth && first!.value + fourth.value,
    C: first!.value,
    R: third?.value,
  }
  return amounts[func] === held.value ? previous : undefined
}

function checkCommon({ tx, data, kind, opening, channel, view }: Judgement): CcVerdict {
  const { source, destination } = channel
  const total = wrap(BigInt(channel.count) * channel.payment)
  if (ccInputsOf(opening)[0] !== undefined) return ccInvalid('vin.0 is normal for channelopen!')
  const hasKeys = source.length > 0 && destination.length > 0
  if (!hasKeys || !paysTree(opening.vout[0], fundScript(source, destination), total))
    return ccInvalid('vout.0 is CC or invalid amount for channelopen!')
  const markers = checkMarkers(opening.vout.slice(1), channel, 'channelopen', 1)
  if (!markers.ok) return markers
  if (!isSettled(view, data.openTxid)) return ccInvalid('channelopen is not yet confirmed(notarised)!')
  if (kind === 'refund' && !isSettled(view, data.hash))
    return ccInvalid('channelClose is not yet confirmed(notarised)!')
  const inputs = ccInputsOf(tx)
  if (inputs[0] !== undefined) return ccInvalid(`vin.0 is normal for channel${kind}!`)
  const beforeLast = inputs.length - 2
  if (inputs[beforeLast] !== undefined) return CC_VALID
  return ccInvalid(
    kind === 'refund' ? `vin.${beforeLast} CC for channelrefund!` : `vin.${beforeLast} is CC for channel${kind}!`,
  )
}

/** Two outputs, by which the ends find the channel. @param first their position, for the text */
function checkMarkers(
  [own, other]: readonly TxOut[],
  { source, destination }: ChannelData,
  what: string,
  first: number,
): CcVerdict {
  if (!paysTree(own, markerScript(source), MODULE_FEE))
    return ccInvalid(`vout.${first} is CC marker to srcpub or invalid amount for ${what}!`)
  return paysTree(other, markerScript(destination), MODULE_FEE)
    ? CC_VALID
    : ccInvalid(`vout.${first + 1} is CC marker to destpub or invalid amount for ${what}!`)
}

/** Whether an output pays a key `value`: coins to its address, tokens to its condition. */
function paysKey(output: TxOut | undefined, key: Uint8Array, { tokenId }: ChannelData, value: bigint): boolean {
  if (tokenId === undefined) return paysCoins(output, payeeAddress(key), value)
  return paysTree(output, tokenKeyScript(key), value)
}

const kindOfOutput = ({ tokenId }: ChannelData): string => (tokenId === undefined ? 'normal' : 'CC')

function judgePayment(judgement: Judgement): CcVerdict {
  const { tx, data, channel } = judgement
  const [rest, , , paid] = tx.vout
  const amount = wrap(data.payment * channel.payment)
  const markers = checkMarkers(tx.vout.slice(1), channel, 'channelpayment', 1)
  if (!markers.ok) return markers
  if (!paysKey(paid, channel.destination, channel, amount))
    return ccInvalid(`vout.3 is ${kindOfOutput(channel)} or invalid amount or invalid receiver for channelpayment!`)
  if (data.count > MAX_PAYMENTS) return ccInvalid('too many payment increments!')
  const rounds = wrap32(channel.count - data.count)
  // What is cheap to refuse is not hashed for long: the verdict is the same.
  const after = paid!.value === amount ? checkAfterPrevious(judgement, rest!, paid!) : AMOUNT_MISMATCH
  if (!after.ok && rounds > MAX_PAYMENTS) return after
  const reaches = rounds > 0 && rounds <= MOST_ROUNDS && equal(hashRounds(data.hash, rounds), channel.hash)
  return reaches ? after : ccInvalid('invalid secret for payment, does not reach final hashchain!')
}

const AMOUNT_MISMATCH = ccInvalid('vout amount does not match number_of_payments*payment!')

function checkAfterPrevious({ tx, data, channel, previous }: Judgement, rest: TxOut, paid: TxOut): CcVerdict {
  const before = channelDataOf(previous)
  if (before === undefined) return ccInvalid('invalid previous tx OP_RETURN data!')
  const left = wrap(wrap(BigInt(before.count) - data.payment) * channel.payment)
  if (!paysTree(rest, fundScript(channel.source, channel.destination), left))
    return ccInvalid('vout.0 is CC or invalid CC change amount for channelpayment!')
  const marker = checkSpentMarker(tx, previous, 'payment')
  if (!marker.ok) return marker
  if (wrap(BigInt(data.count) + data.payment) !== BigInt(before.count)) return ccInvalid('invalid payment depth!')
  return paid.value > previous.vout[0]!.value ? ccInvalid('not enough funds in channel for that amount!') : CC_VALID
}

/** The last input is of channels, and where it points to *in the transaction before* there is a marker's amount. */
function checkSpentMarker(tx: Transaction, previous: Transaction, kind: Kind): CcVerdict {
  const last = tx.vin.length - 1
  const isOurs = hasEval(ccInputsOf(tx)[last], EVAL_CODES.channels)
  return isOurs && previous.vout[tx.vin[last]!.prevout.index]?.value === MODULE_FEE
    ? CC_VALID
    : ccInvalid(`vin.${last} is CC marker or invalid marker amount for channel${kind}!`)
}

/** Rules that close and refund share, once their outputs are right. */
function checkReturn({ tx, data, kind, previous }: Judgement): CcVerdict {
  if (data.count > MAX_PAYMENTS) return ccInvalid('too many payment increments!')
  if (channelDataOf(previous) === undefined) return ccInvalid('invalid previous tx OP_RETURN data!')
  return checkSpentMarker(tx, previous, kind)
}

function judgeClose(judgement: Judgement): CcVerdict {
  const { tx, channel, previous } = judgement
  if (!paysTree(tx.vout[0], fundScript(channel.source, channel.destination)))
    return ccInvalid('vout.0 is CC for channelclose!')
  const markers = checkMarkers(tx.vout.slice(1), channel, 'channelclose', 1)
  if (!markers.ok) return markers
  const returned = checkReturn(judgement)
  if (!returned.ok) return returned
  return tx.vout[0]!.value === previous.vout[0]!.value
    ? CC_VALID
    : ccInvalid('invalid CC amount, amount must match funds in channel')
}

function judgeRefund(judgement: Judgement): CcVerdict {
  const { tx, data, channel, previous } = judgement
  const markers = checkMarkers(tx.vout, channel, 'channelrefund', 0)
  if (!markers.ok) return markers
  if (!paysKey(tx.vout[2], channel.source, channel, wrap(BigInt(data.count) * channel.payment)))
    return ccInvalid(`vout.2 is ${kindOfOutput(channel)} or invalid amount or invalid receiver for channelrefund!`)
  const returned = checkReturn(judgement)
  if (!returned.ok) return returned
  return tx.vout[2]!.value === previous.vout[0]!.value
    ? CC_VALID
    : ccInvalid('invalid amount, refund amount and funds in channel must match!')
}

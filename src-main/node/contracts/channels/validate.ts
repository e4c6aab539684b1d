import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { CcVerdict, CcView } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import { CC_VALID, ccInvalid } from '../framework/ccVerdict.ts'
import { isSettled } from '../framework/notarised.ts'
import { paysCoins, paysTree } from '../framework/outputRules.ts'
import { type ChannelData, type DecodedChannelData, findChannelData, hashRounds } from './codec.ts'
import { type ChannelEnd, type ChannelEnds, findChannelEnds } from './ends.ts'

export const MAX_PAYMENTS = 1000
/**
 * Maximum number of hash rounds to accept a payment to the mempool; they take 50 ms. Only hand-made channel openings
 * need more.
 */
const MAX_ROUNDS = 50_000
/** Maximum number of hash rounds in a block; they take about 15 seconds. komodod accepts more (compatibility.md). */
const MAX_ROUNDS_IN_BLOCK = 2 ** 24

const AMOUNTS_ERROR = 'invalid channel inputs vs. outputs!'
const KINDS: Readonly<Record<string, Kind>> = { P: 'payment', C: 'close', R: 'refund' }
type Kind = 'payment' | 'close' | 'refund'

/**
 * Transaction of a channel and the data to validate it against. The terms of the channel come from its opening,
 * because the data of the transaction may differ.
 */
interface Validation {
  readonly tx: Transaction
  readonly data: DecodedChannelData
  readonly kind: Kind
  readonly opening: Transaction
  readonly channel: DecodedChannelData
  readonly ends: ChannelEnds
  /** the transaction whose output the second input spends */
  readonly previous: Transaction
  readonly view: CcView
}

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value)
const wrap32 = (value: number): number => value | 0

/** Validates a transaction that spends an output of channels, in the order of channels.md §4. */
export function validateChannels({ tx, view }: Pick<ValidationContext, 'tx' | 'view'>): CcVerdict {
  if (tx.vout.length === 0) return ccInvalid('no vouts')
  const data = findChannelData(tx)
  const kind = data && KINDS[data.func]
  const previous = data && findFundingTransaction(tx, data.func, view)
  if (data === undefined || (data.func !== 'O' && previous === undefined)) return ccInvalid(AMOUNTS_ERROR)
  const opening = view.transaction(data.openTxid)?.tx
  if (opening === undefined) return ccInvalid('invalid channelopen tx!')
  const channel = findChannelData(opening)
  if (channel?.func !== 'O') return ccInvalid('invalid channelopen OP_RETURN data!')
  if (kind === undefined || previous === undefined) return ccInvalid('unexpected ChannelsValidate for channelsopen!')
  const ends = findChannelEnds(data, channel)
  if (ends === undefined) return ccInvalid(FUND_ERROR)
  const validation = { tx, data, kind, opening, channel, ends, previous, view }
  const common = checkCommon(validation)
  if (!common.ok) return common
  if (kind === 'payment') return validatePayment(validation)
  return kind === 'close' ? validateClose(validation) : validateRefund(validation)
}

/**
 * Returns the transaction that the second input spends, if the spent amount equals the amounts that this transaction
 * pays on. Missing outputs are invalid; komodod reads them out of bounds.
 */
function findFundingTransaction(tx: Transaction, func: string, view: CcView): Transaction | undefined {
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

const FUND_ERROR = 'vout.0 is CC or invalid amount for channelopen!'

function checkCommon({ tx, data, kind, opening, channel, ends, view }: Validation): CcVerdict {
  const total = wrap(BigInt(channel.count) * channel.payment)
  // Without transparent inputs (shielded coins only) the reference reads out of bounds here.
  if (opening.vin.length === 0 || decodeCcInputs(opening)[0] !== undefined)
    return ccInvalid('vin.0 is normal for channelopen!')
  if (!paysTree(opening.vout[0], ends.fund, total)) return ccInvalid(FUND_ERROR)
  const markers = checkMarkers(opening.vout.slice(1), ends, 'channelopen', 1)
  if (!markers.ok) return markers
  if (!isSettled(view, data.openTxid)) return ccInvalid('channelopen is not yet confirmed(notarised)!')
  if (kind === 'refund' && !isSettled(view, data.hash))
    return ccInvalid('channelClose is not yet confirmed(notarised)!')
  const inputs = decodeCcInputs(tx)
  if (inputs[0] !== undefined) return ccInvalid(`vin.0 is normal for channel${kind}!`)
  const beforeLast = inputs.length - 2
  if (inputs[beforeLast] !== undefined) return CC_VALID
  return ccInvalid(
    kind === 'refund' ? `vin.${beforeLast} CC for channelrefund!` : `vin.${beforeLast} is CC for channel${kind}!`,
  )
}

/** Checks the two outputs by which the ends find the channel. @param first their index, for the error text */
function checkMarkers(
  [own, other]: readonly TxOut[],
  { source, destination }: ChannelEnds,
  what: string,
  first: number,
): CcVerdict {
  if (!paysTree(own, source.marker, CONTRACT_FEE))
    return ccInvalid(`vout.${first} is CC marker to srcpub or invalid amount for ${what}!`)
  return paysTree(other, destination.marker, CONTRACT_FEE)
    ? CC_VALID
    : ccInvalid(`vout.${first + 1} is CC marker to destpub or invalid amount for ${what}!`)
}

/** Returns true if an output pays an end `value`: coins to its address, tokens to its condition. */
function paysEnd(output: TxOut | undefined, end: ChannelEnd, { tokenId }: ChannelData, value: bigint): boolean {
  return tokenId === undefined ? paysCoins(output, end.address, value) : paysTree(output, end.tokens, value)
}

const kindOfOutput = ({ tokenId }: ChannelData): string => (tokenId === undefined ? 'normal' : 'CC')

function validatePayment(validation: Validation): CcVerdict {
  const { tx, data, channel, ends, view } = validation
  const [rest, , , paid] = tx.vout
  const amount = wrap(data.payment * channel.payment)
  const markers = checkMarkers(tx.vout.slice(1), ends, 'channelpayment', 1)
  if (!markers.ok) return markers
  if (!paysEnd(paid, ends.destination, channel, amount))
    return ccInvalid(`vout.3 is ${kindOfOutput(channel)} or invalid amount or invalid receiver for channelpayment!`)
  if (data.count > MAX_PAYMENTS) return ccInvalid('too many payment increments!')
  const rounds = wrap32(channel.count - data.count)
  // Cheap rejections skip long hashing; the verdict is the same.
  const after = paid!.value === amount ? checkAfterPrevious(validation, rest!, paid!) : AMOUNT_MISMATCH
  if (!after.ok && rounds > MAX_PAYMENTS) return after
  const max = view.connecting ? MAX_ROUNDS_IN_BLOCK : MAX_ROUNDS
  const reaches = rounds > 0 && rounds <= max && equal(hashRounds(data.hash, rounds), channel.hash)
  return reaches ? after : ccInvalid('invalid secret for payment, does not reach final hashchain!')
}

const AMOUNT_MISMATCH = ccInvalid('vout amount does not match number_of_payments*payment!')

function checkAfterPrevious({ tx, data, channel, ends, previous }: Validation, rest: TxOut, paid: TxOut): CcVerdict {
  const before = findChannelData(previous)
  if (before === undefined) return ccInvalid('invalid previous tx OP_RETURN data!')
  const left = wrap(wrap(BigInt(before.count) - data.payment) * channel.payment)
  if (!paysTree(rest, ends.fund, left)) return ccInvalid('vout.0 is CC or invalid CC change amount for channelpayment!')
  const marker = checkSpentMarker(tx, previous, 'payment')
  if (!marker.ok) return marker
  if (wrap(BigInt(data.count) + data.payment) !== BigInt(before.count)) return ccInvalid('invalid payment depth!')
  return paid.value > previous.vout[0]!.value ? ccInvalid('not enough funds in channel for that amount!') : CC_VALID
}

/**
 * Checks that the last input has the eval code of channels. Also checks that the output with the same index in the
 * *previous* transaction has the value of a marker, even if the input spends another transaction.
 */
function checkSpentMarker(tx: Transaction, previous: Transaction, kind: Kind): CcVerdict {
  const last = tx.vin.length - 1
  const isOurs = hasEval(decodeCcInputs(tx)[last], EVAL_CODES.channels)
  return isOurs && previous.vout[tx.vin[last]!.prevout.index]?.value === CONTRACT_FEE
    ? CC_VALID
    : ccInvalid(`vin.${last} is CC marker or invalid marker amount for channel${kind}!`)
}

/** Checks the rules that close and refund share, after their outputs were checked. */
function checkReturn({ tx, data, kind, previous }: Validation): CcVerdict {
  if (data.count > MAX_PAYMENTS) return ccInvalid('too many payment increments!')
  if (findChannelData(previous) === undefined) return ccInvalid('invalid previous tx OP_RETURN data!')
  return checkSpentMarker(tx, previous, kind)
}

function validateClose(validation: Validation): CcVerdict {
  const { tx, ends, previous } = validation
  if (!paysTree(tx.vout[0], ends.fund)) return ccInvalid('vout.0 is CC for channelclose!')
  const markers = checkMarkers(tx.vout.slice(1), ends, 'channelclose', 1)
  if (!markers.ok) return markers
  const returned = checkReturn(validation)
  if (!returned.ok) return returned
  return tx.vout[0]!.value === previous.vout[0]!.value
    ? CC_VALID
    : ccInvalid('invalid CC amount, amount must match funds in channel')
}

function validateRefund(validation: Validation): CcVerdict {
  const { tx, data, channel, ends, previous } = validation
  const markers = checkMarkers(tx.vout, ends, 'channelrefund', 0)
  if (!markers.ok) return markers
  if (!paysEnd(tx.vout[2], ends.source, channel, wrap(BigInt(data.count) * channel.payment)))
    return ccInvalid(`vout.2 is ${kindOfOutput(channel)} or invalid amount or invalid receiver for channelrefund!`)
  const returned = checkReturn(validation)
  if (!returned.ok) return returned
  return tx.vout[2]!.value === previous.vout[0]!.value
    ? CC_VALID
    : ccInvalid('invalid amount, refund amount and funds in channel must match!')
}

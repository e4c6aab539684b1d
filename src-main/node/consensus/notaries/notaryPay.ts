import type { Block, Transaction, TxOut } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import { equal, fromHex } from '../../util/index.ts'
import type { ChainParams } from '../params.ts'
import { endsWithStake } from '../staking/index.ts'
import type { UpgradeState } from '../upgrades.ts'
import { type Violation, violation } from '../verdict.ts'
import { NOTARISATION_OUTPUT, readNotarisation } from './notarisation.ts'
import { findNotaries } from './seasons.ts'

/** Position of the notarisation that a block pays for: right after the coinbase. */
export const PAID_POSITION = 1
/** Up to this height notarisations are treated like other transactions. */
const FREE_HEIGHTS = 10
/** Key that notarisations pay to, and its offset in the script. */
const NOTARISED_KEY = fromHex('020e46e79a2a8d12b9b5d12c7a91adb4e454edfae43c0a0cb805427d2ac7613fd9')
const KEY_AT = 1
/** A notarisation must have at least one input per 5 notaries. */
const NOTARIES_PER_INPUT = 5
const PAID_OUTPUTS = 2
const P2PK_LENGTH = 35

/** A transaction and its spent outputs, in input order. */
export interface SpendingTransaction {
  readonly tx: Transaction
  readonly spent: readonly { readonly scriptPubKey: Uint8Array }[]
}

export interface NotaryPayContext {
  readonly height: number
  /** block time, unix seconds */
  readonly time: number
}

export interface NotaryPaySubject {
  readonly block: Block
  readonly height: number
  readonly upgrades: UpgradeState
  /** outputs spent by the transaction after the coinbase */
  readonly spent: SpendingTransaction['spent']
}

export interface NotaryPayResult {
  readonly ok: true
  /** satoshis that the coinbase pays to notaries; they raise its limit of subsidy plus fees */
  readonly paid: bigint
}

const NOTHING_PAID: NotaryPayResult = { ok: true, paid: 0n }

/**
 * Returns the satoshis that the notaries of one notarisation share; 0 if no notarisation can be mined at this height.
 */
export function notaryPayAt({ notaryPay, emission }: ChainParams, height: number): bigint {
  if (notaryPay === null) return 0n
  const { eras } = emission
  if (eras[0]!.end <= 1n) return notaryPay[0]!
  const era = eras.findIndex(({ end }) => end === 0n || end > BigInt(height))
  return era < 0 ? 0n : notaryPay[era]!
}

/**
 * Returns true if a transaction claims that a block of this chain is notarised. Does not check the signers.
 */
export function claimsNotarisation({ name }: ChainParams, tx: Transaction): boolean {
  return parseClaim(name, tx) !== undefined
}

function parseClaim(name: string, { vout }: Transaction) {
  const output = vout[NOTARISATION_OUTPUT]
  return output && readNotarisation(output.scriptPubKey, name)
}

/**
 * Returns the outputs that a coinbase must have after its first output if this notarisation follows it. They pay an
 * equal share to each signer, in the order of the notarisation's inputs.
 * @returns undefined if no block may contain this transaction
 */
export function notaryPayOutputs(
  params: ChainParams,
  { tx, spent }: SpendingTransaction,
  { height, time }: NotaryPayContext,
): readonly TxOut[] | undefined {
  const claim = parseClaim(params.name, tx)
  if (claim === undefined || claim.height === 0) return undefined
  if (tx.vout.length !== PAID_OUTPUTS || tx.vout[NOTARISATION_OUTPUT]!.value !== 0n) return undefined
  const keys = findNotaries(params, time)?.keys ?? []
  const scripts = keys.map(p2pkScript)
  const signers = spent.flatMap(({ scriptPubKey }) =>
    scriptPubKey.length === P2PK_LENGTH
      ? scripts.flatMap((script, notary) => (equal(script, scriptPubKey) ? [notary] : []))
      : [],
  )
  if (signers.length === 0 || new Set(signers).size !== signers.length) return undefined
  const value = notaryPayAt(params, height) / BigInt(signers.length)
  return value === 0n ? undefined : signers.map((notary) => ({ value, scriptPubKey: scripts[notary]! }))
}

/**
 * Returns true if a transaction may follow a coinbase with several outputs. It must pay to the notarisation key and
 * have enough inputs. Does not check the signers.
 */
export function isShapedForPay(params: ChainParams, { vin, vout }: Transaction, time: number): boolean {
  const script = vout[0]?.scriptPubKey
  if (script === undefined || !equal(script.subarray(KEY_AT, KEY_AT + NOTARISED_KEY.length), NOTARISED_KEY))
    return false
  const notaries = findNotaries(params, time)?.keys.length ?? 0
  return vin.length >= Math.floor(notaries / NOTARIES_PER_INPUT)
}

/**
 * Checks the notary payments of a block on a chain with `-ac_notarypay`. A block pays only for a notarisation right
 * after its coinbase. All inputs of the block must be known.
 */
export function checkNotaryPay(params: ChainParams, subject: NotaryPaySubject): NotaryPayResult | Violation {
  const { block, height, spent } = subject
  const { txs, header } = block
  if (params.notaryPay === null) return NOTHING_PAID
  const [coinbase, second] = txs as [Transaction, Transaction | undefined]
  // komodod makes this check when a block arrives and drops an invalid one. Staked chains: staked blocks only.
  if (second !== undefined && coinbase.vout.length > 1 && isShapeChecked(params, subject))
    if (!isShapedForPay(params, second, header.time)) return violation('invalid', 'bad-cb-outputs', { score: 1 })
  if (height <= FREE_HEIGHTS) return NOTHING_PAID
  const claims = txs.flatMap((tx, position) => (claimsNotarisation(params, tx) ? [position] : []))
  if (claims.length === 0) return NOTHING_PAID
  if (claims.length > 1 || claims[0] !== PAID_POSITION) return violation('invalid', 'bad-notarization-position')
  const due = notaryPayOutputs(params, { tx: second!, spent }, { height, time: header.time })
  if (due === undefined || !due.every((output, index) => isSame(output, coinbase.vout[index + 1])))
    return violation('invalid', 'bad-cb-amount')
  return { ok: true, paid: due.reduce((sum, { value }) => sum + value, 0n) }
}

function isShapeChecked(params: ChainParams, subject: NotaryPaySubject): boolean {
  return params.staked === 0 || subject.height < 2 || endsWithStake(params, subject)
}

function isSame(due: TxOut, paid: TxOut | undefined): boolean {
  return paid !== undefined && paid.value === due.value && equal(paid.scriptPubKey, due.scriptPubKey)
}

/** Returns true if a block at this height pays for its notarisation. */
export const paysNotaries = ({ notaryPay }: ChainParams, height: number): boolean =>
  notaryPay !== null && height > FREE_HEIGHTS

import type { Block, Transaction, TxOut } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import { equal, fromHex } from '../../util/index.ts'
import type { ChainParams } from '../params.ts'
import { endsWithStake } from '../staking/index.ts'
import type { UpgradeState } from '../upgrades.ts'
import { type Violation, violation } from '../verdict.ts'
import { NOTARISATION_OUTPUT, readNotarisation } from './notarisation.ts'
import { notariesOf } from './seasons.ts'

/** Where a block has the notarisation that it pays for: right after the coinbase. */
export const PAID_POSITION = 1
/** Up to this height notarisations are like any other transaction. */
const FREE_HEIGHTS = 10
/** The key that notarisations pay to, at its place in the script. */
const NOTARISED_KEY = fromHex('020e46e79a2a8d12b9b5d12c7a91adb4e454edfae43c0a0cb805427d2ac7613fd9')
const KEY_AT = 1
/** A notarisation has at least the fifth part of the notaries as inputs. */
const NOTARIES_AN_INPUT = 5
const PAID_OUTPUTS = 2
const P2PK_LENGTH = 35

/** A transaction and the outputs that it spends, in input order. */
export interface SpendingTransaction {
  readonly tx: Transaction
  readonly spent: readonly { readonly scriptPubKey: Uint8Array }[]
}

export interface NotaryPayPlace {
  readonly height: number
  /** of the block, unix seconds */
  readonly time: number
}

export interface NotaryPaySubject {
  readonly block: Block
  readonly height: number
  readonly upgrades: UpgradeState
  /** what the transaction after the coinbase spends */
  readonly spent: SpendingTransaction['spent']
}

export interface JudgedNotaryPay {
  readonly ok: true
  /** satoshis that the coinbase pays to notaries, on top of what it may claim otherwise */
  readonly paid: bigint
}

const NOTHING_PAID: JudgedNotaryPay = { ok: true, paid: 0n }

/** Satoshis that the notaries of one notarisation share; 0: none can be mined at this height. */
export function notaryPayAt({ notaryPay, emission }: ChainParams, height: number): bigint {
  if (notaryPay === null) return 0n
  const { eras } = emission
  if (eras[0]!.end <= 1n) return notaryPay[0]!
  const era = eras.findIndex(({ end }) => end === 0n || end > BigInt(height))
  return era < 0 ? 0n : notaryPay[era]!
}

/** Whether a transaction says that a block of this chain is notarised. Whoever says so: on these chains that alone counts. */
export function claimsNotarisation({ name }: ChainParams, tx: Transaction): boolean {
  return claimOf(name, tx) !== undefined
}

function claimOf(name: string, { vout }: Transaction) {
  const output = vout[NOTARISATION_OUTPUT]
  return output && readNotarisation(output.scriptPubKey, name)
}

/**
 * The outputs that a coinbase has after its first one where a notarisation stands right after it: an equal share for each
 * notary who signed it, in the order of its inputs. undefined: no block may hold this transaction.
 */
export function notaryPayOutputs(
  params: ChainParams,
  { tx, spent }: SpendingTransaction,
  { height, time }: NotaryPayPlace,
): readonly TxOut[] | undefined {
  const claim = claimOf(params.name, tx)
  if (claim === undefined || claim.height === 0) return undefined
  if (tx.vout.length !== PAID_OUTPUTS || tx.vout[NOTARISATION_OUTPUT]!.value !== 0n) return undefined
  const keys = notariesOf(params, time)?.keys ?? []
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
 * Whether a transaction may follow a coinbase of several outputs: it pays to the key of notarisations and has enough inputs.
 * Who signed it does not matter here.
 */
export function isShapedForPay(params: ChainParams, { vin, vout }: Transaction, time: number): boolean {
  const script = vout[0]?.scriptPubKey
  if (script === undefined || !equal(script.subarray(KEY_AT, KEY_AT + NOTARISED_KEY.length), NOTARISED_KEY))
    return false
  const notaries = notariesOf(params, time)?.keys.length ?? 0
  return vin.length >= Math.floor(notaries / NOTARIES_AN_INPUT)
}

/**
 * Judges what a block of a chain with `-ac_notarypay` pays to notaries: nothing, or for the one notarisation that stands right
 * after its coinbase. Its transactions' inputs are there.
 */
export function judgeNotaryPay(params: ChainParams, subject: NotaryPaySubject): JudgedNotaryPay | Violation {
  const { block, height, spent } = subject
  const { txs, header } = block
  if (params.notaryPay === null) return NOTHING_PAID
  const [coinbase, second] = txs as [Transaction, Transaction | undefined]
  // Other nodes look at this when a block arrives, of a chain with staking only if the block is staked; they forget it then.
  if (second !== undefined && coinbase.vout.length > 1 && isLookedAt(params, subject))
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

function isLookedAt(params: ChainParams, subject: NotaryPaySubject): boolean {
  return params.staked === 0 || subject.height < 2 || endsWithStake(params, subject)
}

function isSame(due: TxOut, paid: TxOut | undefined): boolean {
  return paid !== undefined && paid.value === due.value && equal(paid.scriptPubKey, due.scriptPubKey)
}

/** Whether a block at this height pays for the notarisation that it holds. */
export const paysNotaries = ({ notaryPay }: ChainParams, height: number): boolean =>
  notaryPay !== null && height > FREE_HEIGHTS

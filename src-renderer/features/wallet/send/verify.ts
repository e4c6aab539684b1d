import type { BuiltTransaction } from '../../../parts/transaction/built.ts'
import type { SendRequest } from './check.ts'

/** What the node says it has built. Satoshis. */
export interface PreparedSend {
  readonly txid: string
  readonly fee: bigint
  /** bytes */
  readonly size: number
  /** for 1000 bytes */
  readonly feerate: bigint
  readonly change: { readonly address: string; readonly amount: bigint } | null
}

/** No payment of the wallet costs less, however small it is. */
const LEAST_FEE = 5000n
/** Change too small to be worth an output joins the fee. */
const MOST_DUST = 1000n
/** A fee above a tenth of a coin is a mistake. */
const MOST_FEE = 10_000_000n

interface PlainOutput {
  readonly n: number
  readonly address: string | undefined
  readonly satoshis: bigint
}

function outputsOf({ decoded }: BuiltTransaction): PlainOutput[] {
  return decoded.vout.map(({ n, value, scriptPubKey: { type, addresses } }) => ({
    n,
    // Only a plain payment counts as one: an output with rules attached may name the same address.
    address: type === 'cryptocondition' || addresses?.length !== 1 ? undefined : addresses[0],
    satoshis: value,
  }))
}

/** Satoshis that are paid for the transaction; undefined where a coin that it spends is not known. */
function feeOf({ decoded, coins }: BuiltTransaction): bigint | undefined {
  const spent = coins.filter((coin) => coin !== undefined)
  if (spent.length < decoded.vin.length) return undefined
  return sum(spent.map(({ value }) => value)) - sum(decoded.vout.map(({ value }) => value))
}

/** What a transaction pays beyond what was asked for; a text: what was asked for is not there. */
function beyondRequest(built: BuiltTransaction, request: SendRequest, fee: bigint): readonly PlainOutput[] | string {
  const rest = outputsOf(built)
  for (const { address, satoshis } of request.outputs) {
    const wanted = request.everything ? satoshis - fee : satoshis
    const to = rest.filter((output) => output.address === address)
    if (to.length === 0) return 'It does not pay everybody you named.'
    const found = to.find((output) => output.satoshis === wanted)
    if (!found) return 'It pays another amount.'
    rest.splice(rest.indexOf(found), 1)
  }
  return rest
}

/**
 * Which output is the change: the only one that was not asked for, to an address of one's own. Two outputs of one amount
 * to one address are the same to everybody, so either may be called so.
 */
export function changeOutput(
  built: BuiltTransaction,
  request: SendRequest,
  own: ReadonlySet<string>,
): number | undefined {
  const fee = feeOf(built)
  const rest = fee === undefined ? '' : beyondRequest(built, request, fee)
  if (typeof rest === 'string') return undefined
  const [change, ...others] = rest
  return others.length === 0 && change?.address !== undefined && own.has(change.address) ? change.n : undefined
}

/**
 * Why the built payment is not what was asked for; undefined when it is. A mismatch must never be confirmed. Judged by
 * the decoded bytes and the coins they spend. `own`: addresses of the outputs that are the wallet's, as the node says.
 */
export function sendMismatch(
  built: BuiltTransaction,
  prepared: PreparedSend,
  request: SendRequest,
  own: ReadonlySet<string>,
): string | undefined {
  if (built.decoded.txid !== prepared.txid) return 'Its id is not the one that was announced.'
  const fee = feeOf(built)
  if (fee === undefined) return 'It spends coins that are gone or unknown.'
  if (!spendsOnlyChosen(built, request)) return 'It spends coins that you did not choose.'

  const rest = beyondRequest(built, request, fee)
  if (typeof rest === 'string') return rest
  if (rest.length > 1 || rest.some(({ address }) => address === undefined)) return 'It pays somebody else too.'
  if (rest.some(({ address }) => address === undefined || !own.has(address))) return 'Its change does not go to you.'
  return feeProblem(fee, prepared, request)
}

function spendsOnlyChosen({ decoded }: BuiltTransaction, { inputs }: SendRequest): boolean {
  if (inputs === undefined) return true
  const chosen = new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`))
  return decoded.vin.every(({ txid, vout }) => chosen.has(`${txid}:${vout}`))
}

function feeProblem(fee: bigint, prepared: PreparedSend, request: SendRequest): string | undefined {
  if (fee !== prepared.fee) return 'Its fee is not the one that was announced.'
  if (fee > MOST_FEE) return 'Its fee is far above what is usual.'
  if (request.rate === undefined) return undefined
  const byRate = (request.rate * BigInt(prepared.size) + 999n) / 1000n
  const most = (byRate > LEAST_FEE ? byRate : LEAST_FEE) + MOST_DUST
  return fee > most ? 'Its fee is higher than the rate you chose.' : undefined
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

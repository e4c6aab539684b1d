import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'
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
/** A signature of the built payment can be that much shorter than the one that the fee was computed for. */
const SHORTER_SIGNATURE_BYTES = 2
/** A fee above a tenth of a coin is a mistake. */
const MOST_FEE = 10_000_000n

interface PlainOutput {
  readonly n: number
  readonly address: string | undefined
  readonly satoshis: bigint
}

function outputsOf({ outputs }: Explanation): PlainOutput[] {
  return outputs.map(({ n, amount, type, address }) => ({
    n,
    // Only a plain output counts as a payment: one with a condition may name the same address.
    address: type === 'cryptocondition' ? undefined : (address ?? undefined),
    satoshis: amount,
  }))
}

/** Outputs beyond the requested ones; a text if a requested one is missing. */
function beyondRequest(txExplanation: Explanation, request: SendRequest, fee: bigint): readonly PlainOutput[] | string {
  const rest = outputsOf(txExplanation)
  for (const { address, satoshis } of request.outputs) {
    const wanted = request.everything ? satoshis - fee : satoshis
    const to = rest.filter((output) => output.address === address)
    if (to.length === 0) return t('wallet:mismatch.notAll')
    const found = to.find((output) => output.satoshis === wanted)
    if (!found) return t('wallet:mismatch.amount')
    rest.splice(rest.indexOf(found), 1)
  }
  return rest
}

/**
 * The change output: the only one that was not requested, to an own address. Of two equal outputs either may be called
 * so.
 */
export function changeOutput(
  txExplanation: Explanation,
  request: SendRequest,
  own: ReadonlySet<string>,
): number | undefined {
  const { fee } = txExplanation
  const rest = fee === null ? '' : beyondRequest(txExplanation, request, fee)
  if (typeof rest === 'string') return undefined
  const [change, ...others] = rest
  return others.length === 0 && change?.address !== undefined && own.has(change.address) ? change.n : undefined
}

/**
 * Why the built payment is not what was asked for; undefined when it is. A mismatch must never be confirmed. Judged by
 * the node's description of the bytes and of the coins they spend. `own`: addresses of the outputs that are the
 * wallet's, as the node says.
 */
export function sendMismatch(
  txExplanation: Explanation,
  prepared: PreparedSend,
  request: SendRequest,
  own: ReadonlySet<string>,
): string | undefined {
  if (txExplanation.txid !== prepared.txid) return t('wallet:mismatch.id')
  const { fee } = txExplanation
  if (fee === null || txExplanation.inputs.some(({ gone }) => gone)) return t('wallet:mismatch.gone')
  if (!spendsOnlyChosen(txExplanation, request)) return t('wallet:mismatch.notChosen')

  const rest = beyondRequest(txExplanation, request, fee)
  if (typeof rest === 'string') return rest
  if (rest.length > 1 || rest.some(({ address }) => address === undefined)) return t('wallet:mismatch.somebodyElse')
  if (rest.some(({ address }) => address === undefined || !own.has(address))) return t('wallet:mismatch.change')
  return feeProblem(fee, txExplanation.inputs.length, prepared, request)
}

function spendsOnlyChosen(txExplanation: Explanation, { inputs }: SendRequest): boolean {
  if (inputs === undefined) return true
  const chosen = new Set(inputs.map(({ txid, vout }) => `${txid}:${vout}`))
  return txExplanation.inputs.every(({ txid, vout }) => chosen.has(`${txid}:${vout}`))
}

function feeProblem(fee: bigint, inputs: number, prepared: PreparedSend, request: SendRequest): string | undefined {
  if (fee !== prepared.fee) return t('wallet:mismatch.fee')
  if (fee > MOST_FEE) return t('wallet:mismatch.highFee')
  if (request.rate === undefined) return undefined
  const mostBytes = prepared.size + inputs * SHORTER_SIGNATURE_BYTES
  const byRate = (request.rate * BigInt(mostBytes) + 999n) / 1000n
  const most = (byRate > LEAST_FEE ? byRate : LEAST_FEE) + MOST_DUST
  return fee > most ? t('wallet:mismatch.rate') : undefined
}

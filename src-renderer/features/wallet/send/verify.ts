import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../../i18n/texts.ts'
import type { SendRequest } from './check.ts'

/** The node's data about the built payment. Amounts are in satoshis. */
export interface PreparedSend {
  readonly txid: string
  readonly fee: bigint
  /** in bytes */
  readonly size: number
  /** per 1000 bytes */
  readonly feerate: bigint
  readonly change: { readonly address: string; readonly amount: bigint } | null
}

/** Minimum fee of a payment by the wallet, even if it is small. */
const MIN_FEE = 5000n
/** Change that is too small to be worth an output is added to the fee. */
const MAX_DUST = 1000n
/** A signature of the built payment can be this much shorter than assumed in the fee computation. */
const SHORTER_SIGNATURE_BYTES = 2
/** A fee above a tenth of a coin is a mistake. */
const MAX_FEE = 10_000_000n

interface PlainOutput {
  readonly n: number
  readonly address: string | undefined
  readonly satoshis: bigint
}

function toPlainOutputs({ outputs }: Explanation): PlainOutput[] {
  return outputs.map(({ n, amount, type, address }) => ({
    n,
    // Only a plain output counts as a payment: one with a condition may name the same address.
    address: type === 'cryptocondition' ? undefined : (address ?? undefined),
    satoshis: amount,
  }))
}

/** Returns the outputs that were not requested, or the text of a problem if a requested one is missing. */
function beyondRequest(txExplanation: Explanation, request: SendRequest, fee: bigint): readonly PlainOutput[] | string {
  const rest = toPlainOutputs(txExplanation)
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
 * Returns the index of the change output, which is the only output that was not requested and pays an own address. If
 * two outputs are equal, either may be returned.
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
 * Returns why the built payment differs from the request, or undefined if it matches. A mismatch must never be
 * confirmed. Based on the node's description of the bytes and of the spent coins.
 * @param own addresses in the outputs that belong to the wallet according to the node
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
  if (fee > MAX_FEE) return t('wallet:mismatch.highFee')
  if (request.rate === undefined) return undefined
  const mostBytes = prepared.size + inputs * SHORTER_SIGNATURE_BYTES
  const byRate = (request.rate * BigInt(mostBytes) + 999n) / 1000n
  const max = (byRate > MIN_FEE ? byRate : MIN_FEE) + MAX_DUST
  return fee > max ? t('wallet:mismatch.rate') : undefined
}

import { CONTRACT_FEE, CONTRACT_FEE_BOUND } from '#shared/protocol/contractRules.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { fillsOrder, isOurs } from '../../../components/transaction/describe.ts'
import { t } from '../../../i18n/texts.ts'
import type { TradeRequest } from './request.ts'

/** Amounts of the outputs that do not belong to the wallet: payments, and outputs of contracts. */
interface OutgoingAmounts {
  readonly coins: bigint
  readonly units: bigint
}

/**
 * Returns why the built transaction differs from the request, or undefined if it matches. A mismatch must never be
 * confirmed.
 */
export function tradeMismatch(txExplanation: Explanation, request: TradeRequest): string | undefined {
  const [token, ...others] = txExplanation.tokens
  if (txExplanation.action !== request.action || txExplanation.order === null) return t('trade:mismatch.action')
  if (token?.tokenid !== request.token.tokenid || others.length > 0) return t('trade:mismatch.token')
  if (!sameAmounts(txExplanation.order, request)) return t('trade:mismatch.amounts')
  if (txExplanation.fee === null || txExplanation.inputs.some(({ gone }) => gone)) return t('trade:mismatch.gone')
  if (txExplanation.fee >= CONTRACT_FEE_BOUND) return t('trade:mismatch.fee')
  const [found, expected] = [sumLeaving(txExplanation, request), computeExpected(request)]
  if (found.coins !== expected.coins || found.units !== expected.units) return t('trade:mismatch.elsewhere')
  return paysOnlyOrderOwner(txExplanation, request) ? undefined : t('trade:mismatch.elsewhere')
}

function sameAmounts(order: NonNullable<Explanation['order']>, request: TradeRequest): boolean {
  const { units, coins } = order
  if (request.action === 'cancel-ask') return units === request.units
  if (request.action === 'cancel-bid') return coins === request.coins
  if (units !== request.units || coins !== request.coins) return false
  const left = 'left' in request ? request.left : undefined
  return left === undefined || (order.left?.units === left.units && order.left.coins === left.coins)
}

/**
 * Returns true if the transaction fills an order and the output pays its owner. The owner is another trader or another
 * key of the same wallet.
 */
const paysOrderOwner = ({ pubkey }: Explanation['outputs'][number], request: TradeRequest): boolean =>
  fillsOrder(request.action) && 'owner' in request && pubkey === request.owner

/**
 * Sums the outputs that leave the wallet. A marker of `CONTRACT_FEE` is ignored; a marker of any other amount counts as
 * coins that leave.
 */
function sumLeaving({ outputs }: Explanation, request: TradeRequest): OutgoingAmounts {
  let [coins, units] = [0n, 0n]
  for (const output of outputs) {
    if (output.role === 'data' || (output.role === 'marker' && output.amount === CONTRACT_FEE)) continue
    if (isOurs(output) && !paysOrderOwner(output, request)) continue
    if (output.token) units += output.token.units
    else coins += output.amount
  }
  return { coins, units }
}

function computeExpected(request: TradeRequest): OutgoingAmounts {
  switch (request.action) {
    case 'ask':
      return { coins: 0n, units: request.units }
    case 'bid':
      return { coins: request.coins, units: 0n }
    case 'fill-ask':
      return { coins: request.coins, units: request.left.units }
    case 'fill-bid':
      return { coins: request.left.coins, units: request.units }
    default:
      return { coins: 0n, units: 0n }
  }
}

/**
 * Checks the outputs that belong neither to the wallet nor to a contract. Returns true if a fill pays only the owner of
 * the order, and if any other action pays no one.
 */
function paysOnlyOrderOwner({ outputs }: Explanation, request: TradeRequest): boolean {
  const leaving = outputs.filter((output) => !isOurs(output) && output.owner !== 'contract')
  const paid = leaving.filter(({ role }) => role === 'payment' || role === 'change' || role === 'token')
  if (request.action !== 'fill-ask' && request.action !== 'fill-bid') return paid.length === 0
  return paid.every((output) => paysOrderOwner(output, request))
}

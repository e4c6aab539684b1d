/**
 * payments: plans that pay deposits from anyone to a fixed list of receivers by shares (payments.md). The plan's
 * condition contains its transaction id instead of a key. Anyone can sign for it, so only the rules protect its coins.
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { paymentsExplainer } from './explain.ts'
import { PAYMENTS_KEY } from './keys.ts'
import { validatePayments } from './validate.ts'

export {
  type BuiltRelease,
  buildPaymentsFund,
  buildPaymentsMerge,
  buildPaymentsPayee,
  buildPaymentsPlan,
  buildPaymentsRelease,
  countNotes,
} from './build.ts'
export { decodePayee, findPlanData } from './codec.ts'
export { listPaymentsPlans, paymentsFunds } from './funds.ts'
export { PAYMENTS_GLOBAL_SCRIPT, PAYMENTS_KEY, paymentsPlanTree } from './keys.ts'
export { readRequest, requestLength } from './request.ts'

export const paymentsContract = {
  name: 'payments',
  evalCodes: [EVAL_CODES.payments],
  globalKeys: [PAYMENTS_KEY],
  holdsTokens: false,
  validate: validatePayments,
  explainer: paymentsExplainer,
} as const satisfies ContractDefinition<'payments'>

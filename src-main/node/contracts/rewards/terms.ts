import { BuildError } from '../../transactions/index.ts'
import { readCoinAmount } from '../framework/coinAmount.ts'
import { parsePlanName } from '../framework/planName.ts'
import type { RewardsPlan } from './codec.ts'
import { MAX_APR } from './validate.ts'

const DAY = 86_400n
/** Maximum number of days that fits into the data. */
const MAX_DAYS = 10n ** 14n

/** Terms of a new plan, as texts from the RPC call. */
export interface RewardsTerms {
  readonly name: string
  readonly amount: string
  readonly APR: string | undefined
  readonly mindays: string | undefined
  readonly maxdays: string | undefined
  readonly mindeposit: string | undefined
}

const fail = (text: string): never => {
  throw new BuildError('request', text)
}

/**
 * Parses whole days. Text that does not start like a number counts as 0, as in the reference.
 * @throws BuildError if only the start of the text is a number
 */
function readDays(text: string, name: string): bigint {
  const trimmed = text.trim()
  if (!/^[+-]?\d/.test(trimmed)) return 0n
  if (!/^[+-]?\d{1,20}$/.test(trimmed)) fail(`${name} must be a whole number`)
  const days = BigInt(trimmed)
  return days > MAX_DAYS ? fail(`${name} is too large`) : days
}

/**
 * Parses terms, with the defaults 5 %, 60 days, 100 coins (rewards.md §4).
 * @throws BuildError in the reference's order
 */
export function readRewardsTerms(terms: RewardsTerms): { readonly plan: RewardsPlan; readonly funds: bigint } {
  const sbits = parsePlanName(terms.name)
  const funds = readCoinAmount(terms.amount, 'funds')
  if (funds <= 0n) fail('funds must be positive')
  const apr = readCoinAmount(terms.APR ?? '5', 'APR')
  if (apr > MAX_APR) fail('25% APR is maximum')
  // The reference encodes a negative rate as a huge number, with which no lock is ever paid.
  if (apr < 0n) fail('APR must be non-negative')
  const minDays = readDays(terms.mindays ?? '60', 'mindays')
  if (minDays < 0n) fail('mindays must be non-negative')
  const maxDays = readDays(terms.maxdays ?? '60', 'maxdays')
  if (maxDays <= 0n) fail('maxdays must be positive')
  if (maxDays < minDays) fail('maxdays must be greater than mindays')
  const minDeposit = readCoinAmount(terms.mindeposit ?? '100', 'mindeposit')
  if (minDeposit <= 0n) fail('mindeposit must be positive')
  return { plan: { sbits, apr, minSeconds: minDays * DAY, maxSeconds: maxDays * DAY, minDeposit }, funds }
}

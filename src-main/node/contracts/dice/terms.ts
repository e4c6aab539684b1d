import { BuildError } from '../../transactions/index.ts'
import { readCoinAmount } from '../framework/coinAmount.ts'
import { parsePlanName } from '../framework/planName.ts'
import { readSignedWhole } from '../framework/readSignedWhole.ts'
import type { DicePlanData } from './codec.ts'

const MIN_FUNDS = 10_000_000_000n
export const MAX_DICE_ODDS = 9999n
const MAX_TIMEOUT_BLOCKS = 1440n

/** Terms of a new plan, as texts from the RPC call. */
export interface DiceTerms {
  readonly name: string
  readonly funds: string
  readonly minbet: string
  readonly maxbet: string
  readonly maxodds: string
  readonly timeoutblocks: string
}

/** Parses the amount in satoshis after validating the plan's name. @throws BuildError */
export function readDiceAmount(name: string, amount: string): bigint {
  parsePlanName(name)
  return readCoinAmount(amount, 'amount')
}

/**
 * Parses and validates the terms.
 * @throws BuildError for the first invalid term in the reference's order (dice.md §5)
 */
export function readDiceTerms(terms: DiceTerms): { readonly plan: DicePlanData; readonly funds: bigint } {
  const sbits = parsePlanName(terms.name)
  const funds = readCoinAmount(terms.funds, 'funds')
  const minBet = readCoinAmount(terms.minbet, 'minbet')
  const maxBet = readCoinAmount(terms.maxbet, 'maxbet')
  const maxOdds = readSignedWhole(terms.maxodds, 'maxodds')
  const timeoutBlocks = readSignedWhole(terms.timeoutblocks, 'timeoutblocks')
  const odd = maxOdds < 1n || maxOdds > MAX_DICE_ODDS || timeoutBlocks < 0n || timeoutBlocks > MAX_TIMEOUT_BLOCKS
  if (funds < 0n || minBet < 0n || maxBet < 0n || odd) throw new BuildError('request', 'invalid parameter error')
  if (funds < MIN_FUNDS) throw new BuildError('request', 'dice plan needs at least 100 coins')
  return { plan: { func: 'F', sbits, minBet, maxBet, maxOdds, timeoutBlocks }, funds }
}

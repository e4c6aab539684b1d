import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { type BuiltTransaction, feesOf } from '../../../components/transaction/built.ts'
import { describeTransaction, type TransactionStory } from '../../../components/transaction/describe.ts'

/** What a token transaction costs, in satoshis. */
export interface TokenCosts {
  /** in the units that it makes */
  readonly locked: bigint
  /** in the output by which nodes list the token */
  readonly listing: bigint
  /** the usual fee; with a move of coins before it, those of both */
  readonly fee: bigint
  /** change that no output is worth: the miner gets it, too */
  readonly dust: bigint
  /** comes back as change, and is no cost */
  readonly back: bigint
}

/** What creating a token costs before it is built; the move of coins comes on top. */
export const createCosts = (units: bigint): Pick<TokenCosts, 'locked' | 'listing' | 'fee'> => ({
  ...{ locked: units, listing: CONTRACT_FEE, fee: CONTRACT_FEE },
})

/** What was built costs; null: a fee is not known. */
export function builtCosts(built: BuiltTransaction): TokenCosts | null {
  const fee = feesOf(built)
  if (fee === null) return null
  const { outputs, told } = describeTransaction(built.told)
  const sum = (is: (output: TransactionStory['outputs'][number]) => boolean) =>
    outputs.filter(is).reduce((total, { satoshis }) => total + satoshis, 0n)
  const dust = built.move || fee < CONTRACT_FEE ? 0n : fee - CONTRACT_FEE
  return {
    locked: sum(({ kind }) => kind === 'units' && told.action === 'token-create'),
    listing: sum(({ kind }) => kind === 'marker'),
    ...{ fee: fee - dust, dust },
    back: sum(({ kind }) => kind === 'change'),
  }
}

import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { formatAmount } from '#shared/units.ts'
import { ccOne } from '../../conditions/index.ts'
import { hash160, sha256 } from '../../crypto/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import { BuildError, finaliseTransaction, selectNormalInputsWithFallback } from '../../transactions/index.ts'
import { compareBytes, concat, equal } from '../../util/index.ts'
import type { UnspentOutput } from '../framework/addressTransactions.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { hiddenEntropy, revealedEntropy } from '../framework/hiddenEntropy.ts'
import { parsePlanName } from '../framework/planName.ts'
import { type DicePlanData, encodeDice } from './codec.ts'
import { DICE_KEY, DICE_POOL_SCRIPT } from './keys.ts'
import { DICE_MARKER_SCRIPT, type DicePlan, dicePlanAt, findPool, isDicePlanName, isUsableEntropy } from './plans.ts'
import { MAX_DICE_ODDS } from './terms.ts'
import { isFrom } from './validate.ts'

const NORMAL_INPUTS = 60
/** komodod builds no bet on a plan with fewer entropy outputs than this. */
const MIN_ENTROPY_OUTPUTS = 100
export const NO_PROOF = new Uint8Array(32)
export const DICE_UNLOCKING = [{ tree: ccOne(EVAL_CODES.dice, DICE_KEY.publicKey), privateKey: DICE_KEY.privateKey }]

export const failDice = (text: string): never => {
  throw new BuildError('request', text)
}

/** Returns the private key of `-pubkey`. @throws BuildError if the wallet lacks it */
export function diceKey({ keys, pubkey }: Pick<ContractContext, 'keys' | 'pubkey'>): Uint8Array {
  const found = keys.keyOf(hash160(pubkey))?.privateKey
  if (found === undefined) throw new BuildError('key', 'the private key of -pubkey is not in the wallet')
  return found
}

/** Restricts the coins to the dealer's own key: only then do the rules accept a transaction as the dealer's. */
export function withOwnCoins(context: ContractContext): ContractContext {
  const own = p2pkScript(context.pubkey)
  return {
    ...context,
    coins: {
      *coins() {
        for (const coin of context.coins.coins()) if (isFrom(coin, own)) yield coin
      },
    },
  }
}

/**
 * Returns the plan with this id.
 * @param what purpose of the call, for the reference's error text
 * @throws BuildError unless it exists with this name
 */
export function namedDicePlan(
  { name, fundingTxid }: { readonly name: string; readonly fundingTxid: Uint8Array },
  what: string,
  context: Pick<ContractContext, 'view'>,
): DicePlan {
  const plan = dicePlanAt(fundingTxid, parsePlanName(name), context)
  return plan ?? failDice(`Diceinit error in ${what}, is your transaction confirmed?`)
}

/** Builds a plan with these terms and its initial funds. @throws BuildError */
export function buildDicePlan(terms: DicePlanData, funds: bigint, context: ContractContext): Transaction {
  if (isDicePlanName(terms.sbits, context)) failDice('Diceinit error in create funding, is your transaction confirmed?')
  const inputs = selectNormalInputsWithFallback(context, funds + 3n * CONTRACT_FEE, NORMAL_INPUTS)
  if (inputs === undefined) throw new BuildError('funds', 'cant find enough inputs')
  const outputs = [
    { value: funds, scriptPubKey: DICE_POOL_SCRIPT },
    { value: CONTRACT_FEE, scriptPubKey: p2pkScript(context.pubkey) },
    { value: CONTRACT_FEE, scriptPubKey: DICE_MARKER_SCRIPT },
  ]
  return finaliseTransaction({ inputs, outputs, data: encodeDice(terms), unlocking: [] }, context)
}

export interface DiceRequest {
  readonly name: string
  readonly fundingTxid: Uint8Array
  readonly amount: bigint
}

/**
 * Builds a transaction that adds funds and one entropy output to a plan.
 * @throws BuildError unless this key is the dealer
 */
export function buildDiceFunding(request: DiceRequest, context: ContractContext): Transaction {
  if (request.amount <= 0n) failDice('amount must be positive')
  const { txid, terms, dealerScript } = namedDicePlan(request, 'add funding', context)
  if (!equal(dealerScript, p2pkScript(context.pubkey))) failDice('only fund creator can add more funds (entropy)')
  const inputs = selectNormalInputsWithFallback(
    withOwnCoins(context),
    request.amount + 2n * CONTRACT_FEE,
    NORMAL_INPUTS,
  )
  if (inputs === undefined) throw new BuildError('funds', 'cant find enough inputs')
  const outputs = [
    { value: request.amount, scriptPubKey: DICE_POOL_SCRIPT },
    { value: CONTRACT_FEE, scriptPubKey: dealerScript },
  ]
  const hash = hiddenEntropy(diceKey(context), inputs[0]!.outpoint)
  const data = encodeDice({ func: 'E', sbits: terms.sbits, fundingTxid: txid, hash, proof: NO_PROOF })
  return finaliseTransaction({ inputs, outputs, data, unlocking: [] }, context)
}

/** Builds a bet. @throws BuildError */
export function buildDiceBet(request: DiceRequest & { readonly odds: bigint }, context: ContractContext): Transaction {
  const { name, amount, odds } = request
  if (amount <= 0n || odds <= 0n) failDice('amount and odds must be positive')
  if (odds < 2n || odds > MAX_DICE_ODDS) failDice('odds must be between 2 and 9999')
  const plan = namedDicePlan(request, 'bet', context)
  const { minBet, maxBet, maxOdds, sbits } = plan.terms
  if (amount < minBet || amount > maxBet || odds > maxOdds)
    failDice(
      `Dice plan ${name} illegal bet ${formatAmount(amount)}: minbet ${formatAmount(minBet)} maxbet ${formatAmount(maxBet)} or odds ${odds} vs max.${maxOdds}\n`,
    )
  const entropy = entropyFor(plan, 2n * amount * odds + CONTRACT_FEE, context)
  const inputs = selectNormalInputsWithFallback(context, amount + 2n * CONTRACT_FEE + odds, NORMAL_INPUTS)
  if (inputs === undefined) throw new BuildError('funds', 'cant find dice input')
  const outputs = [
    { value: entropy.value, scriptPubKey: DICE_POOL_SCRIPT },
    { value: amount, scriptPubKey: DICE_POOL_SCRIPT },
    { value: CONTRACT_FEE + odds, scriptPubKey: p2pkScript(context.pubkey) },
  ]
  const hash = revealedEntropy(diceKey(context), entropy.coin.outpoint)
  const data = encodeDice({ func: 'B', sbits, fundingTxid: plan.txid, hash, proof: NO_PROOF })
  return finaliseTransaction({ inputs: [entropy.coin, ...inputs], outputs, data, unlocking: DICE_UNLOCKING }, context)
}

/**
 * Picks a free entropy output in an order that depends on the bettor's key, so that bettors rarely pick the same one.
 * @throws BuildError
 */
function entropyFor(plan: DicePlan, min: bigint, context: ContractContext): UnspentOutput {
  const { funds, entropy } = findPool(plan, context)
  const free = entropy.filter(
    ({ coin, from }) => context.mempool.spender(coin.outpoint) === undefined && isUsableEntropy(from.tx, plan, context),
  )
  if (free.length === 0 && funds !== 0n) failDice('cant find dice entropy inputs')
  if (free.length === 0 || funds < min) failDice('cant find dice input')
  if (entropy.length < MIN_ENTROPY_OUTPUTS) failDice('Your dealer is broke, find a new casino.')
  const place = ({ from }: UnspentOutput) => sha256(concat(context.pubkey, from.txid))
  return free.toSorted((a, b) => compareBytes(place(a), place(b)))[0]!
}

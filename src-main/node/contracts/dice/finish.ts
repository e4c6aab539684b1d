import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { formatAmount } from '#shared/units.ts'
import type { CcTransaction } from '../../core/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import { BuildError, finaliseTransaction, type SpendableCoin, selectSingleInput } from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import { unspentAt } from '../framework/addressTransactions.ts'
import { computeAge } from '../framework/age.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { hiddenEntropy, revealedEntropy } from '../framework/hiddenEntropy.ts'
import { isCc } from '../framework/outputRules.ts'
import { DICE_UNLOCKING, diceKey, failDice, NO_PROOF, namedDicePlan, withOwnCoins } from './build.ts'
import { computeWinnings } from './calc.ts'
import { type DiceMoveData, encodeDice, findDiceData } from './codec.ts'
import { DICE_POOL_SCRIPT } from './keys.ts'
import { type DicePlan, findPool } from './plans.ts'

const FEE_INPUTS = 3
const POOL_INPUTS = 60
/** Maximum value of the coin that pays a bettor's fee: under the rules, its change would go to the dealer. */
const MAX_FEE_COIN = 10n * CONTRACT_FEE
const NOT_MADE = 'couldnt create dicefinish transaction'

interface FinishRequest {
  readonly name: string
  readonly fundingTxid: Uint8Array
  readonly betTxid: Uint8Array
}

/** An open bet with the entropy it was placed on. */
interface OpenBet {
  readonly bet: CcTransaction
  readonly data: DiceMoveData
  /** stake, and the third output of the bet, whose value is 10,000 plus the odds */
  readonly amount: bigint
  readonly tag: TxOut
  readonly entropy: Transaction
}

type Outcome = { readonly func: 'W' | 'L' | 'T'; readonly proof: Uint8Array }

/** Ends a bet: the dealer by revealing the entropy, the bettor after the timeout. @throws BuildError */
export function buildDiceFinish(
  request: FinishRequest,
  context: ContractContext,
): { readonly tx: Transaction; readonly func: 'W' | 'L' | 'T' } {
  const plan = namedDicePlan(request, 'finish', context)
  const open = getOpenBet(request.betTxid, plan, context)
  const own = p2pkScript(context.pubkey)
  const isDealer = equal(plan.dealerScript, own)
  const outcome: Outcome = isDealer ? drawn(open, plan, context) : timedOut(open, plan, own, context)
  const fee = isDealer ? dealerCoin(context) : bettorCoin(context)
  const stake = open.amount
  const held = open.bet.tx.vout[0]!.value + stake
  const spent = [0, 1].map((index) => toCoin(open.bet, index))
  const [pool, paid] =
    outcome.func === 'L'
      ? [{ coins: [], left: held }, []]
      : payout(plan, held, (open.tag.value - CONTRACT_FEE + 1n) * stake, open, context)
  const outputs: TxOut[] = [
    { value: pool.left, scriptPubKey: DICE_POOL_SCRIPT },
    { value: CONTRACT_FEE, scriptPubKey: plan.dealerScript },
    ...paid,
  ]
  const hash = outcome.func === 'T' ? NO_PROOF : hiddenEntropy(diceKey(context), fee.outpoint)
  const { func, proof } = outcome
  const data = encodeDice({ func, sbits: plan.terms.sbits, fundingTxid: plan.txid, hash, proof })
  const inputs = [fee, ...spent, ...pool.coins]
  const tx = finaliseTransaction({ inputs, outputs, data, unlocking: DICE_UNLOCKING, change: isDealer }, context)
  return { tx, func }
}

/** @throws BuildError unless it is an open bet of this plan */
function getOpenBet(betTxid: Uint8Array, plan: DicePlan, context: ContractContext): OpenBet {
  const { view } = context
  const bet = view.transaction(betTxid)
  const made = bet?.tx.vin[0] && view.transaction(bet.tx.vin[0].prevout.hash)
  if (!bet || !made) return failDice('couldnt find bettx or entropytx')
  const data = findDiceData(bet.tx)
  const [, stake, tag] = bet.tx.vout
  if (data?.func !== 'B' || !equal(data.fundingTxid, plan.txid) || !stake || !tag) return failDice(NOT_MADE)
  if (isEnded(bet, context)) return failDice('bettxid already spent')
  return { bet, data, amount: stake.value, tag, entropy: made.tx }
}

/** Returns true if one of the bet's two pool outputs is spent, in the chain or the mempool. */
function isEnded({ txid, height }: CcTransaction, context: ContractContext): boolean {
  if ([0, 1].some((index) => context.mempool.spender({ hash: txid, index }) !== undefined)) return true
  if (height === undefined) return false
  const unspent = [...unspentAt(DICE_POOL_SCRIPT, context)].filter(({ from }) => equal(from.txid, txid))
  return unspent.length < 2
}

/**
 * Computes the outcome by revealing the dealer's entropy.
 * @throws BuildError if the entropy is not derived from this key
 */
function drawn({ entropy, data, amount, tag }: OpenBet, plan: DicePlan, context: ContractContext): Outcome {
  const committed = findDiceData(entropy)
  const made = entropy.vin[0]?.prevout
  if (committed === undefined || committed.func === 'F' || made === undefined) return failDice(NOT_MADE)
  const key = diceKey(context)
  const places: readonly OutPoint[] = [{ ...made, index: 0 }, made]
  const place = places.find((each) => equal(hiddenEntropy(key, each), committed.hash))
  if (place === undefined) return failDice(NOT_MADE)
  const proof = revealedEntropy(key, place)
  const winnings = computeWinnings({ amount, third: tag.value }, plan.terms, proof, data.hash)
  return { func: winnings > 0n ? 'W' : 'L', proof }
}

function timedOut({ bet, tag }: OpenBet, plan: DicePlan, own: Uint8Array, { view }: ContractContext): Outcome {
  const { blocks, seconds } = computeAge(bet, view)
  if (seconds <= 0 || BigInt(blocks) < plan.terms.timeoutBlocks) failDice(NOT_MADE)
  if (!equal(tag.scriptPubKey, own)) failDice('can only finish your own bettxid\n')
  return { func: 'T', proof: NO_PROOF }
}

/** Selects pool outputs for the part of a win that exceeds the bet's own outputs. @throws BuildError */
function payout(plan: DicePlan, held: bigint, won: bigint, { tag }: OpenBet, context: ContractContext) {
  const needed = won + CONTRACT_FEE
  const paid = [{ value: won, scriptPubKey: tag.scriptPubKey }]
  if (held >= needed) return [{ coins: [], left: held - needed }, paid] as const
  const free = findPool(plan, context).outputs.filter(
    ({ coin }) => context.mempool.spender(coin.outpoint) === undefined,
  )
  const enough = free.find(({ value }) => value >= needed)
  const coins: SpendableCoin[] = []
  let sum = 0n
  const min = needed / BigInt(POOL_INPUTS)
  for (const { coin, value } of enough ? [enough] : free.filter((each) => each.value >= min)) {
    if (sum >= needed || coins.length >= POOL_INPUTS) break
    coins.push(coin)
    sum += value
  }
  if (sum < needed) throw new BuildError('funds', `not enough inputs for ${formatAmount(needed)}`)
  return [{ coins, left: held + sum - needed }, paid] as const
}

function toCoin({ tx, txid }: CcTransaction, index: number): SpendableCoin {
  return { ...tx.vout[index]!, outpoint: { hash: txid, index } }
}

const noFee = (): never => {
  throw new BuildError('funds', 'no txfee inputs for win/lose')
}

/** Selects exactly one coin, because the rules require the bet's outputs directly after it. */
function dealerCoin(context: ContractContext): SpendableCoin {
  return selectSingleInput(withOwnCoins(context), 2n * CONTRACT_FEE, FEE_INPUTS) ?? noFee()
}

/**
 * Selects the smallest coin that pays the fee. Its entire value becomes the fee, because change would have to go to the
 * dealer.
 */
function bettorCoin({ coins, mempool }: ContractContext): SpendableCoin {
  let best: SpendableCoin | undefined
  for (const coin of coins.coins()) {
    const fits = !isCc(coin) && coin.value >= CONTRACT_FEE && !mempool.spender(coin.outpoint)
    if (fits && (best === undefined || coin.value < best.value)) best = coin
  }
  if (best === undefined) return noFee()
  if (best.value > MAX_FEE_COIN)
    failDice(
      'the fee requires a separate coin: first send 0.0002 coins to one of your addresses, because change would go to the dealer',
    )
  return best
}

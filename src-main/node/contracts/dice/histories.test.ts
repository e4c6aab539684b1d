import { describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { COIN } from '#shared/units.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { hiddenEntropy } from '../framework/hiddenEntropy.ts'
import { parsePlanName } from '../framework/planName.ts'
import type { ContractChain } from '../testing/contractChain.ts'
import { dataOutput, draftTransaction, plainInput, toOutpoint } from '../testing/drafts.ts'
import { type HistoryContract, type HistoryStep, PEOPLE, playHistories } from '../testing/histories.ts'
import { buildDiceBet, buildDiceFunding, buildDicePlan, NO_PROOF } from './build.ts'
import { encodeDice, findDiceData } from './codec.ts'
import { buildDiceFinish } from './finish.ts'
import { DICE_POOL_SCRIPT } from './keys.ts'

type Kind = 'fund' | 'bet' | 'finish' | 'timeout'
const NAME = 'DICE'
const TERMS = { func: 'F', minBet: 1n, maxBet: COIN, maxOdds: 50n, timeoutBlocks: 3n } as const
const DEALER = PEOPLE[0]!
/** Number of entropy outputs in the plan: komodod and this node build no bet with fewer than 100. */
const ENTROPY_OUTPUTS = 104
const ENTROPY = COIN / 10n

interface Bet {
  readonly txid: Uint8Array
  readonly person: number
  readonly amount: bigint
  readonly odds: bigint
}

/** Creates a plan with enough entropy outputs, and coins that are no larger than the fee. */
function openPlan(chain: ContractChain): Uint8Array {
  const sbits = parsePlanName(NAME)
  const plan = buildDicePlan({ ...TERMS, sbits }, 5n * COIN, chain.contextFor(DEALER))
  chain.confirm([plan])
  const large = [...chain.contextFor(DEALER).coins.coins()].filter(({ value }) => value === 10n * COIN).slice(0, 2)
  const paid = (value: bigint) => (scriptPubKey: Uint8Array) => ({ value, scriptPubKey })
  const single = Array<Uint8Array>(ENTROPY_OUTPUTS).fill(DEALER.p2pk)
  const feeCoins = PEOPLE.flatMap(({ p2pk }) => Array<Uint8Array>(6).fill(p2pk))
  const split = draftTransaction(
    large.map(({ outpoint: { hash, index } }) => plainInput(chain.model.find(hash)!.tx, index)),
    [...single.map(paid(ENTROPY + 2n * CONTRACT_FEE)), ...feeCoins.map(paid(CONTRACT_FEE))],
  )
  const entropy = single.map((_, n) => {
    const hash = hiddenEntropy(DEALER.priv, toOutpoint(split, n))
    const data = encodeDice({ func: 'E', sbits, fundingTxid: computeTxid(plan), hash, proof: NO_PROOF })
    const outputs = [paid(ENTROPY)(DICE_POOL_SCRIPT), paid(CONTRACT_FEE)(DEALER.p2pk), dataOutput(data)]
    return draftTransaction([plainInput(split, n)], outputs)
  })
  chain.confirm([split])
  chain.confirm(entropy)
  return computeTxid(plan)
}

function createDice(chain: ContractChain): HistoryContract<Kind> {
  const fundingTxid = openPlan(chain)
  const bets: Bet[] = []
  const betFor = ({ pick }: HistoryStep<Kind>) => bets[pick % Math.max(1, bets.length)]
  const oddsFor = ({ pick }: HistoryStep<Kind>) => 2n + BigInt(pick % 20)

  return {
    build(step): Transaction | undefined {
      const { kind, person, amount } = step
      if (kind === 'fund') return buildDiceFunding({ name: NAME, fundingTxid, amount }, chain.contextFor(DEALER))
      if (kind === 'bet') {
        const request = { name: NAME, fundingTxid, amount, odds: oddsFor(step) }
        return buildDiceBet(request, chain.contextFor(PEOPLE[person]!))
      }
      const bet = betFor(step)
      if (bet === undefined) return undefined
      // The dealer ends own bets only by revealing the entropy.
      const key = kind === 'finish' ? DEALER : PEOPLE[bet.person]!
      return buildDiceFinish({ name: NAME, fundingTxid, betTxid: bet.txid }, chain.contextFor(key)).tx
    },
    expectedChange(tx, step) {
      if (step.kind === 'fund' || step.kind === 'bet') return step.amount
      if (findDiceData(tx)?.func === 'L') return 0n
      const { person, amount, odds } = betFor(step)!
      const won = amount * (odds + 1n)
      expect(tx.vout[2]).toEqual({ value: won, scriptPubKey: PEOPLE[person]!.p2pk })
      return -won - CONTRACT_FEE
    },
    scripts: () => [DICE_POOL_SCRIPT],
    // Until the bet is confirmed, the stake belongs to the bettor.
    sumAdded: (tx) => (findDiceData(tx)?.func === 'B' ? tx.vout[1]!.value : 0n),
    confirmed(tx, step) {
      const { kind, person, amount } = step
      if (kind === 'bet') bets.push({ txid: computeTxid(tx), person, amount, odds: oddsFor(step) })
      if (kind === 'finish' || kind === 'timeout') bets.splice(bets.indexOf(betFor(step)!), 1)
    },
  }
}

describe('random histories of dice', () => {
  it('keep every coin, are accepted as built, and pay no third party when tampered with', () => {
    const counts = playHistories<Kind>({
      kinds: ['fund', 'bet', 'bet', 'finish', 'finish', 'timeout', 'timeout'],
      opening: ['bet', 'bet', 'bet', 'wait'],
      maxAmount: 5_000_000n,
      runs: 3,
      waits: { blocks: 3, seconds: 60 },
      create: createDice,
    })
    for (const kind of ['fund', 'bet', 'finish', 'timeout']) expect(counts[kind], kind).toBeGreaterThan(1)
  })
})

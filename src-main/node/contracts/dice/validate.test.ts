/** Breaks each rule of dice individually (dice.md §4). */
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '#shared/units.ts'
import { ccOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { testKey } from '../../testing/index.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { ccInput, ccOutput, dataOutput, draftTransaction, plainInput, plainOutput } from '../testing/drafts.ts'
import { computeWinnings } from './calc.ts'
import { type DiceMoveData, type DicePlanData, encodeDice } from './codec.ts'
import { DICE_KEY } from './keys.ts'
import { validateDice } from './validate.ts'

const [ann, bob, eve] = [testKey(1), testKey(2), testKey(3)]
const tree = ccOne(EVAL_CODES.dice, DICE_KEY.publicKey)
const TERMS = { func: 'F', sbits: 65n, minBet: 1n, maxBet: COIN, maxOdds: 9n, timeoutBlocks: 3n } as const
const FUNDS = 20n * COIN
const ENTROPY = 5n * COIN
const BET = COIN / 2n
const ODDS = 3n
const WON = (ODDS + 1n) * BET
const zero = new Uint8Array(32)
const none = zero.map(() => 9)

let chain: ContractChain
let coins: Transaction
let nextCoin: number
let plan: Transaction
let entropy: Transaction
let placed: Transaction

const plainIn = (): TxIn => plainInput(coins, nextCoin++)
const poolIn = (tx: Transaction, index = 0): TxIn => ccInput(tx, index, tree)
const pool = (value: bigint): TxOut => ccOutput(value, tree)
const paid = (value: bigint, key = bob): TxOut => plainOutput(value, key.pub)
const tag = (key = ann): TxOut => paid(CONTRACT_FEE, key)

function move(func: DiceMoveData['func'], fields: Partial<DiceMoveData> = {}): TxOut {
  return dataOutput(
    encodeDice({ func, sbits: 65n, fundingTxid: computeTxid(plan), hash: zero, proof: zero, ...fields }),
  )
}

function confirm(vin: readonly TxIn[], vout: readonly TxOut[]): Transaction {
  const tx = draftTransaction(vin, vout)
  chain.confirm([tx])
  return tx
}

const createPlan = (terms: Partial<DicePlanData> = {}, outputs = [pool(FUNDS), tag()]): Transaction =>
  confirm([plainIn()], [...outputs, dataOutput(encodeDice({ ...TERMS, ...terms }))])

/** Finds entropy of the dealer with which the bet wins, or loses. */
function findProof(wins: boolean): Uint8Array {
  for (let n = 0; ; n++) {
    const proof = new Uint8Array(32).fill(n)
    if (computeWinnings({ amount: BET, third: CONTRACT_FEE + ODDS }, TERMS, proof, none) > 0n === wins) return proof
  }
}

interface Parts {
  readonly vin?: readonly TxIn[]
  readonly vout?: readonly TxOut[]
  readonly data?: TxOut
}

function bet({ vin, vout, data }: Parts = {}): Transaction {
  const outputs = vout ?? [pool(ENTROPY), pool(BET), paid(CONTRACT_FEE + ODDS)]
  return draftTransaction(vin ?? [poolIn(entropy), plainIn()], [...outputs, data ?? move('B', { hash: none })])
}

const betInputs = (): TxIn[] => [plainIn(), poolIn(placed), poolIn(placed, 1)]

function win(parts: Parts = {}, func: 'W' | 'T' = 'W'): Transaction {
  const outputs = parts.vout ?? [pool(ENTROPY + BET - WON - CONTRACT_FEE), tag(), paid(WON)]
  const proof = func === 'W' ? findProof(true) : zero
  return draftTransaction(parts.vin ?? betInputs(), [...outputs, parts.data ?? move(func, { proof })])
}

function lose({ vin, vout, data }: Parts = {}): Transaction {
  const outputs = vout ?? [pool(ENTROPY + BET), tag()]
  return draftTransaction(vin ?? betInputs(), [...outputs, data ?? move('L', { proof: findProof(false) })])
}

beforeEach(() => {
  chain = createContractChain(Array.from({ length: 14 }, () => paid(50n * COIN, ann)))
  coins = chain.model.blocks()[1]!.txs[0]!
  nextCoin = 0
  plan = createPlan()
  entropy = confirm([plainIn()], [pool(ENTROPY), tag(), move('E', { hash: none })])
  placed = bet()
  expect(reasonFor(placed)).toBeUndefined()
  chain.confirm([placed])
})

const reasonFor = (tx: Transaction) => chain.findBrokenRule(tx)

describe('validateDice', () => {
  it('rejects a transaction without outputs', () => {
    expect(validateDice({ tx: { ...win(), vout: [] }, view: chain.view() })).toEqual({ ok: false, reason: 'no vouts' })
  })

  it.each<[rule: string, reason: string, data: () => TxOut]>([
    ['data of no kind', 'unexpected dice missing funcid', () => dataOutput(none)],
    ['an unknown plan', 'cant find fundingtxid', () => move('W', { fundingTxid: none })],
    ['a plan that is a bet', 'fundingTx not valid', () => move('W', { fundingTxid: computeTxid(placed) })],
    [
      'a plan of too high odds',
      'maxodds too big',
      () => move('W', { fundingTxid: computeTxid(createPlan({ maxOdds: 10_000n })) }),
    ],
    [
      'a plan without dealer',
      'unexpected dice missing vouts',
      () => move('W', { fundingTxid: computeTxid(confirm([plainIn()], [dataOutput(encodeDice(TERMS))])) }),
    ],
    ['more entropy', 'unexpected DiceValidate for addfunding entropy', () => move('E')],
  ])('rejects a spend with %s', (_rule, reason, data) => {
    expect(reasonFor(win({ data: data() }))).toBe(reason)
  })

  it('rejects a plan that spends the pool', () => {
    const tx = win({ data: dataOutput(encodeDice(TERMS)) })
    const view = { ...chain.model.view([tx]), notarisedHeight: () => 0 }
    const reason = 'unexpected DiceValidate for createfunding'
    expect(validateDice({ tx, view })).toEqual({ ok: false, reason })
  })

  it('rejects an input whose script starts with no data, except in a refund', () => {
    const odd = { ...plainIn(), scriptSig: Uint8Array.of(0) }
    expect(reasonFor(win({ vin: [...betInputs(), odd] }))).toBe('an input begins with no data')
    const refund = draftTransaction([plainInput(plan, 1), poolIn(placed), odd], [paid(1n, ann), move('R')])
    expect(reasonFor(refund)).toBeUndefined()
  })

  it('accepts a refund only if its first input is a coin of the dealer', () => {
    const refund = (first: TxIn) => draftTransaction([first, poolIn(placed)], [paid(ENTROPY, ann), move('R')])
    expect(reasonFor(refund(plainInput(plan, 1)))).toBeUndefined()
    const bobs = confirm([plainIn()], [paid(COIN, bob)])
    expect(reasonFor(refund(plainInput(bobs, 0)))).toBe('vin.0 not from fundingPubKey for refund')
    const unknown = { ...plainIn(), prevout: { hash: none, index: 0 } }
    expect(reasonFor(refund(unknown))).toBe('always should find vin.0, but didnt for refund')
  })
})

describe('validateDice for bets', () => {
  const confirmEntropy = (...outputs: readonly TxOut[]) => confirm([plainIn()], [...outputs, move('E')])

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    ['an ordinary first input', 'vin.0 is normal for bet', () => ({ vin: [plainIn(), poolIn(entropy)] })],
    ['no pool output', 'vout.0 is normal for bet', () => ({ vout: [paid(1n), pool(BET), paid(CONTRACT_FEE + ODDS)] })],
    ['no stake', 'vout.1 is normal for bet', () => ({ vout: [pool(ENTROPY), paid(BET), paid(CONTRACT_FEE + ODDS)] })],
    [
      'unknown entropy',
      'always should find vin.0, but didnt for bet',
      () => ({ vin: [{ ...poolIn(entropy), prevout: { hash: none, index: 0 } }, plainIn()] }),
    ],
    [
      'entropy without the mark of the dealer',
      'entropy tx not fundingPubKey for bet',
      () => ({ vin: [poolIn(confirmEntropy(pool(ENTROPY), tag(eve))), plainIn()] }),
    ],
    [
      'less in the pool than the entropy held',
      'vout[0] != entropy nValue for bet',
      () => ({ vout: [pool(ENTROPY - 1n), pool(BET), paid(CONTRACT_FEE + ODDS)] }),
    ],
    [
      'the stake at another condition',
      'vout[1] constrain violation for bet',
      () => ({ vout: [pool(ENTROPY), ccOutput(BET, ccOne(EVAL_CODES.dice, eve.pub)), paid(CONTRACT_FEE + ODDS)] }),
    ],
    ['no odds', 'vout[2] nValue violation for bet', () => ({ vout: [pool(ENTROPY), pool(BET), paid(CONTRACT_FEE)] })],
    [
      'odds above the limit',
      'vout[2] nValue violation for bet',
      () => ({ vout: [pool(ENTROPY), pool(BET), paid(CONTRACT_FEE + 10n)] }),
    ],
    [
      'entropy that another key paid for',
      'vin1 of entropy tx not fundingPubKey for bet',
      () => {
        const eves = confirm([plainIn()], [paid(6n * COIN, eve)])
        const from = confirm([plainInput(eves, 0)], [pool(ENTROPY), tag(), move('E')])
        return { vin: [poolIn(from), plainIn()] }
      },
    ],
    ['a second condition', 'invalid CC vin', () => ({ vin: [poolIn(entropy), poolIn(plan)] })],
    [
      'a third condition as output',
      'invalid CC vout',
      () => ({ vout: [pool(ENTROPY), pool(BET), paid(CONTRACT_FEE + ODDS), pool(1n)] }),
    ],
  ])('rejects a bet with %s', (_rule, reason, parts) => {
    expect(reasonFor(bet(parts()))).toBe(reason)
  })

  it('rejects a bet on entropy whose first input is unknown', () => {
    const unknown = { ...plainIn(), prevout: { hash: none, index: 0 } }
    const from = draftTransaction([unknown], [pool(ENTROPY), tag(), move('E')])
    const tx = bet({ vin: [poolIn(from), plainIn()] })
    const reason = 'always should find vinofvin.0, but didnt for bet'
    expect(validateDice({ tx, view: chain.model.view([from]) })).toEqual({ ok: false, reason })
  })
})

describe('validateDice for settlements', () => {
  it('accepts a win and a loss', () => {
    expect(reasonFor(win())).toBeUndefined()
    expect(reasonFor(win({ vout: [pool(ENTROPY + BET - WON), tag(), paid(WON)] }))).toBeUndefined()
    expect(reasonFor(lose())).toBeUndefined()
  })

  it('accepts a timeout after the plan’s number of blocks', () => {
    chain.wait(2)
    expect(reasonFor(win({}, 'T'))).toBe('invalid timeout claim for timeout')
    chain.wait(1, 0)
    expect(reasonFor(win({}, 'T'))).toBeUndefined()
  })

  it('rejects a timeout if no time has passed', () => {
    chain.wait(3, 0)
    expect(reasonFor(win({}, 'T'))).toBe('invalid timeout claim for timeout')
  })

  it.each<[rule: string, reason: string, vin: () => readonly TxIn[]]>([
    ['an ordinary second input', 'vin0 or vin1 normal vin for bet', () => [plainIn(), plainIn(), poolIn(placed, 1)]],
    ['an ordinary third input', 'vin0 or vin1 normal vin for bet', () => [plainIn(), poolIn(placed), plainIn()]],
    ['parts of two bets', 'vin0 != vin1 prevout.hash for bet', () => [plainIn(), poolIn(placed), poolIn(plan)]],
    [
      'an unknown bet',
      'always should find vin.0, but didnt for wlt',
      () => [0, 1, 2].map((n) => ({ ...betInputs()[n]!, prevout: { hash: none, index: n } })),
    ],
    ['entropy as bet', 'not betTx for vin0/1 for wlt', () => [plainIn(), poolIn(entropy), poolIn(entropy)]],
  ])('rejects a win with %s', (_rule, reason, vin) => {
    expect(reasonFor(win({ vin: vin() }))).toBe(reason)
  })

  it('rejects a bet on another plan', () => {
    const fundingTxid = computeTxid(createPlan())
    const data = move('W', { fundingTxid, proof: findProof(true) })
    expect(reasonFor(win({ data }))).toBe('sbits or fundingtxid mismatch for wlt')
    const other = bet({ data: move('B', { sbits: 66n, hash: none }) })
    chain.confirm([other])
    const vin = [plainIn(), poolIn(other), poolIn(other, 1)]
    expect(reasonFor(win({ vin }))).toBe('sbits or fundingtxid mismatch for wlt')
  })

  const left = ENTROPY + BET - WON - CONTRACT_FEE
  it.each<[rule: string, reason: string, parts: () => Parts]>([
    [
      'the mark of another key',
      'tx.vout[1] != fundingPubKey for wlt',
      () => ({ vout: [pool(left), tag(eve), paid(WON)] }),
    ],
    [
      'the rest at another place',
      'vout[0] != inputs-txfee for win/timeout',
      () => ({ vout: [paid(left, ann), tag(), paid(WON)] }),
    ],
    [
      'the payout to another key',
      'vout[2] scriptPubKey mismatch for win/timeout',
      () => ({ vout: [pool(left), tag(), paid(WON, eve)] }),
    ],
    [
      'a satoshi more as payout',
      'vout[2] payut mismatch for win/timeout',
      () => ({ vout: [pool(left - 1n), tag(), paid(WON + 1n)] }),
    ],
    [
      'a satoshi less as payout',
      'vout[2] payut mismatch for win/timeout',
      () => ({ vout: [pool(left + 1n), tag(), paid(WON - 1n)] }),
    ],
    [
      'a satoshi less in the pool',
      'CC funds mismatch for win/timeout',
      () => ({ vout: [pool(left - 1n), tag(), paid(WON)] }),
    ],
    [
      'an output of another key',
      'vout[3] not send to fundingPubKey for win/timeout',
      () => ({ vout: [pool(left), tag(), paid(WON), paid(1n, eve)] }),
    ],
    [
      'the number of a loss',
      'DiceCalc mismatch for win/loss',
      () => ({ data: move('W', { proof: findProof(false) }) }),
    ],
    [
      'more of the pool behind its outputs',
      'CC funds mismatch for win/timeout',
      () => ({ vout: [pool(left), tag(), paid(WON), tag(), pool(1n)] }),
    ],
    [
      'a condition behind its outputs',
      'invalid CC vout',
      () => ({ vout: [pool(left), tag(), paid(WON), tag(), ccOutput(1n, ccOne(EVAL_CODES.dice, eve.pub))] }),
    ],
  ])('rejects a win with %s', (_rule, reason, parts) => {
    expect(reasonFor(win(parts()))).toBe(reason)
  })

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    ['a satoshi less', 'vout[0] != inputs-txfee for loss', () => ({ vout: [pool(ENTROPY + BET - 1n), tag()] })],
    [
      'an output of another key',
      'vout[2] not send to fundingPubKey for loss',
      () => ({ vout: [pool(ENTROPY + BET), tag(), paid(1n, eve)] }),
    ],
    ['the number of a win', 'DiceCalc mismatch for win/loss', () => ({ data: move('L', { proof: findProof(true) }) })],
  ])('rejects a loss with %s', (_rule, reason, parts) => {
    expect(reasonFor(lose(parts()))).toBe(reason)
  })
})

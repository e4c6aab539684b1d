/** Breaks each rule of an unlock individually, in an otherwise valid transaction (rewards.md §3). */
import { beforeAll, describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '#shared/units.ts'
import { ccOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { testKey } from '../../testing/index.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { ccInput, ccOutput, dataOutput, draftTransaction, plainInput, plainOutput } from '../testing/drafts.ts'
import { encodeRewards, type RewardsData } from './codec.ts'
import { REWARDS_KEY } from './keys.ts'
import { MAX_APR, validateRewards } from './validate.ts'

const [ann, bob, eve] = [testKey(1), testKey(2), testKey(3)]
const pool = ccOne(EVAL_CODES.rewards, REWARDS_KEY.publicKey)
const YEAR = 31_536_000
const TERMS = { sbits: 65n, apr: 10n * COIN, minSeconds: 100n, maxSeconds: BigInt(YEAR), minDeposit: COIN } as const
const FUNDS = 5n * COIN
const DEPOSIT = 2n * COIN
/** 10 % for one year */
const REWARD = DEPOSIT / 10n
const LEFT = FUNDS - REWARD - CONTRACT_FEE
const none = new Uint8Array(32).fill(9)

let chain: ContractChain
let coins: Transaction
let plan: Transaction
let dearPlan: Transaction
let lock: Transaction
let dearLock: Transaction
let otherLock: Transaction
let coinLock: Transaction
let youngLock: Transaction
let unpaidLock: Transaction

const pooled = (value: bigint): TxOut => ccOutput(value, pool)
const data = (value: RewardsData): TxOut => dataOutput(encodeRewards(value))
const move = (func: 'A' | 'L' | 'U', fundingTxid = computeTxid(plan), sbits: bigint = TERMS.sbits): TxOut =>
  data({ func, sbits, fundingTxid })
const paid = (value = DEPOSIT + REWARD, key = bob): TxOut => plainOutput(value, key.pub)

function createLock(
  fundingTxid: Uint8Array,
  nth: number,
  outputs = [pooled(DEPOSIT), paid(CONTRACT_FEE)],
): Transaction {
  return draftTransaction([plainInput(coins, nth)], [...outputs, move('L', fundingTxid)])
}

beforeAll(() => {
  chain = createContractChain(Array.from({ length: 12 }, () => paid(10n * COIN, ann)))
  coins = chain.model.blocks()[1]!.txs[0]!
  plan = draftTransaction([plainInput(coins, 0)], [pooled(FUNDS), pooled(FUNDS), data({ func: 'F', ...TERMS })])
  const dear = { func: 'F', ...TERMS, apr: MAX_APR + 1n } as const
  dearPlan = draftTransaction([plainInput(coins, 1)], [pooled(FUNDS), data(dear)])
  lock = createLock(computeTxid(plan), 2)
  dearLock = createLock(computeTxid(dearPlan), 3)
  otherLock = createLock(computeTxid(dearPlan), 4)
  coinLock = createLock(computeTxid(plan), 5, [paid(DEPOSIT), paid(CONTRACT_FEE), pooled(DEPOSIT)])
  unpaidLock = draftTransaction([plainInput(coins, 7)], [pooled(DEPOSIT), move('L')])
  chain.confirm([plan, dearPlan, lock, dearLock, otherLock, coinLock, unpaidLock])
  youngLock = createLock(computeTxid(plan), 6)
  chain.wait(1, YEAR)
  chain.confirm([youngLock], 1)
  chain.wait(1, 1)
})

const poolIn = (tx: Transaction, index = 0): TxIn => ccInput(tx, index, pool)

/** Returns the rule that an unlock with these parts breaks, or undefined. */
function unlock(parts: { vin?: readonly TxIn[]; vout?: readonly TxOut[] } = {}): string | undefined {
  const { vin = [poolIn(lock), poolIn(plan)], vout = [pooled(LEFT), paid(), move('U')] } = parts
  return chain.findBrokenRule(draftTransaction(vin, vout))
}

/** Returns the rule that a return without reward breaks, or undefined. */
function recover(vout: readonly TxOut[], from = lock): string | undefined {
  return chain.findBrokenRule(draftTransaction([poolIn(from)], vout))
}

describe('validateRewards', () => {
  it('accepts an unlock with its complete reward, and with less', () => {
    expect(unlock()).toBeUndefined()
    expect(unlock({ vout: [pooled(LEFT + 1n), paid(DEPOSIT + REWARD - 1n), move('U')] })).toBeUndefined()
  })

  it('accepts the return of a lock without a reward', () => {
    expect(recover([paid(DEPOSIT - 2n * CONTRACT_FEE), paid(CONTRACT_FEE), move('U')])).toBeUndefined()
  })

  it('rejects a transaction without outputs', () => {
    const tx = { ...draftTransaction([poolIn(lock)], [move('U')]), vout: [] }
    const find = (txid: Uint8Array) => chain.model.find(txid)?.tx
    expect(validateRewards({ tx, view: chain.view(), find })).toEqual({ ok: false, reason: 'no vouts' })
  })

  it.each<[rule: string, reason: string, vout: () => readonly TxOut[]]>([
    ['data of no kind', 'unexpected rewards missing funcid', () => [pooled(LEFT), paid(), dataOutput(none)]],
    ['an unknown plan', 'cant find fundingtxid', () => [pooled(LEFT), paid(), move('U', none)]],
    ['a plan that is a lock', 'fundingTx not valid', () => [pooled(LEFT), paid(), move('U', computeTxid(lock))]],
    ['a plan of more than 25 %', 'excessive APR', () => [pooled(LEFT), paid(), move('U', computeTxid(dearPlan))]],
    ['an addition', 'unexpected RewardsValidate for addfunding', () => [pooled(LEFT), paid(), move('A')]],
    ['a lock', 'unexpected RewardsValidate for lock', () => [pooled(LEFT), paid(), move('L')]],
    ['a plan that names itself', 'cant find fundingtxid', () => [pooled(LEFT), paid(), data({ func: 'F', ...TERMS })]],
    ['two outputs', 'unlock tx wrong number of vouts', () => [pooled(LEFT + DEPOSIT + REWARD), move('U')]],
    ['no pool output', 'unlock tx vout.0 is normal output', () => [paid(LEFT), paid(), move('U')]],
    ['a condition as payout', 'unlock tx vout.1 is CC output', () => [pooled(LEFT), pooled(paid().value), move('U')]],
    [
      'the payout to another key',
      'unlock tx vout.1 mismatched scriptPubKey',
      () => [pooled(LEFT), paid(paid().value, eve), move('U')],
    ],
    ['a satoshi too little in the pool', 'txfee is too high', () => [pooled(LEFT - 1n), paid(), move('U')]],
    ['no fee', 'mismatched inputs != outputs + txfee', () => [pooled(LEFT + CONTRACT_FEE), paid(), move('U')]],
    ['more outputs than inputs', 'txfee is too high', () => [pooled(LEFT + 2n * CONTRACT_FEE), paid(), move('U')]],
    [
      'the pool of another name',
      'mismatched inputs != outputs + txfee',
      () => [pooled(LEFT), paid(), move('U', computeTxid(plan), 66n)],
    ],
    [
      'a satoshi more than the reward',
      'unlock tx vout.1 isnt amount+reward',
      () => [pooled(LEFT - 1n), paid(paid().value + 1n), move('U')],
    ],
  ])('rejects an unlock with %s', (_rule, reason, vout) => {
    expect(unlock({ vout: vout() })).toBe(reason)
  })

  it('rejects an unlock whose data output holds coins', () => {
    const last = { ...move('U'), value: 1n }
    expect(unlock({ vout: [pooled(LEFT), paid(), last] })).toBe('unlock tx vout.2 isnt 0')
  })

  it('rejects a plan that spends the pool if it is known', () => {
    const tx = draftTransaction([poolIn(lock)], [pooled(DEPOSIT), data({ func: 'F', ...TERMS })])
    const view = {
      ...chain.view(),
      transaction: () => ({ tx, txid: computeTxid(tx), height: undefined, blockTime: undefined }),
    }
    const verdict = validateRewards({ tx, view, find: () => undefined })
    expect(verdict).toEqual({ ok: false, reason: 'unexpected RewardsValidate for createfunding' })
  })

  it.each<[rule: string, reason: string, vin: () => readonly TxIn[]]>([
    ['the plan itself first', 'cant unlock fundingtxid', () => [poolIn(plan), poolIn(lock)]],
    [
      'an unknown lock',
      'always should find vin.0, but didnt',
      () => [{ ...poolIn(lock), prevout: { hash: none, index: 0 } }, poolIn(plan)],
    ],
    ['a first input that is no lock', 'can only unlock locktxid', () => [poolIn(coins), poolIn(plan)]],
    ['the lock of another plan', 'mismatched vinfundingtxid', () => [poolIn(otherLock), poolIn(plan)]],
    ['an ordinary input', 'unexpected normal vin for unlock', () => [poolIn(lock), poolIn(plan), plainInput(coins, 9)]],
    [
      'an input that only looks like the pool',
      'unexpected normal vin for unlock',
      () => [poolIn(lock), ccInput(plan, 0, ccOne(EVAL_CODES.faucet, REWARDS_KEY.publicKey))],
    ],
    ['a lock that is too young', 'no eligible rewards', () => [poolIn(youngLock), poolIn(plan)]],
    ['a lock of ordinary coins', 'unlock tx vout.0 is normal output', () => [poolIn(coinLock, 2), poolIn(plan)]],
    ['a lock without receiver', 'unlock tx vout.1 mismatched scriptPubKey', () => [poolIn(unpaidLock), poolIn(plan)]],
    ['coins beyond the payout', 'txfee is too high', () => [poolIn(lock), poolIn(plan), poolIn(plan, 1)]],
    [
      'an input that is not known',
      'always should find vin, but didnt',
      () => [poolIn(lock), poolIn(plan), { ...poolIn(plan), prevout: { hash: none, index: 0 } }],
    ],
  ])('rejects an unlock with %s', (_rule, reason, vin) => {
    expect(unlock({ vin: vin() })).toBe(reason)
  })

  it('rejects an unlock that spends an unconfirmed pool output', () => {
    const waiting = draftTransaction([plainInput(coins, 8)], [pooled(FUNDS), move('A')])
    const view = chain.model.view([waiting])
    const tx = draftTransaction([poolIn(lock), poolIn(waiting)], [pooled(LEFT), paid(), move('U')])
    const find = (txid: Uint8Array) => view.transaction(txid)?.tx
    expect(validateRewards({ tx, view, find })).toEqual({ ok: false, reason: 'cant rewards from mempool' })
    chain.confirm([waiting])
    expect(chain.findBrokenRule(tx)).toBeUndefined()
  })

  const back = () => paid(DEPOSIT - 2n * CONTRACT_FEE)
  it.each<[rule: string, reason: string, vout: () => readonly TxOut[]]>([
    ['another marker amount', 'wrong marker vout value', () => [back(), paid(CONTRACT_FEE + 1n), move('U')]],
    ['no marker', 'wrong marker vout value', () => [back(), move('U')]],
    [
      'the marker to another key',
      'unlock recover tx vout.1 mismatched scriptPubKey',
      () => [back(), paid(CONTRACT_FEE, eve), move('U')],
    ],
    [
      'both to another key',
      'unlock recover tx vout.0 mismatched scriptPubKey',
      () => [paid(back().value, eve), paid(CONTRACT_FEE, eve), move('U')],
    ],
    [
      'coins in its data output',
      'unlock recover tx vout.1 nonz amount',
      () => [back(), paid(CONTRACT_FEE), { ...move('U'), value: 1n }],
    ],
  ])('rejects a return with %s', (_rule, reason, vout) => {
    // Keep the fee unchanged.
    const outputs = [...vout()]
    const sum = outputs.reduce((total, { value }) => total + value, 0n)
    outputs[0] = { ...outputs[0]!, value: outputs[0]!.value + DEPOSIT - CONTRACT_FEE - sum }
    expect(recover(outputs)).toBe(reason)
  })

  it('rejects a return from a lock without receiver, and a return of more than the lock', () => {
    const vout = [back(), paid(CONTRACT_FEE), move('U')]
    expect(recover(vout, unpaidLock)).toBe('unlock recover tx vout.0 mismatched scriptPubKey')
    // Only the value of the lock's first output counts, although another output with a larger value is spent.
    const large = createLock(computeTxid(plan), 10, [pooled(DEPOSIT), paid(CONTRACT_FEE), pooled(2n * DEPOSIT)])
    chain.confirm([large], 1)
    chain.wait(1, YEAR)
    const tx = (value: bigint) => draftTransaction([poolIn(large, 2)], [paid(value), paid(CONTRACT_FEE), move('U')])
    expect(chain.findBrokenRule(tx(2n * DEPOSIT - 2n * CONTRACT_FEE))).toBe(
      'unlock recover tx vout.0 mismatched amounts',
    )
  })
})

/** Breaks each rule of payments individually (payments.md §3). */
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '#shared/units.ts'
import { type Condition, ccOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { ccScript, opReturnScript, p2pkScript } from '../../script/index.ts'
import { testKey } from '../../testing/index.ts'
import { ByteWriter } from '../../util/index.ts'
import { type ContractChain, createContractChain, sumValues } from '../testing/contractChain.ts'
import { ccInput, dataOutput, draftTransaction, plainInput, plainOutput } from '../testing/drafts.ts'
import { encodePayee, encodePlan, type OutputData, type PaymentsPlan, scriptWithData } from './codec.ts'
import { PAYMENTS_GLOBAL_SCRIPT, PAYMENTS_KEY, paymentsPlanTree } from './keys.ts'
import { MERGE_BLOCKS, validatePayments } from './validate.ts'

const [ann, bob, eve, cat] = [testKey(1), testKey(2), testKey(3), testKey(4)]
const globalTree = ccOne(EVAL_CODES.payments, PAYMENTS_KEY.publicKey)
const FUNDS = 4n * COIN
const NOTE = opReturnScript(Uint8Array.of(1, 2, 3))
const LOCKED_BLOCKS = 2
const none = new Uint8Array(32).fill(9)

let chain: ContractChain
let coins: Transaction
let payees: readonly Transaction[]
let noted: Transaction
let plan: Transaction
let funded: Transaction
let pooled: Transaction
let nextCoin: number

const plainIn = (): TxIn => plainInput(coins, nextCoin++)
const paid = (value: bigint, key = bob): TxOut => plainOutput(value, key.pub)

function confirm(...outputs: readonly TxOut[]): Transaction {
  const tx = draftTransaction([plainIn()], outputs)
  chain.confirm([tx])
  return tx
}

function payee(allocation: bigint, key = bob, opReturn: Uint8Array = new Uint8Array()): Transaction {
  const data = encodePayee({ allocation, scriptPubKey: p2pkScript(key.pub), opReturn })
  return confirm(paid(1n, ann), dataOutput(data))
}

function createPlan(terms: Partial<PaymentsPlan> = {}, of: readonly Transaction[] = payees): Transaction {
  const data = encodePlan({ lockedBlocks: LOCKED_BLOCKS, minRelease: 1, total: 4n, ...terms }, of.map(computeTxid))
  return confirm(paid(1n, ann), dataOutput(data))
}

const planTree = (of: Transaction): Condition => paymentsPlanTree(computeTxid(of))
const planOutput = (value: bigint, of = plan): TxOut => ({ value, scriptPubKey: ccScript(planTree(of)) })

function globalOutput(value: bigint, data?: OutputData): TxOut {
  const named = data ?? { func: 'F', createTxid: computeTxid(plan) }
  return { value, scriptPubKey: scriptWithData(PAYMENTS_GLOBAL_SCRIPT, named, false) }
}

const fundIn = (tx = funded, index = 0, of = plan): TxIn => ccInput(tx, index, planTree(of), PAYMENTS_KEY.publicKey)

beforeEach(() => {
  chain = createContractChain(Array.from({ length: 30 }, () => paid(20n * COIN, ann)))
  coins = chain.model.blocks()[1]!.txs[0]!
  nextCoin = 0
  payees = [payee(3n, bob), payee(1n, eve)]
  noted = payee(1n, cat, NOTE)
  plan = createPlan()
  funded = confirm(planOutput(FUNDS), planOutput(FUNDS), planOutput(COIN / 2n), planOutput(COIN / 2n))
  pooled = confirm(globalOutput(FUNDS), globalOutput(FUNDS, { func: 'F', createTxid: none }))
  chain.wait(LOCKED_BLOCKS)
})

interface Parts {
  readonly of?: Transaction
  readonly vin?: readonly TxIn[]
  readonly amount?: bigint
  /** outputs after the change */
  readonly outs?: readonly TxOut[]
  readonly fee?: bigint
  readonly changeScript?: Uint8Array
}

/** Builds a valid release of one coin, with some parts replaced. The change is the rest after the fee. */
function release({ of = plan, amount = COIN, ...parts }: Parts = {}): Transaction {
  const { vin = [fundIn()], outs = [paid((COIN * 3n) / 4n, bob), paid(COIN / 4n, eve)], fee = CONTRACT_FEE } = parts
  return spend({ func: 'R', createTxid: computeTxid(of), amount }, of, vin, outs, fee, parts.changeScript)
}

function merge(vin: readonly TxIn[], outs: readonly TxOut[] = []): Transaction {
  return spend({ func: 'M', createTxid: computeTxid(plan) }, plan, vin, outs, CONTRACT_FEE)
}

function spend(
  data: OutputData,
  of: Transaction,
  vin: readonly TxIn[],
  outs: readonly TxOut[],
  fee: bigint,
  changeScript = scriptWithData(ccScript(planTree(of)), data, true),
): Transaction {
  const held = vin.map(({ prevout }) => chain.model.find(prevout.hash)?.tx.vout[prevout.index]?.value ?? 0n)
  const value = held.reduce((sum, each) => sum + each, -fee) - sumValues(outs)
  return draftTransaction(vin, [{ value, scriptPubKey: changeScript }, ...outs])
}

const reasonFor = (tx: Transaction) => chain.findBrokenRule(tx)

/** Funds another plan, waits until its coins may be spent, and validates a release of that plan. */
function validateReleaseFor(
  terms: Partial<PaymentsPlan>,
  of?: readonly Transaction[],
  parts: Parts = {},
): string | undefined {
  const other = createPlan(terms, of)
  const coin = confirm(planOutput(FUNDS, other))
  chain.wait(LOCKED_BLOCKS)
  return reasonFor(release({ of: other, vin: [fundIn(coin, 0, other)], ...parts }))
}

/** Confirms a snapshot plan, which the builders do not support. */
function snapshotPlan(minimum: number): Transaction {
  const data = new ByteWriter().u8(EVAL_CODES.payments).u8('S'.charCodeAt(0)).i32le(LOCKED_BLOCKS).i32le(1)
  return confirm(paid(1n, ann), dataOutput(data.i32le(minimum).i32le(10).i32le(0).u8(0).compactSize(0).finish()))
}

describe('validatePayments', () => {
  it('accepts a release of global and plan coins, with a fee of 0 to 10,001 satoshis', () => {
    expect(reasonFor(release())).toBeUndefined()
    expect(reasonFor(release({ vin: [ccInput(pooled, 0, globalTree), fundIn()] }))).toBeUndefined()
    expect(reasonFor(release({ fee: 0n }))).toBeUndefined()
    expect(reasonFor(release({ fee: CONTRACT_FEE + 1n }))).toBeUndefined()
  })

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    ['no data behind its change', 'could not decode ccopret', () => ({ changeScript: ccScript(planTree(plan)) })],
    [
      'the data of a deposit',
      'could not decode ccopret',
      () => ({
        changeScript: scriptWithData(ccScript(planTree(plan)), { func: 'F', createTxid: computeTxid(plan) }, true),
      }),
    ],
    ['a change of 0', 'could not decode ccopret', () => ({ fee: FUNDS - COIN })],
    [
      'the change at the place of all plans',
      'change pays wrong address',
      () => ({
        changeScript: globalOutput(1n, { func: 'R', createTxid: computeTxid(plan), amount: COIN }).scriptPubKey,
      }),
    ],
    ['a fee of 10,002 satoshis', 'txfee is too high', () => ({ fee: CONTRACT_FEE + 2n })],
    ['more outputs than inputs', 'txfee is too high', () => ({ fee: -1n })],
    [
      'less than the least amount',
      'amount is too small',
      () => ({ amount: COIN - 1n, outs: [paid(((COIN - 1n) * 3n) / 4n), paid((COIN - 1n) / 4n, eve)] }),
    ],
    ['another receiver', 'pays wrong address', () => ({ outs: [paid((COIN * 3n) / 4n), paid(COIN / 4n, cat)] })],
    ['one receiver more', 'pays wrong address', () => ({ outs: [...release().vout.slice(1), paid(1n, cat)] })],
    [
      'a satoshi too much',
      'amounts do not match',
      () => ({ outs: [paid((COIN * 3n) / 4n + 1n), paid(COIN / 4n, eve)] }),
    ],
    [
      'a satoshi too little',
      'amounts do not match',
      () => ({ outs: [paid((COIN * 3n) / 4n - 1n), paid(COIN / 4n, eve)] }),
    ],
    ['no receiver', 'next allocation was not under minimum', () => ({ outs: [] })],
  ])('rejects a release with %s', (_rule, reason, parts) => {
    expect(reasonFor(release(parts()))).toBe(reason)
  })

  it.each<[rule: string, reason: string, vin: () => readonly TxIn[]]>([
    [
      'an unknown input',
      'cant get vin transaction',
      () => [fundIn(), { ...fundIn(), prevout: { hash: none, index: 0 } }],
    ],
    ['an output that is not there', 'cant get vin transaction', () => [fundIn(), fundIn(funded, 9)]],
    ['the deposit of another plan', 'vin is not paymentsCC type', () => [fundIn(), ccInput(pooled, 1, globalTree)]],
    ['an ordinary input', 'utxo comes from incorrect address', () => [fundIn(), plainIn()]],
    [
      'the coins of another plan',
      'utxo comes from incorrect address',
      () => {
        const other = createPlan({ minRelease: 2 })
        return [fundIn(), fundIn(confirm(planOutput(COIN, other)), 0, other)]
      },
    ],
    ['a deposit that is too young', 'vin not elegible', () => [fundIn(), fundIn(confirm(planOutput(COIN)))]],
  ])('rejects a release with %s', (_rule, reason, vin) => {
    const outs = release().vout.slice(1)
    expect(reasonFor(release({ vin: vin(), outs }))).toBe(reason)
  })

  it('rejects a release that spends an unconfirmed deposit', () => {
    const waiting = draftTransaction([plainIn()], [planOutput(FUNDS)])
    const tx = draftTransaction([fundIn(), fundIn(waiting)], release().vout)
    const find = (txid: Uint8Array) => chain.model.find(txid)?.tx
    const verdict = validatePayments({ tx, view: chain.model.view([waiting]), find })
    expect(verdict).toEqual({ ok: false, reason: 'vin not elegible' })
  })

  it('rejects a release of an unknown plan, and of a transaction without plan data', () => {
    const naming = (createTxid: Uint8Array) =>
      scriptWithData(ccScript(planTree(plan)), { func: 'R', createTxid, amount: COIN }, true)
    expect(reasonFor(release({ changeScript: naming(none) }))).toBe('could not get contract transaction')
    expect(reasonFor(release({ changeScript: naming(computeTxid(coins)) }))).toBe('cannot decode create transaction')
  })

  it('rejects a release of a plan with invalid terms', () => {
    expect(validateReleaseFor({ lockedBlocks: -1 })).toBe('negative values')
    expect(validateReleaseFor({ minRelease: -1 })).toBe('negative values')
    expect(validateReleaseFor({ total: 0n })).toBe('negative values')
    expect(validateReleaseFor({ total: 5n })).toBe('allocation missmatch')
  })

  it('rejects a release of a plan by snapshot of balances', () => {
    for (const [minimum, reason] of [
      [9_999, 'minimum must be over 10000'],
      [10_000, 'snapshots not activated on this chain'],
    ] as const) {
      const snapshot = snapshotPlan(minimum)
      const coin = confirm(planOutput(FUNDS, snapshot))
      chain.wait(LOCKED_BLOCKS)
      expect(reasonFor(release({ of: snapshot, vin: [fundIn(coin, 0, snapshot)] }))).toBe(reason)
    }
  })

  it('rejects a payment below 10,000 satoshis', () => {
    const small = payee(1n, eve)
    const outs = [paid(COIN - 9_999n, bob), paid(9_999n, eve)]
    const shares = [payee(COIN - 9_999n, bob), payee(9_999n, eve)]
    expect(validateReleaseFor({ total: COIN }, shares, { outs })).toBe('under minimum size')
    // The unpaid receiver is the last one, so the reference, which checks the receiver after it, finds none.
    expect(validateReleaseFor({ total: COIN }, shares, { outs: outs.slice(0, 1) })).toBeUndefined()
    expect(validateReleaseFor({ total: COIN }, [shares[0]!, small])).toBe('allocation missmatch')
  })

  it('rejects a release without the script that a receiver requires', () => {
    const shares = [payees[0]!, noted]
    const outs = [paid((COIN * 3n) / 4n, bob), paid(COIN / 4n, cat)]
    const note = (scriptPubKey: Uint8Array): TxOut => ({ value: 0n, scriptPubKey })
    expect(validateReleaseFor({}, shares, { outs: [...outs, note(NOTE)] })).toBeUndefined()
    expect(validateReleaseFor({}, shares, { outs })).toBe('missing opret in payments release')
    const wrong = [...outs, note(opReturnScript(Uint8Array.of(1, 2, 4)))]
    expect(validateReleaseFor({}, shares, { outs: wrong })).toBe('pays incorrect opret')
  })

  it('ignores receivers whose transaction has no receiver data', () => {
    expect(validateReleaseFor({}, [...payees, coins])).toBeUndefined()
  })

  it('rejects a transaction without outputs', () => {
    const find = (txid: Uint8Array) => chain.model.find(txid)?.tx
    const tx = { ...release(), vout: [] }
    expect(validatePayments({ tx, view: chain.view(), find })).toMatchObject({ reason: 'could not decode ccopret' })
  })
})

describe('validatePayments for merges', () => {
  it('accepts a merge of two deposits, with any outputs after the change', () => {
    expect(reasonFor(merge([fundIn(), fundIn(funded, 1)]))).toBeUndefined()
    expect(reasonFor(merge([fundIn(), ccInput(pooled, 0, globalTree)]))).toBeUndefined()
    expect(reasonFor(merge([fundIn(), fundIn(funded, 1)], [paid(COIN, cat)]))).toBeUndefined()
  })

  it('rejects a merge of one deposit, and of one deposit with dust', () => {
    expect(reasonFor(merge([fundIn()]))).toBe('must have at least 2 vins to carry out merge')
    expect(reasonFor(merge([fundIn(), fundIn(funded, 2)]))).toBe('cannot merge only dust')
    expect(reasonFor(merge([fundIn(funded, 2), fundIn(funded, 3)]))).toBeUndefined()
  })

  it('rejects coins merged less than 60 blocks before, which a release may spend', () => {
    const merged = merge([fundIn(), fundIn(funded, 1)])
    chain.confirm([merged])
    chain.wait(LOCKED_BLOCKS)
    const again = () => reasonFor(merge([fundIn(merged), ccInput(pooled, 0, globalTree)]))
    expect(again()).toBe('vin not elegible')
    expect(reasonFor(release({ vin: [fundIn(merged)] }))).toBeUndefined()
    chain.wait(MERGE_BLOCKS - 1)
    expect(again()).toBe('vin not elegible')
    chain.wait(1)
    expect(again()).toBeUndefined()
  })
})

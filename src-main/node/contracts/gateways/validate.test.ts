/** Breaks each rule of gateways individually (gateways.md §3). Token rules are not checked. */
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '#shared/units.ts'
import { ccOne, tokenCcOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { testKey } from '../../testing/index.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { txidKey } from '../framework/txidMarker.ts'
import { encodeOracleCreate } from '../oracles/codec.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { ccInput, ccOutput, dataOutput, draftTransaction, plainInput, plainOutput } from '../testing/drafts.ts'
import { encodeTokenCreate } from '../tokens/codec.ts'
import {
  type BindTerms,
  type DepositClaimTerms,
  type DepositTerms,
  encodeBind,
  encodeComplete,
  encodeDeposit,
  encodeDepositClaim,
  encodeMarkDone,
  encodePartialSign,
  encodeWithdraw,
  type SigningTerms,
  type WithdrawTerms,
} from './encode.ts'
import { validateGateways } from './validate.ts'

const [ann, bob] = [testKey(1), testKey(2)]
const text = (value: string) => new TextEncoder().encode(value)
const SUPPLY = 100_000n
const [coin, otherCoin] = [text('X'), text('Y')]
const none = new Uint8Array(32).fill(9)
const coinTxid = new Uint8Array(32).fill(5)
const markers = ccOne(EVAL_CODES.gateways, GATEWAYS_KEY.publicKey)
const held = (value: bigint): TxOut => ccOutput(value, tokenCcOne(EVAL_CODES.gateways, 0, GATEWAYS_KEY.publicKey))
const marker = (value = CONTRACT_FEE): TxOut => ccOutput(value, markers)
const depositTree = ccOne(EVAL_CODES.gateways, bob.pub)
const units = (value: bigint, key = ann): TxOut => ccOutput(value, ccOne(EVAL_CODES.tokens, key.pub))

let chain: ContractChain
let coins: Transaction
let nextCoin: number
let notarised: (height: number) => boolean
let token: Transaction
let oracle: Transaction
let bind: Transaction
let deposit: Transaction
let withdrawal: Transaction
let complete: Transaction

const plainIn = (): TxIn => plainInput(coins, nextCoin++)
const markerIn = (tx = withdrawal, index = 0): TxIn => ccInput(tx, index, markers)

interface Parts {
  readonly vin?: readonly TxIn[]
  readonly vout?: readonly TxOut[]
}

function confirm(data: Uint8Array, vout: readonly TxOut[], vin: readonly TxIn[] = [plainIn()]): Transaction {
  const tx = draftTransaction(vin, [...vout, dataOutput(data)])
  chain.confirm([tx])
  return tx
}

/** Confirms a transaction and adds one more block. */
function confirmDeep(...parts: Parameters<typeof confirm>): Transaction {
  const tx = confirm(...parts)
  chain.wait(1)
  return tx
}

const createToken = (value = SUPPLY): Transaction =>
  confirm(encodeTokenCreate({ owner: ann.pub, name: coin, description: coin, payloads: [] }), [marker(), units(value)])

const createOracle = (name = coin, format = text('Ihh')): Transaction =>
  confirm(encodeOracleCreate({ name, format, description: coin }), [plainOutput(1n, ann.pub)])

function createBind(terms: Partial<BindTerms> = {}, { vin, vout }: Parts = {}, of = token): Transaction {
  const versions = { taddr: 0, prefix: 1, prefix2: 2, wifType: 3 }
  const signers = { m: 2, keys: [ann.pub, bob.pub] }
  const data = { coin, totalSupply: SUPPLY, oracle: computeTxid(oracle), ...signers, ...versions, ...terms }
  return confirmDeep(encodeBind(computeTxid(of), data), vout ?? [held(SUPPLY), marker()], vin)
}

function createDeposit(terms: Partial<DepositTerms> = {}, { vin, vout }: Parts = {}): Transaction {
  const external = { height: 1, coinTxid, claimVout: 0, depositHex: '00', proof: coin }
  const data = { bind: computeTxid(bind), coin, ...external, destination: bob.pub, amount: 500n, ...terms }
  const outputs = vout ?? [ccOutput(CONTRACT_FEE, depositTree), plainOutput(CONTRACT_FEE, txidKey(coinTxid))]
  return confirmDeep(encodeDeposit(data, []), outputs, vin)
}

function createWithdrawal(terms: Partial<WithdrawTerms> = {}, { vin, vout }: Parts = {}, of = token): Transaction {
  const data = { bind: computeTxid(bind), coin, destination: bob.pub, amount: 700n, ...terms }
  return confirmDeep(encodeWithdraw(computeTxid(of), data), vout ?? [marker(), held(700n)], vin)
}

beforeEach(() => {
  notarised = () => true
  chain = createContractChain(
    Array.from({ length: 30 }, () => plainOutput(COIN, ann.pub)),
    (height) => notarised(height),
  )
  coins = chain.model.blocks()[1]!.txs[0]!
  nextCoin = 0
  token = createToken()
  oracle = createOracle()
  bind = createBind()
  deposit = createDeposit()
  withdrawal = createWithdrawal()
  complete = confirmDeep(encodeComplete({ withdraw: computeTxid(withdrawal), coin, signatures: 2, hex: '00' }), [
    marker(),
  ])
})

function reasonFor(tx: Transaction): string | undefined {
  const verdict = validateGateways({ tx, view: chain.view(), find: (txid) => chain.model.find(txid)?.tx })
  return verdict.ok ? undefined : verdict.reason
}

const spending = (data: Uint8Array, { vin, vout = [marker()] }: Parts = {}): Transaction =>
  draftTransaction(vin ?? [plainIn(), markerIn()], [...vout, dataOutput(data)])

function claim(terms: Partial<DepositClaimTerms> = {}, of = token, vin?: readonly TxIn[]): string | undefined {
  const data = {
    bind: computeTxid(bind),
    coin,
    deposit: computeTxid(deposit),
    destination: bob.pub,
    amount: 500n,
    ...terms,
  }
  const inputs = vin ?? [ccInput(bind, 0, markers), ccInput(deposit, 0, depositTree)]
  return reasonFor(spending(encodeDepositClaim(computeTxid(of), data), { vin: inputs, vout: [units(500n, bob)] }))
}

type Step = 'sign' | 'complete'

function sign(step: Step, terms: Partial<SigningTerms> = {}, parts: Parts = {}): string | undefined {
  const data = { withdraw: computeTxid(withdrawal), coin, signatures: 2, hex: '00', ...terms }
  return reasonFor(spending(step === 'sign' ? encodePartialSign(data, ann.pub) : encodeComplete(data), parts))
}

const done = (from = complete, parts: Parts = {}, named = coin): string | undefined =>
  reasonFor(
    spending(encodeMarkDone(computeTxid(withdrawal), named, computeTxid(from)), {
      vout: [plainOutput(1n, ann.pub)],
      ...parts,
    }),
  )

const NOT_SETTLED = 'tx is not yet confirmed(notarised)!'

describe('validateGateways', () => {
  it('accepts a spend without a gateway function, and rejects a spend without outputs', () => {
    expect(reasonFor(spending(none))).toBeUndefined()
    expect(reasonFor({ ...spending(none), vout: [] })).toBe('no vouts')
  })

  it('rejects bindings, deposits and withdrawals that spend gateway outputs', () => {
    const withData = (tx: Transaction): Transaction => draftTransaction([markerIn()], [tx.vout.at(-1)!])
    expect(reasonFor(withData(bind))).toBe('unexpected GatewaysValidate for gatewaysbind!')
    expect(reasonFor(withData(deposit))).toBe('unexpected GatewaysValidate for gatewaysdeposit!')
    expect(reasonFor(withData(withdrawal))).toBe('unexpected GatewaysValidate for gatewaysWithdraw!')
  })

  it.each(['C', 'P', 'S', 'M'])('rejects truncated data of the step %s', (letter) => {
    const names = { C: 'claim', P: 'PartialSign', S: 'completesigning', M: 'markdone' }
    const data = Uint8Array.of(EVAL_CODES.gateways, letter.charCodeAt(0), 1)
    expect(reasonFor(spending(data))).toBe(`invalid gateways${names[letter as 'C']} OP_RETURN data!`)
  })
})

describe('validateGateways for claims', () => {
  it('accepts a valid claim', () => expect(claim()).toBeUndefined())

  const ofBind = (...parts: Parameters<typeof createBind>) => claim({ bind: computeTxid(createBind(...parts)) })
  const ofDeposit = (...parts: Parameters<typeof createDeposit>) =>
    claim({ deposit: computeTxid(createDeposit(...parts)) })
  const keys = (count: number) => Array.from({ length: count }, () => ann.pub)

  it.each<[rule: string, reason: string | RegExp, attempt: () => string | undefined]>([
    ['an unknown binding', 'invalid gatewaysbind txid!', () => claim({ bind: none })],
    ['a binding that is none', 'invalid gatewaysbind OP_RETURN data!', () => claim({ bind: computeTxid(deposit) })],
    ['a binding paid by a condition', 'vin.0 is normal for gatewaysbind!', () => ofBind({}, { vin: [markerIn()] })],
    [
      'a binding that holds less',
      'invalid tokens to gateways vout for gatewaysbind!',
      () => ofBind({}, { vout: [held(SUPPLY - 1n), marker()] }),
    ],
    [
      'a binding without marker',
      'invalid marker vout for gatewaysbind!',
      () => ofBind({}, { vout: [held(SUPPLY), marker(1n)] }),
    ],
    ['another coin', 'refcoin different than in bind tx', () => claim({ coin: otherCoin })],
    ['another token', 'tokenid does not match tokenid from gatewaysbind', () => claim({}, oracle)],
    ['more signatures than signers', 'invalid MofN in gatewaysbind', () => ofBind({ m: 3 })],
    ['more than 15 signers', 'invalid MofN in gatewaysbind', () => ofBind({ keys: keys(16) })],
    [
      'a binding of a part of the token',
      /totalsupply 0.00100000 != fullsupply 0.00100001/,
      () => {
        const larger = createToken(SUPPLY + 1n)
        return claim({ bind: computeTxid(createBind({}, {}, larger)) }, larger)
      },
    ],
    ['a binding without oracle', /^cant find oracletxid/, () => ofBind({ oracle: none })],
    ['an oracle that is none', 'invalid oraclescreate OP_RETURN data', () => ofBind({ oracle: computeTxid(token) })],
    [
      'an oracle of another coin',
      'mismatched oracle name Y != X',
      () => ofBind({ oracle: computeTxid(createOracle(otherCoin)) }),
    ],
    [
      'an oracle of another format',
      'illegal format Ih != Ihh',
      () => ofBind({ oracle: computeTxid(createOracle(coin, text('Ih'))) }),
    ],
    ['an unknown deposit', 'invalid gatewaysdeposittxid!', () => claim({ deposit: none })],
    ['a deposit that is none', 'invalid gatewaysdeposit OP_RETURN data!', () => claim({ deposit: computeTxid(bind) })],
    [
      'a deposit paid by a condition',
      'vin.0 is normal for gatewaysdeposit!',
      () => ofDeposit({}, { vin: [markerIn()] }),
    ],
    [
      'a deposit marked for another key',
      'invalid CC marker vout for gatewaysdeposit!',
      () => ofDeposit({}, { vout: [marker(), plainOutput(CONTRACT_FEE, txidKey(coinTxid))] }),
    ],
    [
      'a deposit marked for other coins',
      'invalid normal marker vout for gatewaysdeposit!',
      () => ofDeposit({}, { vout: [ccOutput(CONTRACT_FEE, depositTree), plainOutput(CONTRACT_FEE, txidKey(none))] }),
    ],
    ['a deposit of another coin', 'refcoin different than in deposit tx', () => ofDeposit({ coin: otherCoin })],
    [
      'a deposit for another gateway',
      'bindtxid does not match to bindtxid from gatewaysdeposit',
      () => ofDeposit({ bind: none }),
    ],
    [
      'a deposit of more than all units',
      'deposit amount greater then bind total supply',
      () => ofDeposit({ amount: SUPPLY + 1n }),
    ],
    [
      'an ordinary input before its last',
      'vin.1 is CC for gatewaysclaim!',
      () => claim({}, token, [ccInput(bind, 0, markers), plainIn(), ccInput(deposit, 0, depositTree)]),
    ],
  ])('rejects a claim with %s', (_rule, reason, attempt) => {
    if (typeof reason === 'string') expect(attempt()).toBe(reason)
    else expect(attempt()).toMatch(reason)
  })

  it('rejects a claim until its binding and its deposit are notarised', () => {
    notarised = () => false
    expect(claim()).toBe(`gatewaysbind ${NOT_SETTLED}`)
    const { height } = chain.model.find(computeTxid(bind))!.block
    notarised = (each) => each === height
    expect(claim()).toBe(`gatewaysdeposit ${NOT_SETTLED}`)
  })
})

describe.each(['sign', 'complete'] as const)('validateGateways for the step %s', (step) => {
  const method = step === 'sign' ? 'gatewayspartialsign' : 'gatewayscompletesigning'
  const ofWithdrawal = (...parts: Parameters<typeof createWithdrawal>) =>
    sign(step, { withdraw: computeTxid(createWithdrawal(...parts)) })

  it('accepts the number of signatures that the binding requires', () => {
    expect(sign(step)).toBeUndefined()
    expect(sign(step, { signatures: step === 'sign' ? 3 : 1 })).toBe('invalid number of signs!')
  })

  it.each<[rule: string, reason: string, attempt: () => string | undefined]>([
    ['an unknown withdrawal', 'invalid withdraw txid!', () => sign(step, { withdraw: none })],
    [
      'a withdrawal that is none',
      'invalid gatewayswithdraw OP_RETURN data!',
      () => sign(step, { withdraw: computeTxid(bind) }),
    ],
    ['another coin', 'refcoin different than in bind tx', () => sign(step, { coin: otherCoin })],
    ['a withdrawal of another coin', 'refcoin different than in bind tx', () => ofWithdrawal({ coin: otherCoin })],
    [
      'a withdrawal paid by a condition',
      'vin.0 is normal for gatewaysWithdraw!',
      () => ofWithdrawal({}, { vin: [markerIn()] }),
    ],
    [
      'a withdrawal without marker',
      'invalid marker vout for gatewaysWithdraw!',
      () => ofWithdrawal({}, { vout: [marker(1n), held(700n)] }),
    ],
    [
      'a withdrawal of fewer units',
      'invalid tokens to gateways vout for gatewaysWithdraw!',
      () => ofWithdrawal({}, { vout: [marker(), held(699n)] }),
    ],
    ['a withdrawal of no gateway', 'invalid gatewaysbind txid!', () => ofWithdrawal({ bind: none })],
    [
      'a gateway that is none',
      'invalid gatewaysbind OP_RETURN data!',
      () => ofWithdrawal({ bind: computeTxid(deposit) }),
    ],
    [
      'a gateway of another coin',
      'refcoin different than in bind tx',
      () => ofWithdrawal({ bind: computeTxid(createBind({ coin: otherCoin })) }),
    ],
    [
      'a gateway of another token',
      'tokenid does not match tokenid from gatewaysbind',
      () => ofWithdrawal({}, {}, oracle),
    ],
    [
      'a condition as first input',
      `vin.0 is normal for ${method}!`,
      () => sign(step, {}, { vin: [markerIn(bind, 1), markerIn()] }),
    ],
    [
      'an ordinary last input',
      `vin.1 is CC marker for ${method} or invalid marker amount!`,
      () => sign(step, {}, { vin: [plainIn(), plainIn()] }),
    ],
    [
      'a marker of another amount',
      `vin.1 is CC marker for ${method} or invalid marker amount!`,
      () => sign(step, {}, { vin: [plainIn(), markerIn(bind, 0)] }),
    ],
    ['no marker left', `vout.0 invalid marker for ${method}!`, () => sign(step, {}, { vout: [marker(1n)] })],
  ])('rejects %s', (_rule, reason, attempt) => {
    expect(attempt()).toBe(reason)
  })

  it('checks the amount of a withdrawal of 0 units only on completion', () => {
    const reason = 'amount in opret not matching tx tokens amount!'
    expect(ofWithdrawal({ amount: 0n })).toBe(step === 'sign' ? undefined : reason)
  })

  it('rejects a withdrawal until it and its binding are notarised', () => {
    notarised = () => false
    expect(sign(step)).toBe(`gatewayswithdraw ${NOT_SETTLED}`)
    const young = createBind()
    const named = createWithdrawal({ bind: computeTxid(young) })
    chain.wait(1)
    // Only the binding is unconfirmed in this view, although the withdrawal that names it is settled.
    const late = { ...chain.view(), transaction: (txid: Uint8Array) => lateBind(txid, young) }
    const data = { withdraw: computeTxid(named), coin, signatures: 2, hex: '00' }
    const tx = spending(step === 'sign' ? encodePartialSign(data, ann.pub) : encodeComplete(data))
    const view = { ...late, notarisedHeight: () => chain.model.tip().height }
    const verdict = validateGateways({ tx, view, find: (txid) => chain.model.find(txid)?.tx })
    expect(verdict).toEqual({ ok: false, reason: `gatewaysbind ${NOT_SETTLED}` })
  })

  /** Views the chain as if this transaction was unconfirmed. */
  function lateBind(txid: Uint8Array, waiting: Transaction) {
    const found = chain.view().transaction(txid)
    return found && (found.tx === waiting ? { ...found, height: undefined, blockTime: undefined } : found)
  }
})

describe('validateGateways for completed withdrawals', () => {
  it('accepts marking a completed withdrawal as done', () => expect(done()).toBeUndefined())

  const completeWith = (terms: Partial<SigningTerms>): Transaction =>
    confirmDeep(encodeComplete({ withdraw: computeTxid(withdrawal), coin, signatures: 2, hex: '00', ...terms }), [
      marker(),
    ])

  it.each<[rule: string, reason: string, attempt: () => string | undefined]>([
    ['an unknown completion', 'invalid gatewayscompletesigning txid!', () => done(draftTransaction([plainIn()], []))],
    ['a completion that is none', 'invalid gatewayscompletesigning OP_RETURN data!', () => done(bind)],
    ['an unknown withdrawal', 'invalid withdraw txid!', () => done(completeWith({ withdraw: none }))],
    ['another coin', 'refcoin different than in bind tx', () => done(complete, {}, otherCoin)],
    [
      'a withdrawal of another coin',
      'refcoin different than in bind tx',
      () => done(completeWith({ withdraw: computeTxid(createWithdrawal({ coin: otherCoin })) })),
    ],
    [
      'a withdrawal of no gateway',
      'invalid gatewaysbind txid!',
      () => done(completeWith({ withdraw: computeTxid(createWithdrawal({ bind: none })) })),
    ],
    [
      'a condition as first input',
      'vin.0 is normal for gatewaysmarkdone!',
      () => done(complete, { vin: [markerIn(bind, 1), markerIn()] }),
    ],
    ['too few signatures', 'invalid number of signs!', () => done(completeWith({ signatures: 1 }))],
  ])('rejects %s', (_rule, reason, attempt) => {
    expect(attempt()).toBe(reason)
  })

  it('rejects a completion that is not notarised', () => {
    notarised = () => false
    expect(done()).toBe(`gatewayscompletesigning ${NOT_SETTLED}`)
  })
})

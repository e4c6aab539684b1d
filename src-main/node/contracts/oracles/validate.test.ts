/** Breaks each rule of oracles individually (oracles.md §3). */
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '#shared/units.ts'
import { ccOne } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { type TestKey, testKey } from '../../testing/index.ts'
import { createMemoCache } from '../framework/memoCache.ts'
import { txidKey } from '../framework/txidMarker.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { ccInput, ccOutput, dataOutput, draftTransaction, plainInput, plainOutput } from '../testing/drafts.ts'
import { encodeOracleCreate, encodeOracleData, encodeOracleTerms, ORACLE_FUNC } from './codec.ts'
import { ORACLES_PUBLIC_KEY } from './keys.ts'
import { REGISTER_DATE, validateOracles } from './validate.ts'

const [ann, bob, eve, baton] = [testKey(1), testKey(2), testKey(3), testKey(4)]
const FEE = 30_000n
const SUBSCRIBED = 100_000n
const none = new Uint8Array(32).fill(9)
const empty = new Uint8Array()

let chain: ContractChain
let coins: Transaction
let oracle: Transaction
let funding: Transaction
let registration: Transaction
let subscription: Transaction
let nextCoin: number

const plainIn = (): TxIn => plainInput(coins, nextCoin++)
const publisherTree = ({ pub }: TestKey) => ccOne(EVAL_CODES.oracles, pub)
const held = (value: bigint, key = bob): TxOut => ccOutput(value, publisherTree(key))
const paid = (value: bigint, key = bob): TxOut => plainOutput(value, key.pub)
const marker = (of = oracle, value = CONTRACT_FEE): TxOut => plainOutput(value, txidKey(computeTxid(of)))
const spent = (tx: Transaction, index: number, key = bob): TxIn => ccInput(tx, index, publisherTree(key))
const created = dataOutput(
  encodeOracleCreate({ name: Uint8Array.of(65), format: Uint8Array.of(73), description: empty }),
)

function terms(func: keyof typeof ORACLE_FUNC, of: Transaction = oracle, key = bob, amount = FEE): TxOut {
  return dataOutput(encodeOracleTerms(ORACLE_FUNC[func], { oracle: computeTxid(of), key: key.pub, amount }))
}

function confirm(vin: readonly TxIn[], vout: readonly TxOut[]): Transaction {
  const tx = draftTransaction(vin, vout)
  chain.confirm([tx])
  return tx
}

const fund = (of: Transaction = oracle, key = bob, value = CONTRACT_FEE): Transaction =>
  confirm([plainIn()], [held(value, key), terms('fund', of, key, value)])

interface Parts {
  readonly vin?: readonly TxIn[]
  readonly vout?: readonly TxOut[]
  readonly data?: TxOut
}

const draft = ({ vin = [], vout = [], data }: Parts): Transaction =>
  draftTransaction(vin, data === undefined ? vout : [...vout, data])

/** Builds a valid registration of Bob, with some parts replaced. */
function register(parts: Parts = {}): Transaction {
  const vout = [marker(), held(CONTRACT_FEE, baton), paid(CONTRACT_FEE)]
  return draft({ vin: [plainIn(), spent(funding, 0)], vout, data: terms('register'), ...parts })
}

function published(of = oracle, publisher = bob): TxOut {
  const fields = {
    oracle: computeTxid(of),
    baton: computeTxid(registration),
    publisher: publisher.pub,
    data: Uint8Array.of(1),
  }
  return dataOutput(encodeOracleData(fields))
}

const inputs = (): TxIn[] => [plainIn(), spent(registration, 1, baton), spent(subscription, 0)]

/** Builds a valid publication of Bob, with some parts replaced. */
function publish(parts: Parts = {}): Transaction {
  const vout = [held(SUBSCRIBED - FEE), held(CONTRACT_FEE, baton), paid(FEE)]
  return draft({ vin: inputs(), vout, data: published(), ...parts })
}

beforeEach(() => {
  chain = createContractChain(Array.from({ length: 16 }, () => paid(COIN, ann)))
  coins = chain.model.blocks()[1]!.txs[0]!
  nextCoin = 0
  oracle = confirm([plainIn()], [plainOutput(CONTRACT_FEE, ORACLES_PUBLIC_KEY), created])
  funding = fund()
  registration = register()
  expect(reasonFor(registration)).toBeUndefined()
  chain.confirm([registration])
  subscription = confirm([plainIn()], [held(SUBSCRIBED), marker(), terms('subscribe')])
  funding = fund()
})

const reasonFor = (tx: Transaction) => chain.findBrokenRule(tx)

function reasonAt(tx: Transaction, time: number): string | undefined {
  const view = { ...chain.view(), tip: () => ({ ...chain.model.tip(), time }) }
  const verdict = validateOracles({ tx, view, find: (id) => chain.model.find(id)?.tx, memo: createMemoCache() })
  return verdict.ok ? undefined : verdict.reason
}

describe('validateOracles', () => {
  it.each<[rule: string, reason: string, data: () => TxOut | undefined]>([
    ['no data', 'unexpected oracles missing funcid', () => undefined],
    ['two bytes of data', 'unexpected oracles missing funcid', () => dataOutput(Uint8Array.of(EVAL_CODES.oracles, 82))],
    ['a new oracle', 'unexpected OraclesValidate for create', () => created],
    ['a fund', 'unexpected OraclesValidate for create', () => terms('fund')],
    ['a subscription', 'unexpected OraclesValidate for subscribe', () => terms('subscribe')],
    ['an unknown letter', 'unexpected OraclesValidate funcid', () => dataOutput(none)],
  ])('rejects a spend with %s', (_rule, reason, data) => {
    const vout = [marker(), held(CONTRACT_FEE, baton), paid(CONTRACT_FEE)]
    expect(reasonFor(draftTransaction([plainIn(), spent(funding, 0)], [...vout, ...[data() ?? []].flat()]))).toBe(
      reason,
    )
  })

  it('rejects a transaction without outputs', () => {
    expect(reasonAt({ ...register(), vout: [] }, REGISTER_DATE + 1)).toBe('no vouts')
  })
})

describe('validateOracles for registrations', () => {
  it('rejects a registration before the date and accepts it after', () => {
    const tx = register()
    expect(reasonAt(tx, REGISTER_DATE)).toBe('unexpected OraclesValidate for register')
    expect(reasonAt(tx, REGISTER_DATE + 1)).toBeUndefined()
  })

  const wrong = (n: number) =>
    `invalid vin.${n} for oraclesregister, it must be CC vin or pubkey not same as vin pubkey, register and fund tx must be done from owner of pubkey that registers to oracle!!`

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    [
      'data of another code',
      'invalid oraclesregister OP_RETURN data!',
      () => ({ data: dataOutput(Uint8Array.of(0xe0, ORACLE_FUNC.register, 1)) }),
    ],
    [
      'an unknown oracle',
      'invalid oraclescreate txid!',
      () => ({ data: terms('register', draftTransaction([plainIn()], [])) }),
    ],
    ['an oracle that is none', 'invalid oraclescreate OP_RETURN data!', () => ({ data: terms('register', coins) })],
    [
      'an oracle that was paid by a condition',
      'vin.0 is normal for oraclescreate!',
      () => {
        const list = plainOutput(CONTRACT_FEE, ORACLES_PUBLIC_KEY)
        return { data: terms('register', confirm([spent(subscription, 0)], [list, created])) }
      },
    ],
    [
      'an oracle without its mark',
      'invalid marker for oraclescreate!',
      () => {
        const list = plainOutput(CONTRACT_FEE + 1n, ORACLES_PUBLIC_KEY)
        return { data: terms('register', confirm([plainIn()], [list, created])) }
      },
    ],
    [
      'a condition as first input',
      'vin.0 is normal for oraclesregister!',
      () => ({ vin: [spent(funding, 0), spent(funding, 0)] }),
    ],
    [
      'its fund neither second nor last',
      'there is no CC vin from oraclesfund tx',
      () => ({ vin: [plainIn(), plainIn(), spent(funding, 0), plainIn()] }),
    ],
    ['its fund last only', wrong(1), () => ({ vin: [plainIn(), plainIn(), spent(funding, 0)] })],
    ['a subscription as fund', wrong(1), () => ({ vin: [plainIn(), spent(subscription, 0)] })],
    [
      'a subscription behind its fund',
      wrong(2),
      () => ({ vin: [plainIn(), spent(funding, 0), spent(subscription, 0)] }),
    ],
    [
      'an unknown fund',
      wrong(1),
      () => ({ vin: [plainIn(), { ...spent(funding, 0), prevout: { hash: none, index: 0 } }] }),
    ],
    [
      'a fund of another amount',
      wrong(1),
      () => ({ vin: [plainIn(), spent(fund(oracle, bob, CONTRACT_FEE + 1n), 0)] }),
    ],
    [
      'a fund of another oracle',
      wrong(1),
      () => {
        const other = confirm([plainIn()], [plainOutput(CONTRACT_FEE, ORACLES_PUBLIC_KEY), created])
        return { vin: [plainIn(), spent(fund(other), 0)] }
      },
    ],
    [
      'a fund that lies at another key than it says',
      wrong(1),
      () => {
        const other = confirm([plainIn()], [held(CONTRACT_FEE, eve), terms('fund', oracle, bob, CONTRACT_FEE)])
        return { vin: [plainIn(), spent(other, 0, eve)] }
      },
    ],
    [
      'another mark',
      'invalid marker for oraclesregister!',
      () => ({ vout: [marker(coins), held(CONTRACT_FEE, baton), paid(CONTRACT_FEE)] }),
    ],
    [
      'a mark of another amount',
      'invalid marker for oraclesregister!',
      () => ({ vout: [marker(oracle, CONTRACT_FEE + 1n), held(CONTRACT_FEE, baton), paid(CONTRACT_FEE)] }),
    ],
    ...[
      ['a third output to another key', () => [marker(), held(CONTRACT_FEE, baton), paid(CONTRACT_FEE, eve)]] as const,
      [
        'a third output of another amount',
        () => [marker(), held(CONTRACT_FEE, baton), paid(CONTRACT_FEE + 1n)],
      ] as const,
      ['no third output', () => [marker(), held(CONTRACT_FEE, baton)]] as const,
    ].map(([rule, vout]): [string, string, () => Parts] => [
      rule,
      'pubkey in OP_RETURN and in vout.2 not matching, register must be done from owner of pubkey that registers to oracle!',
      () => ({ vout: vout() }),
    ]),
  ])('rejects a registration with %s', (_rule, reason, parts) => {
    expect(reasonFor(register(parts()))).toBe(reason)
  })
})

describe('validateOracles for publications', () => {
  it('accepts a publication, also with another publisher among its inputs', () => {
    expect(reasonFor(publish())).toBeUndefined()
    const eves = confirm([plainIn()], [held(SUBSCRIBED, eve), marker(), terms('subscribe')])
    expect(reasonFor(publish({ vin: [...inputs(), spent(eves, 0, eve)] }))).toBeUndefined()
  })

  it('accepts a publication that spends the funds completely', () => {
    const exact = confirm([plainIn()], [held(FEE), marker(), terms('subscribe')])
    const vin = [plainIn(), spent(registration, 1, baton), spent(exact, 0)]
    expect(reasonFor(publish({ vin, vout: [held(0n), held(CONTRACT_FEE, baton), paid(FEE)] }))).toBeUndefined()
  })

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    [
      'data that end early',
      "unexpected OraclesValidate 'D' tx invalid",
      () => ({ data: dataOutput(Uint8Array.of(EVAL_CODES.oracles, ORACLE_FUNC.data, 1)) }),
    ],
    ['one input', "unexpected OraclesValidate 'D' tx invalid", () => ({ vin: [spent(subscription, 0)] })],
    ['two outputs', "unexpected OraclesValidate 'D' tx invalid", () => ({ vout: [held(SUBSCRIBED)] })],
    [
      'an input that begins with no data',
      'an input begins with no data',
      () => ({ vin: [...inputs(), { ...plainIn(), scriptSig: Uint8Array.of(0) }] }),
    ],
    [
      'a satoshi more than the fee',
      'mismatched datafee',
      () => ({ vout: [held(SUBSCRIBED - FEE - 1n), held(CONTRACT_FEE, baton), paid(FEE + 1n)] }),
    ],
    [
      'a satoshi less than the fee',
      'mismatched datafee',
      () => ({ vout: [held(SUBSCRIBED - FEE + 1n), held(CONTRACT_FEE, baton), paid(FEE - 1n)] }),
    ],
    ['a publisher who is not registered', 'mismatched datafee', () => ({ data: published(oracle, eve) })],
    ['an unknown oracle', 'mismatched datafee', () => ({ data: published(coins) })],
    [
      'a condition as first input',
      'unexpected vin.0 is CC',
      () => ({ vin: [spent(subscription, 0), spent(registration, 1, baton)] }),
    ],
    [
      'an unknown input',
      'cant find vinTx',
      () => ({ vin: [...inputs(), { ...spent(subscription, 0), prevout: { hash: none, index: 0 } }] }),
    ],
    [
      'another baton',
      'baton violation',
      () => ({ vout: [held(SUBSCRIBED - FEE), held(CONTRACT_FEE, eve), paid(FEE)] }),
    ],
    [
      'a subscription in place of the baton',
      'baton violation',
      () => ({ vin: [plainIn(), spent(subscription, 0), spent(subscription, 0)] }),
    ],
    [
      'the rest at another key',
      'invalid CC vout CC destination',
      () => ({ vout: [held(SUBSCRIBED - FEE, eve), held(CONTRACT_FEE, baton), paid(FEE)] }),
    ],
    [
      'the rest as ordinary coins',
      'mismatched inputs != outputs + datafee',
      () => ({ vout: [paid(SUBSCRIBED - FEE), held(CONTRACT_FEE, baton), paid(FEE)] }),
    ],
    [
      'a satoshi less in the rest',
      'mismatched inputs != outputs + datafee',
      () => ({ vout: [held(SUBSCRIBED - FEE - 1n), held(CONTRACT_FEE, baton), paid(FEE)] }),
    ],
  ])('rejects a publication with %s', (_rule, reason, parts) => {
    expect(reasonFor(publish(parts()))).toBe(reason)
  })
})

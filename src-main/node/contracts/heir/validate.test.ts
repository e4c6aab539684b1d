/** Breaks each rule of heirs individually (heir.md §4). */
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '#shared/units.ts'
import { ccOne, ccOneOfTwo, tokenCcOneOfTwo } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { testKey } from '../../testing/index.ts'
import { createMemoCache } from '../framework/memoCache.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { ccInput, ccOutput, dataOutput, draftTransaction, plainInput, plainOutput } from '../testing/drafts.ts'
import { encodeTokenTransfer } from '../tokens/codec.ts'
import { encodeHeir, type HeirMoveData, PAYLOAD_HEIR } from './codec.ts'
import { HEIR_KEY } from './keys.ts'
import { validateHeir } from './validate.ts'

const [ann, bob, eve] = [testKey(1), testKey(2), testKey(3)]
const shared = ccOneOfTwo(EVAL_CODES.heir, ann.pub, bob.pub)
const sharedTokens = tokenCcOneOfTwo(EVAL_CODES.heir, 0, ann.pub, bob.pub)
const marker = ccOne(EVAL_CODES.heir, HEIR_KEY.publicKey)
const tokenTree = (key: Uint8Array) => ccOne(EVAL_CODES.tokens, key)
const INACTIVITY = 1000n
const FUNDS = 5n * COIN
const tokenId = new Uint8Array(32).fill(7)
const none = new Uint8Array(32).fill(9)

let chain: ContractChain
let coins: Transaction
let plan: Transaction
let tokenPlan: Transaction

const plainData = (blob: Uint8Array): TxOut => dataOutput(blob)
const tokenData = (blob: Uint8Array, id = tokenId): TxOut =>
  dataOutput(encodeTokenTransfer({ tokenId: id, pubkeys: [ann.pub], payloads: [{ id: PAYLOAD_HEIR, blob }] }))
const move = (func: 'A' | 'C', begun = 0, fundingTxid = computeTxid(plan)): Uint8Array =>
  encodeHeir({ func, fundingTxid, begun } satisfies HeirMoveData)
const terms = encodeHeir({
  ...{ func: 'F', owner: ann.pub, heir: bob.pub, inactivity: INACTIVITY },
  ...{ name: Uint8Array.of(65), memo: new Uint8Array() },
})

beforeEach(() => {
  chain = createContractChain(Array.from({ length: 8 }, () => plainOutput(10n * COIN, ann.pub)))
  coins = chain.model.blocks()[1]!.txs[0]!
  const outputs = [ccOutput(FUNDS, shared), ccOutput(CONTRACT_FEE, marker), plainData(terms)]
  plan = draftTransaction([plainInput(coins, 0)], outputs)
  const held = [ccOutput(100n, sharedTokens), ccOutput(CONTRACT_FEE, marker), ccOutput(50n, tokenTree(ann.pub))]
  tokenPlan = draftTransaction([plainInput(coins, 1)], [...held, tokenData(terms)])
  chain.confirm([plan, tokenPlan])
  chain.wait(1, 10)
})

interface Parts {
  readonly vin?: readonly TxIn[]
  readonly vout?: readonly TxOut[]
  readonly data?: TxOut
}

const sharedIn = (signer = ann, tx = plan, index = 0): TxIn => ccInput(tx, index, shared, signer.pub)

/** Builds a valid claim of coins by their owner, with some parts replaced. */
function claim({ vin, vout = [plainOutput(FUNDS, ann.pub)], data = plainData(move('C')) }: Parts = {}): Transaction {
  return draftTransaction(vin ?? [plainInput(coins, 2), sharedIn()], [...vout, data])
}

/** Applies only the rule of heirs; token rules are not checked. */
function reasonFor(tx: Transaction): string | undefined {
  const verdict = validateHeir({ tx, view: chain.view(), memo: createMemoCache() })
  return verdict.ok ? undefined : verdict.reason
}

describe('validateHeir for coins', () => {
  it('accepts a claim of the owner, and of the heir after the waiting time', () => {
    expect(chain.findBrokenRule(claim())).toBeUndefined()
    const vin = [plainInput(coins, 2), sharedIn(bob)]
    const late = claim({ vin, vout: [plainOutput(FUNDS, bob.pub)], data: plainData(move('C', 1)) })
    expect(reasonFor(late)).toBe('invalid tx vout[0]:heir is not allowed yet to spend funds')
    chain.wait(1, Number(INACTIVITY) - 10)
    expect(reasonFor(late)).toBe('invalid tx vout[0]:heir is not allowed yet to spend funds')
    chain.wait(1, 1)
    expect(reasonFor(late)).toBeUndefined()
  })

  it('restarts the waiting time at the owner’s last transaction', () => {
    chain.confirm([claim({ vout: [plainOutput(COIN, ann.pub), ccOutput(FUNDS - COIN, shared)] })], Number(INACTIVITY))
    const owners = chain.model.transactions().at(-1)!
    chain.wait(1, Number(INACTIVITY))
    const vin = [plainInput(coins, 3), sharedIn(bob, owners, 1)]
    const late = claim({ vin, vout: [plainOutput(FUNDS - COIN, bob.pub)] })
    expect(reasonFor(late)).toBe('invalid tx vout[0]:heir is not allowed yet to spend funds')
    chain.wait(1, 1)
    expect(reasonFor(late)).toBeUndefined()
  })

  it('accepts a claim of the heir immediately if an owner’s transaction sets the begun flag', () => {
    const vout = [plainOutput(COIN, ann.pub), ccOutput(FUNDS - COIN, shared)]
    chain.confirm([claim({ vout, data: plainData(move('C', 1)) })])
    const owners = chain.model.transactions().at(-1)!
    const vin = [plainInput(coins, 3), sharedIn(bob, owners, 1)]
    expect(reasonFor(claim({ vin, vout: [plainOutput(FUNDS - COIN, bob.pub)] }))).toBeUndefined()
  })

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    ['no data', 'invalid opreturn format', () => ({ data: plainOutput(1n, ann.pub) })],
    ['data of no kind', 'invalid opreturn format', () => ({ data: plainData(none) })],
    ['a new plan', 'unexpected HeirValidate for heirfund', () => ({ data: plainData(terms) })],
    [
      'no id of a plan',
      'incorrect tx opreturn: no fundingtxid present',
      () => ({ data: plainData(move('C', 0, new Uint8Array(32))) }),
    ],
    ['the id of no transaction', 'no fundingtx found', () => ({ data: plainData(move('C', 0, none)) })],
    ['a plan without data', 'invalid opreturn format', () => ({ data: plainData(move('C', 0, computeTxid(coins))) })],
    ['an addition of coins', 'unexpected HeirValidate for heiradd', () => ({ data: plainData(move('A')) })],
    ['no ordinary input', "can't find required vins for normal input.", () => ({ vin: [sharedIn()] })],
    [
      'no condition as input',
      'incorrect tx structure: not all required vins are present.',
      () => ({ vin: [plainInput(coins, 2)] }),
    ],
    [
      'an ordinary input that is not known',
      "can't find vinTx for vin=0.",
      () => ({ vin: [{ ...plainInput(coins, 2), prevout: { hash: none, index: 0 } }, sharedIn()] }),
    ],
    [
      'a condition that is not known',
      "can't find vinTx for vin=1.",
      () => ({ vin: [plainInput(coins, 2), { ...sharedIn(), prevout: { hash: none, index: 0 } }] }),
    ],
    [
      'an output that is not there',
      "can't find vinTx for vin=1.",
      () => ({ vin: [plainInput(coins, 2), sharedIn(ann, plan, 9)] }),
    ],
    [
      'coins of a transaction without data',
      'invalid opreturn format',
      () => ({ vin: [plainInput(coins, 2), sharedIn(ann, coins, 3)] }),
    ],
    [
      'the marker of the plan',
      'invalid tx vin[1]:spending marker not allowed',
      () => ({ vin: [plainInput(coins, 2), ccInput(plan, 1, marker)] }),
    ],
    [
      'the marker of the plan behind its coins',
      'invalid tx vin[2]:spending marker not allowed',
      () => ({ vin: [plainInput(coins, 2), sharedIn(), ccInput(plan, 1, marker)] }),
    ],
    [
      'coins that are not those of the plan',
      'invalid tx vin[1]:checking this tx opreturn: incorrect heir funding address: incorrect pubkey(s)',
      () => ({ vin: [plainInput(coins, 2), ccInput(tokenPlan, 0, sharedTokens, ann.pub)] }),
    ],
    [
      'ordinary coins spent as a condition',
      'invalid tx vin[1]:checking this tx opreturn: incorrect heir funding address: not a 1of2addr',
      () => {
        const paying = draftTransaction([plainInput(coins, 4)], [plainOutput(COIN, ann.pub), dataOutput(none)])
        chain.confirm([paying])
        return { vin: [plainInput(coins, 2), sharedIn(ann, paying)] }
      },
    ],
  ])('rejects a claim with %s', (_rule, reason, parts) => {
    const tx = claim(parts())
    expect(reasonFor(tx)).toBe(reason)
  })

  it('rejects a transaction without outputs', () => {
    expect(reasonFor({ ...claim(), vout: [] })).toBe('no vouts')
  })
})

describe('validateHeir for tokens', () => {
  const tokensIn = (signer = ann) => ccInput(tokenPlan, 0, sharedTokens, signer.pub)
  const ownIn = (key = ann) => ccInput(tokenPlan, 2, tokenTree(key.pub))
  const parts = (func: 'A' | 'C', vin: TxIn, to: TxOut, id = tokenId): string | undefined =>
    reasonFor(draftTransaction([plainInput(coins, 2), vin], [to, tokenData(move(func, 0, computeTxid(tokenPlan)), id)]))

  it('accepts a claim of the owner and added funds', () => {
    expect(parts('C', tokensIn(), ccOutput(100n, tokenTree(ann.pub)))).toBeUndefined()
    expect(parts('A', ownIn(), ccOutput(50n, sharedTokens))).toBeUndefined()
  })

  it('rejects a claim of another token, and a claim that names no token', () => {
    expect(parts('C', tokensIn(), ccOutput(100n, tokenTree(ann.pub)), none)).toBe('incorrect tx tokenid')
    const unnamed = [ccOutput(100n, tokenTree(ann.pub)), plainData(move('C', 0, computeTxid(tokenPlan)))]
    expect(reasonFor(draftTransaction([plainInput(coins, 2), tokensIn()], unnamed))).toBe('incorrect tx tokenid')
  })

  it('rejects a claim to the heir’s key before the waiting time', () => {
    const tx = () => parts('C', tokensIn(bob), ccOutput(100n, tokenTree(bob.pub)))
    expect(tx()).toBe('invalid tx vout[0]:heir is not allowed yet to spend funds')
    chain.wait(1, Number(INACTIVITY))
    expect(tx()).toBeUndefined()
  })

  it('rejects added funds that spend another key’s tokens, or pay another script', () => {
    const outputs = [ccOutput(50n, tokenTree(eve.pub)), tokenData(terms)]
    const eves = draftTransaction([plainInput(coins, 4)], outputs)
    chain.confirm([eves])
    const input = ccInput(eves, 0, tokenTree(eve.pub))
    expect(parts('A', input, ccOutput(50n, sharedTokens))).toBe('invalid tx vin[1]:invalid pubkey')
    const where = 'invalid tx vout[0]:checking this tx opreturn: incorrect heir funding address'
    expect(parts('A', ownIn(), ccOutput(50n, tokenTree(ann.pub)))).toBe(`${where}: incorrect pubkey(s)`)
    expect(parts('A', ownIn(), plainOutput(50n, ann.pub))).toBe(`${where}: not a 1of2addr`)
  })
})

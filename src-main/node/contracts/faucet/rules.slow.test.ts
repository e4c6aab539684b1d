/** Breaks each rule of a claim individually, in an otherwise valid block (faucet.md §2). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { sha256d } from '../../crypto/index.ts'
import { parseTransaction, serializeTransaction, type Transaction, type TxOut } from '../../primitives/index.ts'
import { ccScript, p2pkhScript } from '../../script/index.ts'
import { createFaucetNode, type FaucetNode, type TestInput, testKey } from '../../testing/index.ts'
import { fromHex } from '../../util/index.ts'
import { FAUCET_KEY } from './keys.ts'
import { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './validate.ts'

const funder = testKey(0)
/** keys that have not been paid before */
const [ann, bob, old] = [testKey(1), testKey(2), testKey(3)]
const tree = ccOne(EVAL_CODES.faucet, FAUCET_KEY.publicKey)
const POOLED = 1_000_000_000n
const FEE = 10_000n
/** DROP 1: the spender can push any data, which no signature covers */
const FREE = fromHex('7551')
const FREE_VALUE = 1_000n

let site: FaucetNode
let deposit: Transaction

const pooled = (value: bigint): TxOut => ({ value, scriptPubKey: FAUCET_POOL_SCRIPT })
const paid = (script = ann.p2pk, value = FAUCET_SIZE): TxOut => ({ value, scriptPubKey: script })
const change = () => pooled(POOLED - FAUCET_SIZE - FEE)

beforeAll(() => {
  site = createFaucetNode({ startSearch: () => ({ attempts: () => 0, stop: async () => {} }) })
  const { node } = site
  const outputs = [
    ...Array.from({ length: 8 }, () => pooled(POOLED)),
    ...Array.from({ length: 8 }, () => ({ value: FREE_VALUE, scriptPubKey: FREE })),
    { value: FREE_VALUE, scriptPubKey: old.p2pk },
  ]
  deposit = node.pay(funder, outputs)
  node.mineBlock({ txs: [deposit] })
  node.mine(5)
})

afterAll(() => site.close())

let spare = 0
beforeEach(() => {
  spare++
  site.refusals.length = 0
})

function poolInput(tx = deposit, index = 0): TestInput {
  const { value, scriptPubKey } = tx.vout[index]!
  const key = { ...funder, priv: FAUCET_KEY.privateKey }
  return { ...site.node.inputOf(tx, index), value, scriptPubKey, key, tree }
}

const NONCE_BYTES = 4
const freeInput = (): TestInput => ({
  ...site.node.inputOf(deposit, 8),
  scriptSig: Uint8Array.of(NONCE_BYTES, 0, 0, 0, 0),
})

/** Signs the transaction and varies the data that its last input pushes, until its id has zero bytes at both ends. */
function proven(
  outputs: readonly TxOut[],
  inputs: readonly TestInput[] = [poolInput()],
  tail: bigint = 0n,
): Transaction {
  const left = { value: FREE_VALUE - tail, scriptPubKey: p2pkhScript(bob.hash) }
  const tx = site.node.build({ inputs: [...inputs, freeInput()], outputs: tail === 0n ? [...outputs, left] : outputs })
  const bytes = serializeTransaction(tx).slice()
  const at = Buffer.from(bytes).lastIndexOf(Buffer.from([5, NONCE_BYTES, 0, 0, 0, 0])) + 2
  const view = new DataView(bytes.buffer)
  for (let nonce = 0; ; nonce++) {
    view.setUint32(at, nonce, true)
    const txid = sha256d(bytes)
    if (txid[0] === 0 && txid[31] === 0) return parseTransaction(bytes)
  }
}

/** Returns why the block was rejected, or undefined if it was accepted. The chain is restored afterwards. */
function findRejectReason(tx: Transaction, before: readonly Transaction[] = []): string | undefined {
  const { node } = site
  const tip = node.chain.tip()
  const answer = node.submit(node.buildBlock({ txs: [...before, tx], tag: 1000 + spare }))
  if (answer === null) {
    node.chain.invalidateBlock(node.chain.tip())
    return site.refusals[0]
  }
  expect(node.chain.tip()).toBe(tip)
  return site.refusals[0] ?? answer
}

describe('a block with a claim', () => {
  it('connects if all rules are met', () => {
    expect(findRejectReason(proven([change(), paid()]))).toBeUndefined()
  })

  it('fails to connect if the first input is an ordinary one', () => {
    const [coin] = site.node.coins(funder)
    expect(
      findRejectReason(proven([change(), paid(), { ...coin!, scriptPubKey: funder.p2pk }], [coin!, poolInput()])),
    ).toBe('illegal normal vini')
  })

  it('fails to connect if it spends a deposit of the same block', () => {
    const fresh = site.node.pay(funder, [pooled(POOLED)])
    expect(findRejectReason(proven([change(), paid()], [poolInput(fresh)]), [fresh])).toBe('cant faucet from mempool')
  })

  it.each([
    ['a satoshi too much', 1n],
    ['a satoshi too little', -1n],
  ])('fails to connect if it takes %s out of the pool', (_name, more) => {
    const outputs = [pooled(POOLED - FAUCET_SIZE - FEE - more), paid()]
    expect(findRejectReason(proven(outputs))).toBe('mismatched inputs != outputs + FAUCETSIZE + txfee')
  })

  it.each([
    ['more', 1n],
    ['less', -1n],
  ])('fails to connect if it pays a satoshi %s', (_name, more) => {
    expect(findRejectReason(proven([change(), paid(ann.p2pk, FAUCET_SIZE + more)]))).toBe('invalid faucet output')
  })

  it('fails to connect without the proof of work', () => {
    const tx = site.node.build({ inputs: [poolInput()], outputs: [change(), paid()] })
    expect(findRejectReason(tx)).toBe('invalid faucetget txid')
  })

  it.each([
    ['first', 0, 31],
    ['last', 31, 0],
  ])('fails to connect if only the %s byte of the id is zero', (_which, zero, other) => {
    for (let at = 0; ; at++) {
      const outputs = [
        change(),
        paid(),
        { value: 0n, scriptPubKey: fromHex(`6a02${at.toString(16).padStart(4, '0')}`) },
      ]
      const tx = site.node.build({ inputs: [poolInput()], outputs })
      const txid = sha256d(serializeTransaction(tx))
      if (txid[zero] !== 0 || txid[other] === 0) continue
      expect(findRejectReason(tx)).toBe('invalid faucetget txid')
      return
    }
  })

  it('fails to connect if the address has a history of more than three blocks', () => {
    expect(findRejectReason(proven([change(), paid(old.p2pk)]))).toBe('faucet is only for brand new addresses')
  })

  it('fails to connect if another condition follows the payment', () => {
    const other = { value: FREE_VALUE, scriptPubKey: ccScript(ccOne(0xf2, bob.pub)) }
    expect(findRejectReason(proven([change(), paid(), other], [poolInput()], FREE_VALUE))).toBe('invalid CC vout')
  })

  it('fails to connect with an invalid signature, even if the contract rules accept it', () => {
    const wrong = { ...poolInput(), value: POOLED - 1n }
    expect(findRejectReason(proven([change(), paid()], [wrong]))).toBe('rejected')
  })

  it('connects up to three blocks after the first one that pays the address, but not four', () => {
    const { node } = site
    node.mineBlock({ txs: [node.pay(funder, [{ value: 5_000n, scriptPubKey: ann.p2pk }])] })
    const first = node.chain.tip()
    const tx = proven([change(), paid()])
    for (let blocks = 0; blocks <= 3; blocks++) {
      site.refusals.length = 0
      expect(findRejectReason(tx)).toBeUndefined()
      node.mine(1)
    }
    site.refusals.length = 0
    expect(findRejectReason(tx)).toBe('faucet is only for brand new addresses')
    node.chain.invalidateBlock(first)
    site.refusals.length = 0
    expect(findRejectReason(tx)).toBeUndefined()
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { ccOne } from '../../conditions/index.ts'
import { chainParamsFromArgs } from '../../consensus/index.ts'
import { sha256d } from '../../crypto/index.ts'
import { computeTxid, serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { ByteWriter, concat, toHex } from '../../util/index.ts'
import { ContractEvaluator } from '../evaluator.ts'
import { type ChainModel, createChainModel } from '../testing/chainModel.ts'
import {
  ccInput,
  ccOutput,
  dataOutput,
  draftBlock,
  draftKey,
  draftTransaction,
  mint,
  plainInput,
  plainOutput,
} from '../testing/drafts.ts'

/** No recording has a valid payout: all expectations follow from the reference's source. */

const notaries = Array.from({ length: 64 }, (_, n) => draftKey(n + 1).publicKey)
const params = chainParamsFromArgs(['-ac_name=T', '-ac_supply=10', '-ac_cc=2'])
const rules = { ...params, notarySeasons: [{ until: 2_000_000_000, keys: notaries.map(toHex).join(' ') }] }
const ann = draftKey(200).publicKey
const session = new Uint8Array(32).fill(9)
const beside = new Uint8Array(32).fill(4)
const paid = plainOutput(700n, ann)

let chain: ChainModel
let coins: Transaction

function confirm(tx: Transaction): Transaction {
  chain.connect(draftBlock([tx]))
  return tx
}

beforeEach(() => {
  chain = createChainModel()
  confirm(mint([]))
  coins = confirm(mint(notaries.map((key) => plainOutput(100n, key))))
})

/** The transaction that settled the game session and committed to the payouts. */
function settled(payouts = [paid], spent = { hash: session, index: 0 }): Transaction {
  const out = new ByteWriter().compactSize(payouts.length)
  for (const { value, scriptPubKey } of payouts) out.i64le(value).varBytes(scriptPubKey)
  const input = { prevout: spent, scriptSig: Uint8Array.of(1, 1), sequence: 0 }
  return draftTransaction([input], [dataOutput(sha256d(out.finish()))])
}

/** Confirms a notarisation by `signers` notaries, with or without a root. */
function notarised(root: Uint8Array | undefined, signers = 11): Transaction {
  const name = new TextEncoder().encode('T')
  const head = new ByteWriter()
    .bytes(new Uint8Array(32))
    .u32le(7)
    .bytes(concat(name, Uint8Array.of(0)))
  const data = root === undefined ? head.finish() : head.bytes(root).u16le(10).u16le(2).finish()
  const inputs = Array.from({ length: signers }, (_, n) => plainInput(coins, n))
  return confirm(draftTransaction(inputs, [plainOutput(1n, ann), dataOutput(data)]))
}

interface Payout {
  readonly place?: number
  readonly branch?: readonly Uint8Array[]
  readonly notarisation: Transaction
  readonly dispute?: Transaction
  readonly code?: Uint8Array
}

function evaluatePayout({ place = 0, branch = [], notarisation, dispute = settled(), code = session }: Payout): string {
  const data = new ByteWriter().u8(place).compactSize(branch.length)
  for (const hash of branch) data.bytes(hash)
  data.bytes(computeTxid(notarisation)).bytes(serializeTransaction(dispute))
  const stake = confirm(mint([ccOutput(1_000n, ccOne(0xe1, ann))], 5))
  const tx = draftTransaction([ccInput(stake, 0, ccOne(0xe1, ann))], [dataOutput(data.finish()), paid])
  const evalCode = concat(Uint8Array.of(0xe1), code)
  const verdict = new ContractEvaluator(rules).evaluate(evalCode, tx, 0, chain.tip().height + 1, chain.view())
  return verdict.ok ? 'valid' : verdict.reason
}

describe('importpayout conditions', () => {
  it('accept payouts if a notarisation contains the paying transaction, alone or through a branch', () => {
    const id = computeTxid(settled())
    expect(evaluatePayout({ notarisation: notarised(id) })).toBe('valid')
    expect(evaluatePayout({ notarisation: notarised(sha256d(concat(id, beside))), branch: [beside] })).toBe('valid')
    const right = notarised(sha256d(concat(beside, id)))
    expect(evaluatePayout({ notarisation: right, branch: [beside], place: 1 })).toBe('valid')
    expect(evaluatePayout({ notarisation: right, branch: [beside], place: 0 })).toBe('mom-check-fail')
  })

  it('accept a branch that contains its own hash if a notarisation has no root', () => {
    const branch = [computeTxid(settled())]
    expect(evaluatePayout({ notarisation: notarised(undefined), branch, place: 1 })).toBe('valid')
    expect(evaluatePayout({ notarisation: notarised(undefined), branch, place: 0 })).toBe('mom-check-fail')
  })

  it('require a confirmed notarisation by eleven different notaries', () => {
    const id = computeTxid(settled())
    expect(evaluatePayout({ notarisation: notarised(id, 10) })).toBe('coudnt-load-mom')
    const again = draftTransaction(
      Array.from({ length: 12 }, (_, n) => plainInput(coins, n % 11)),
      notarised(id).vout,
    )
    expect(evaluatePayout({ notarisation: confirm(again) })).toBe('coudnt-load-mom')
    const waiting = draftTransaction([plainInput(coins, 0)], notarised(id).vout)
    expect(evaluatePayout({ notarisation: waiting })).toBe('coudnt-load-mom')
  })

  it('require the promised payouts, for the session in the condition', () => {
    const notarisation = notarised(computeTxid(settled()))
    const other = settled([plainOutput(701n, ann)])
    expect(evaluatePayout({ notarisation, dispute: other })).toBe('wrong-payouts')
    expect(evaluatePayout({ notarisation, code: session.subarray(1) })).toBe('malformed-params')
    const elsewhere = settled([paid], { hash: session, index: 1 })
    expect(evaluatePayout({ notarisation, dispute: elsewhere })).toBe('wrong-session')
    expect(evaluatePayout({ notarisation, place: 0x80 })).toBe('invalid-payload')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import { parseBlock, readTransaction } from '../primitives/index.ts'
import { extractDestinations } from '../script/index.ts'
import { createTestNode, silentLogger, type TestNode, vectorLines } from '../testing/index.ts'
import { ByteReader, DecodeError, fromHex } from '../util/index.ts'
import { defaultMempoolPolicy, Mempool } from './mempool.ts'

interface BaseBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
}

/** komodod's verdict on one mutated block, transaction or script (e2e/vectors/README.md). */
interface Case {
  readonly name: string
  readonly hex: string
  readonly how: 'submitblock' | 'sendrawtransaction' | 'decodescript'
  readonly params: string
  /** submitblock: height of the block; sendrawtransaction: height of the tip */
  readonly height?: number
  readonly reference: string
}

/** Block on which this node once disagreed with komodod. */
interface Split {
  readonly name: string
  readonly hex: string
  readonly params: string
  /** blocks connected before: "base.jsonl heights 1..<height of the tip>" */
  readonly state: string
  readonly reference: string
}

interface RecordedCase {
  readonly name: string
  readonly hex: string
  readonly reference: string
}

const base = vectorLines<BaseBlock>('verdicts/base.jsonl')
const cases = vectorLines<Case>('verdicts/cases.jsonl')
const splits = vectorLines<Split>('verdicts/splits.jsonl')

const casesByMethod = (how: Case['how']) => cases.filter((each) => each.how === how)
const tipOfSplit = ({ state }: Split) => Number(state.slice(state.lastIndexOf('.') + 1))

/** Returns the cases for a tip of this height. */
function blocksOn(height: number): RecordedCase[] {
  const blocks = [
    ...casesByMethod('submitblock').filter((each) => each.height === height + 1),
    ...splits.filter((each) => tipOfSplit(each) === height),
  ]
  // The block of the base chain is last, because submitBlock() leaves it connected.
  const next = base[height]?.hex
  return blocks.sort((a, b) => Number(a.hex === next) - Number(b.hex === next))
}

describe('verdicts of komodod on mutated blocks, transactions and scripts', () => {
  const args = (cases[0]?.params ?? '').split(' ')
  let node: TestNode
  let index: ReturnType<typeof createAddressIndex> | undefined

  beforeAll(() => {
    node = createTestNode({
      args,
      evaluator: new ContractEvaluator(chainParamsFromArgs(args)),
      migrations: [addressIndexMigrations],
      observers: (db) => {
        index = createAddressIndex({ db })
        return [index.observer]
      },
      addressIndex: () => index!,
    })
  })
  afterAll(() => node?.close())

  function grow(height: number): void {
    const { chain, clock } = node
    while (chain.tip().height < height) {
      const { hex, hash } = base[chain.tip().height]!
      const bytes = fromHex(hex)
      clock.set(Math.max(clock.now(), parseBlock(bytes).header.time))
      const answer = chain.submitBlock(bytes)
      // An earlier case may have submitted this block already.
      if (answer === 'duplicate') chain.reconsiderBlock(chain.byHash(fromHex(hash).reverse())!)
      else if (answer !== null) throw new Error(`block ${hash} of the base chain: ${answer}`)
    }
  }

  const answered = new Map<string, string>()

  function submitBlock({ hex }: RecordedCase): string {
    const known = answered.get(hex)
    if (known !== undefined) return known
    const { chain, clock } = node
    const before = chain.tip()
    let answer: string
    try {
      const bytes = fromHex(hex)
      const block = parseBlock(bytes)
      clock.set(Math.max(clock.now(), block.header.time))
      const reply = chain.submitBlock(bytes)
      answer = reply === null && chain.tip() !== before ? 'accepted (null)' : `rejected (${reply})`
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      answer = 'rejected (-22: Block decode failed)'
    }
    answered.set(hex, answer)
    if (chain.tip() !== before && hex !== base[before.height]?.hex) {
      expect(chain.invalidateBlock(chain.tip())).toEqual({ ok: true })
      expect(chain.tip()).toBe(before)
    }
    return answer
  }

  function submitTransaction({ hex }: RecordedCase): string {
    const { params, chain, verifier, clock } = node
    const evaluator = new ContractEvaluator(params)
    const deps = { params, chain, verifier, clock, logger: silentLogger, evaluator, addressIndex: index! }
    const mempool = new Mempool(defaultMempoolPolicy(params), deps)
    const answer = mempool.accept(readTransaction(new ByteReader(fromHex(hex))), { rejectAbsurdFee: true })
    if (answer.ok) return 'ok'
    return answer.kind === 'rejected' ? `-26: ${answer.code}: ${answer.reason}` : answer.kind
  }

  // In chain order, because a verdict depends on the blocks below.
  for (let height = 0; height <= base.length; height++) {
    const given = [
      ...casesByMethod('sendrawtransaction').map((each) => ({ ...each, judge: submitTransaction, tip: each.height })),
      ...blocksOn(height).map((each) => ({ ...each, judge: submitBlock, tip: height })),
    ].filter(({ tip }) => tip === height)
    if (given.length === 0) continue
    describe(`on block ${height}`, () => {
      it.each(given.map((each) => [each.name, each] as const))('%s', (_, each) => {
        grow(height)
        expect(each.judge(each)).toBe(each.reference)
      })
    })
  }

  it.each(casesByMethod('decodescript').map((each) => [each.name, each] as const))('%s', (_, { hex, reference }) => {
    const { type, required = null, addresses } = extractDestinations(fromHex(hex), { cc: true })
    expect(JSON.stringify([type, required, addresses.length === 0 ? null : addresses])).toBe(reference)
  })

  it('runs all 220 blocks, 11 transactions, 36 scripts and 68 splits', () => {
    const counts = (['submitblock', 'sendrawtransaction', 'decodescript'] as const).map(
      (how) => casesByMethod(how).length,
    )
    expect({ base: base.length, counts, splits: splits.length }).toEqual({
      base: 423,
      counts: [220, 11, 36],
      splits: 68,
    })
    expect([...cases, ...splits].every(({ params }) => params === args.join(' '))).toBe(true)
    const blocks = base.flatMap((_, i) => blocksOn(i)).concat(blocksOn(base.length))
    expect(blocks).toHaveLength(220 + 68)
    expect(node.chain.tip().height).toBe(base.length)
  })
})

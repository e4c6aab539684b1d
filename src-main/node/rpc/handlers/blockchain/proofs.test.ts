import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JsonValue, parseJson } from '#shared/json.ts'
import { parseParams } from '#shared/rpc/args.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { methods } from '#shared/rpc/index.ts'
import { chainParamsFromArgs } from '../../../consensus/index.ts'
import { ContractEvaluator } from '../../../contracts/index.ts'
import { readRecordedBlocks } from '../../../contracts/testing/recorded.ts'
import { computeTxid, proveTransactions, readMerkleProof, serializeBlock } from '../../../primitives/index.ts'
import {
  createTestNode,
  RECORDED_ARGS,
  readVector,
  type TestNode,
  turnsDuring,
  withMethods,
} from '../../../testing/index.ts'
import { createProofHandlers } from './proofs.ts'
import { createVerifyChainHandlers } from './verifyChain.ts'

interface RecordedCall {
  readonly seq: number
  readonly method: 'gettxoutproof' | 'verifytxoutproof'
  readonly params: string
  readonly response: { readonly result: unknown; readonly error: { code: number; message: string } | null }
}

/** Returns the recorded calls with komodod's replies, in order. */
function recordedCalls(): RecordedCall[] {
  const lines = readVector('regtest/transcript.jsonl').split('\n')
  return lines.flatMap((line) => {
    if (!/"method":"(gettxoutproof|verifytxoutproof)"/.test(line)) return []
    const { seq, method, params, response_raw: raw } = JSON.parse(line)
    return [{ seq, method, params: JSON.stringify(params), response: JSON.parse(raw) }]
  })
}

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
let node: TestNode
const handlers = () => ({ ...createProofHandlers(node), ...createVerifyChainHandlers(node) })

beforeAll(() => {
  const evaluator = new ContractEvaluator(chainParamsFromArgs(RECORDED_ARGS.regtest))
  node = createTestNode({ args: RECORDED_ARGS.regtest, time: 1, evaluator })
  for (const block of readRecordedBlocks('regtest').slice(1)) {
    node.clock.set(block.header.time)
    expect(node.chain.submitBlock(serializeBlock(block))).toBeNull()
  }
})
afterAll(() => node.close())

function answer({ method, params }: RecordedCall): unknown {
  try {
    const values = parseParams(methods[method], parseJson(params) as JsonValue[], { maxMoney: 0n })
    const handler = handlers()[method] as (values: unknown, context: CallContext) => unknown
    return { result: handler(values, context), error: null }
  } catch (error) {
    const { code, message } = error as { code: number; message: string }
    return { result: null, error: { code, message } }
  }
}

describe('proofs that transactions are in a block', () => {
  const calls = recordedCalls()
  it.each(calls)('equal komodod’s recorded reply: $seq $method', (call) => {
    expect(calls).toHaveLength(13)
    const { result, error } = call.response
    expect(answer(call)).toEqual({ result, error })
  })

  it('verify for every choice of transactions, and fail with another root', () => {
    const leaves = Array.from({ length: 7 }, (_, at) => new Uint8Array(32).fill(at + 1))
    for (let count = 1; count <= leaves.length; count++) {
      const txids = leaves.slice(0, count)
      for (let choice = 1; choice < 2 ** count; choice++) {
        const proof = proveTransactions(txids, (_, at) => (choice & (1 << at)) !== 0)
        const read = readMerkleProof(proof)
        expect(read.txids).toEqual(txids.filter((_, at) => (choice & (1 << at)) !== 0))
        expect(read.root).toEqual(readMerkleProof(proveTransactions(txids, () => true)).root)
        expect(readMerkleProof({ ...proof, hashes: proof.hashes.slice(1) }).root).toBeUndefined()
        expect(readMerkleProof({ ...proof, total: 0 }).root).toBeUndefined()
      }
    }
    // Two equal neighbours form the tree of a list whose last element is duplicated (CVE-2012-2459).
    const twice = [leaves[0]!, leaves[0]!]
    expect(readMerkleProof(proveTransactions(twice, () => true)).root).toBeUndefined()
  })
})

describe('verifychain', () => {
  const check = (checklevel: number, numblocks: number, over: Partial<CallContext> = {}) =>
    handlers().verifychain({ checklevel, numblocks }, { ...context, ...over })

  it('finds no fault at any level of a recorded chain, yields to the event loop, and reports progress', async () => {
    const reported: number[] = []
    const turns = await turnsDuring(async () => {
      expect(await check(4, 0, { progress: ({ done }) => void reported.push(done) })).toBe(true)
    })
    expect(turns).toBeGreaterThan(3)
    expect(reported.length).toBeGreaterThan(3)
    for (const level of [-1, 0, 1, 2, 3, 9]) expect(await check(level, 20)).toBe(true)
  })

  it('returns false if a coin differs from its block, and if its spend is missing', async () => {
    const { chain } = node
    const wrong = (over: Partial<TestNode['chain']>) =>
      createVerifyChainHandlers({ ...node, chain: withMethods(chain, over) }).verifychain(
        { checklevel: 3, numblocks: 0 },
        context,
      )
    expect(await wrong({})).toBe(true)
    const last = chain.block(chain.tip())!.txs[0]!
    const txid = computeTxid(last)
    const output: typeof chain.output = (place) => {
      const coin = chain.output(place)
      return coin && Buffer.compare(place.hash, txid) === 0 ? { ...coin, value: coin.value + 1n } : coin
    }
    expect(await wrong({ output })).toBe(false)
    expect(await wrong({ spend: () => undefined })).toBe(false)
    expect(await wrong({ block: () => undefined })).toBe(false)
  })

  it('ends when the call is aborted', async () => {
    const stop = new AbortController()
    const running = check(4, 0, { signal: stop.signal })
    stop.abort()
    await expect(running).rejects.toThrow()
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import { addressIndexMigrations, createAddressIndex } from '../../../addressIndex/index.ts'
import { chainParamsFromArgs } from '../../../consensus/index.ts'
import { ContractEvaluator } from '../../../contracts/index.ts'
import type { PeerNetwork } from '../../../core/index.ts'
import { defaultMempoolPolicy, Mempool } from '../../../mempool/index.ts'
import { createTestNode, RECORDED_ARGS, silentLogger, type TestNode, vectorLines } from '../../../testing/index.ts'
import { readVector } from '../../../testing/vectors.ts'
import { fromHex } from '../../../util/index.ts'
import { Dispatcher } from '../../dispatcher.ts'
import { handlersWith } from '../../testSupport.ts'
import { createControlHandlers } from '../control/control.ts'
import { createRawTransactionHandlers } from '../rawTransactions/rawTransactions.ts'
import { createBlockchainHandlers } from './blockchain.ts'
import { createChainTipHandlers } from './chainTips.ts'
import { createNotarisationHandlers } from './notarisations.ts'
import { createNotaryPayHandlers } from './notaryPay.ts'
import { createNotaryScanHandlers } from './notaryScan.ts'

interface RecordedBlock {
  readonly hex: string
  readonly time: number
}

interface RecordedCall {
  /** Missing if all calls were made at the last tip. */
  readonly at?: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly reply: {
    readonly result: unknown
    readonly error: { readonly code: number; readonly message: string } | null
  }
}

let node: TestNode
let call: (method: string, params: readonly unknown[]) => Promise<RecordedCall['reply']>

function open(args: readonly string[], time: number): void {
  let index: ReturnType<typeof createAddressIndex> | undefined
  node = createTestNode({
    args,
    time,
    evaluator: new ContractEvaluator(chainParamsFromArgs(args)),
    migrations: [addressIndexMigrations],
    observers: (db) => {
      index = createAddressIndex({ db })
      return [index.observer]
    },
    addressIndex: () => index!,
  })
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
  chain.subscribe((update) => mempool.update(update))
  const unused = (): never => {
    throw new Error('not asked')
  }
  const deps = { params, chain, mempool, clock, longestChain: () => 0, wallet: undefined, spentIndex: true }
  const control = {
    ...{ pubkeyHex: () => undefined, payRate: 0n, relayRate: 100n, rpcPort: params.rpcPort, setMockTime: unused },
    ...{ publishing: () => [], setAutoMine: unused },
    peers: { connectionCount: () => 0, networks: () => [], timeOffset: () => 0 } as unknown as PeerNetwork,
  }
  const dispatcher = new Dispatcher({ logger: silentLogger, early: {} })
  const handlers = {
    ...createBlockchainHandlers(deps),
    ...createChainTipHandlers(deps),
    ...createControlHandlers({ ...deps, ...control }),
    ...createNotarisationHandlers(deps),
    ...createNotaryPayHandlers({ ...deps, addressIndex: index }),
    ...createNotaryScanHandlers(deps),
    ...createRawTransactionHandlers(deps),
  }
  dispatcher.open({ handlers: handlersWith(handlers), walletEnabled: false, maxMoney: params.maxMoney })
  call = async (method, given) => {
    try {
      const text = await dispatcher.callText(method, JSON.stringify(given), { transport: 'http' })
      return { result: JSON.parse(text), error: null }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return { result: null, error: { code: error.code, message: error.message } }
    }
  }
}
afterEach(() => node.close())

function submit({ hex, time }: RecordedBlock): void {
  node.clock.set(Math.max(node.clock.now(), time))
  node.chain.isInitialDownload()
  node.chain.submitBlock(fromHex(hex))
}

const pick = (of: unknown, names: RegExp) =>
  Object.fromEntries(Object.entries(of as object).filter(([name]) => names.test(name)))

/**
 * Returns the compared part of a reply. getinfo has many unrelated fields, and the block type is an addition of this
 * node.
 */
function shown(method: string, result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result
  if (method === 'getinfo') return pick(result, /otariz|prevMoM|^blocks$|tiptime/)
  return method === 'getblock' ? pick(result, /^(?!blocktype$)/) : result
}

async function compare({ method, params, reply }: RecordedCall): Promise<void> {
  const { result, error } = await call(method, params)
  expect({ result: shown(method, result), error }, `${method} ${JSON.stringify(params)}`).toEqual({
    result: shown(method, reply.result),
    error: reply.error,
  })
}

describe('replies of the recorded chain with notarisations', () => {
  const { options } = JSON.parse(readVector('staked/NTZ/params.json')) as { options: string[] }
  const blocks = vectorLines<RecordedBlock>('staked/NTZ/blocks.jsonl')
  const forks = vectorLines<RecordedBlock>('staked/NTZ/forks.jsonl')
  const calls = vectorLines<RecordedCall>('staked/NTZ/transcript.jsonl')
  const asked = (at: string) => calls.filter((one) => one.at === at)

  beforeEach(() =>
    open(
      options.filter((word) => word.startsWith('-ac_')),
      blocks[0]!.time,
    ),
  )

  it('equal the recorded replies at each step', async () => {
    const moments: readonly (readonly [string, readonly RecordedBlock[]])[] = [
      ['before any notarisation', blocks.slice(0, 6)],
      ['notarised 5 by block 7', blocks.slice(6, 7)],
      ['block 8: nothing counts', blocks.slice(7, 8)],
      ['block 9', blocks.slice(8)],
      ['after the reorganisation from 6 on', forks],
      ['invalidate', []],
    ]
    let compared = 0
    for (const [at, more] of moments) {
      more.forEach(submit)
      for (const recorded of asked(at)) {
        // Replies that do not depend on notarisations are compared with other recordings.
        if (recorded.method === 'getblockchaininfo') continue
        await compare(recorded)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(45)
  })

  it('reject invalidating the notarised block, as komodod does, but before any block is disconnected', async () => {
    for (const block of [...blocks, ...forks]) submit(block)
    for (const recorded of asked('invalidate')) await compare(recorded)
    expect(node.chain.tip().height).toBe(10)
  })
})

// For chains with staking see e2e/compat/tipReplies.extended.test.ts.
describe('replies about notaries and rates', () => {
  it('equal the recorded replies of a chain without staking', async () => {
    const recorded = vectorLines<{ method: string | null; params: unknown[]; tip?: number; response_raw: string }>(
      'regtest/transcript.jsonl',
    )
    const blocks = vectorLines<{
      height: number
      hex: string
      verbose1?: { time: number }
      verbose?: { time: number }
    }>('regtest/blocks.jsonl').slice(1)
    open(RECORDED_ARGS.regtest, 1_700_020_000)
    let compared = 0
    for (const { method, params, tip = 0, response_raw } of recorded) {
      if (!/^(checknotarization|getnotarypayinfo|getchaintxstats|minerids|notaries)$/.test(method ?? '')) continue
      for (const { height, hex } of blocks)
        if (height <= tip && node.chain.tip().height < height) submit({ hex, time: 1_700_020_000 })
      await compare({ method: method!, params, reply: JSON.parse(response_raw) as RecordedCall['reply'] })
      compared++
    }
    expect(compared).toBeGreaterThan(15)
  })
})

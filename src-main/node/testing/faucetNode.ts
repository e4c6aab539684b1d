import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { type ChainParams, chainParamsFromArgs } from '../consensus/index.ts'
import { Faucet, type FaucetDeps } from '../contracts/faucet/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import type { AddressIndexView, CcEvaluator } from '../core/index.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import type { SigningKeys } from '../script/index.ts'
import { createBuildContext } from '../transactions/index.ts'
import { equal } from '../util/index.ts'
import { type TestKey, testKey } from './testKeys.ts'
import { createTestNode, silentLogger, TEST_ARGS, type TestNode } from './testNode.ts'

export interface FaucetNode {
  readonly node: TestNode
  readonly mempool: Mempool
  readonly addressIndex: AddressIndexView
  readonly faucet: Faucet
  /** reasons of module rejections, in order */
  readonly refusals: string[]
  /** identity that claims; the test may change it */
  identity: TestKey | undefined
  /** advances the monotonic clock and runs due timers */
  pass(millis: number): void
  build: (key: TestKey) => ReturnType<typeof createBuildContext>
  close(): Promise<void>
}

export interface FaucetNodeOptions extends Pick<FaucetDeps, 'startSearch'> {
  readonly args?: readonly string[]
  readonly identity?: TestKey
  /** false to omit the indexes */
  readonly indexed?: boolean
  /** default: all bytes are equal, so that every search is the same */
  readonly random?: FaucetDeps['random']
}

const KEYS: SigningKeys = {
  keyOf(hash) {
    const key = Array.from({ length: 10 }, (_, number) => testKey(number)).find((each) => equal(each.hash, hash))
    return key && { privateKey: key.priv, compressed: true }
  },
  scriptOf: () => undefined,
}

/** Creates timers that run when the test advances the time. */
function createTimers() {
  let now = 0
  let last = 0
  const waiting = new Map<number, { readonly at: number; readonly callback: () => void }>()
  return {
    millis: () => now,
    set(callback: () => void, delay: number) {
      waiting.set(++last, { at: now + delay, callback })
      return last
    },
    clear: (timer: unknown) => void waiting.delete(timer as number),
    pass(millis: number) {
      const end = now + millis
      for (;;) {
        const due = [...waiting].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (!due) break
        waiting.delete(due[0])
        now = due[1].at
        due[1].callback()
      }
      now = end
    },
  }
}

function recording(params: ChainParams, refusals: string[]): CcEvaluator {
  const evaluator = new ContractEvaluator(params)
  return {
    evaluate(...given) {
      const verdict = evaluator.evaluate(...given)
      if (!verdict.ok) refusals.push(verdict.reason)
      return verdict
    },
  }
}

/** Creates a real chain with address index, mempool and faucet, and mature coins of test key 0. */
export function createFaucetNode(options: FaucetNodeOptions): FaucetNode {
  const args = options.args ?? TEST_ARGS
  const refusals: string[] = []
  const evaluator = recording(chainParamsFromArgs(args), refusals)
  let index: AddressIndexView | undefined
  const node: TestNode = createTestNode({
    args,
    evaluator,
    migrations: [addressIndexMigrations],
    observers: (db) => {
      const created = createAddressIndex({ db, ledger: () => node.storage.ledger })
      index = created
      return [created.observer]
    },
    addressIndex: () => index!,
    maxReorg: 1000,
  })
  const addressIndex = index!
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(
    { ...defaultMempoolPolicy(params), requireStandard: false },
    { params, chain, verifier, clock, logger: silentLogger, evaluator, addressIndex },
  )
  chain.subscribe((update) => mempool.update(update))
  node.mine(1 + params.coinbaseMaturity)
  const timers = createTimers()
  const build = (key: TestKey) => createBuildContext({ chain, mempool, keys: KEYS }, key.pub)
  const self: FaucetNode = {
    node,
    mempool,
    addressIndex,
    refusals,
    identity: options.identity,
    pass: timers.pass,
    build,
    faucet: new Faucet({
      params,
      chain,
      mempool,
      addressIndex: options.indexed === false ? undefined : addressIndex,
      pubkey: () => self.identity?.pub,
      isOwn: () => false,
      buildContext: (pubkey) => createBuildContext({ chain, mempool, keys: KEYS }, pubkey),
      startSearch: options.startSearch,
      clock: { now: () => clock.now(), millis: timers.millis },
      random: options.random ?? { bytes: (length) => new Uint8Array(length).fill(7) },
      logger: silentLogger,
      timers,
    }),
    async close() {
      await self.faucet.claims.close()
      node.close()
    },
  }
  return self
}

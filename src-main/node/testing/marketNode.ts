import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import type { OrderContext } from '../contracts/assets/index.ts'
import {
  ContractEvaluator,
  type ContractIndexes,
  contractMigrations,
  contractObservers,
  contractRebuilds,
  createContractIndexes,
} from '../contracts/index.ts'
import { buildTokenCreate, type TokenCreateRequest } from '../contracts/tokens/index.ts'
import type { AddressIndexView } from '../core/index.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import { computeTxid, type Transaction } from '../primitives/index.ts'
import type { SigningKeys } from '../script/index.ts'
import type { DerivedIndex } from '../storage/index.ts'
import { createBuildContext } from '../transactions/index.ts'
import { equal } from '../util/index.ts'
import { type TestKey, testKey } from './testKeys.ts'
import { createTestNode, silentLogger, TEST_ARGS, type TestNode, type TestNodeOptions } from './testNode.ts'

/** Number of participants in a market node; the first receives the rewards. */
const PEOPLE = 10

export interface MarketNode {
  readonly node: TestNode
  readonly mempool: Mempool
  readonly addressIndex: AddressIndexView
  readonly indexes: ContractIndexes
  readonly rebuilds: readonly DerivedIndex[]
  /** builds the context that order builders take, for a participant and the current tip */
  context(key: TestKey): OrderContext
  /** adds a transaction to the mempool. @throws Error with the reason if it is rejected */
  send(tx: Transaction): Uint8Array
  /** mines a block with all mempool transactions, or with the given ones only */
  mine(txs?: readonly Transaction[]): void
  /** creates a confirmed token whose supply the participant owns */
  createToken(key: TestKey, request?: Partial<TokenCreateRequest>): Uint8Array
  /** gives a participant coins in `outputs` confirmed outputs */
  fund(key: TestKey, outputs: number, value: bigint): void
  close(): void
}

const KEYS: SigningKeys = {
  keyOf(hash) {
    const key = Array.from({ length: PEOPLE }, (_, number) => testKey(number)).find((each) => equal(each.hash, hash))
    return key && { privateKey: key.priv, compressed: true }
  },
  scriptOf: () => undefined,
}

/** For tests: creates a real chain with all module indexes, a mempool, and mature coins of test key 0. */
export function createMarketNode(options: Pick<TestNodeOptions, 'dataDir' | 'args'> = {}): MarketNode {
  const evaluator = new ContractEvaluator(chainParamsFromArgs(options.args ?? TEST_ARGS))
  let index: AddressIndexView | undefined
  let indexes: ContractIndexes | undefined
  const node: TestNode = createTestNode({
    ...options,
    evaluator,
    migrations: [addressIndexMigrations, ...contractMigrations],
    observers(db) {
      const addresses = createAddressIndex({ db, ledger: () => node.storage.ledger })
      index = addresses
      indexes = createContractIndexes({ db, transaction: (txid) => node.forIndexes.transaction(txid)?.tx })
      return [addresses.observer, ...contractObservers(indexes)]
    },
    addressIndex: () => index!,
    maxReorg: 1000,
  })
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(
    { ...defaultMempoolPolicy(params), requireStandard: false },
    { params, chain, verifier, clock, logger: silentLogger, evaluator, addressIndex: index! },
  )
  chain.subscribe((update) => mempool.update(update))
  if (chain.tip().height === 0) node.mine(1 + params.coinbaseMaturity)

  const context = (key: TestKey): OrderContext => ({
    ...createBuildContext({ chain, mempool, keys: KEYS }, key.pub),
    coins: { coins: () => node.coins(key) },
    tokens: indexes!.tokens,
    find: (txid) => mempool.get(txid)?.tx ?? chain.transaction(txid)?.tx,
    isUnspent: (outpoint) => chain.coin(outpoint) !== undefined,
  })
  const self: MarketNode = {
    ...{ node, mempool, context, addressIndex: index!, indexes: indexes! },
    rebuilds: contractRebuilds(indexes!, {
      connectedBlock: node.forIndexes.connectedBlock,
      height: () => chain.tip().height,
    }),
    send(tx) {
      const answer = mempool.accept(tx, { rejectAbsurdFee: false })
      if (!answer.ok) throw new Error(answer.kind === 'missing-inputs' ? answer.kind : answer.reason)
      return computeTxid(tx)
    },
    mine(txs) {
      const entries = mempool.ordered().filter(({ tx }) => txs === undefined || txs.includes(tx))
      node.mineBlock({ txs: entries.map(({ tx }) => tx), fees: entries.reduce((sum, { fee }) => sum + fee, 0n) })
    },
    createToken(key, request = {}) {
      const token = { name: new TextEncoder().encode('GOLD'), supply: 100_000n, description: new Uint8Array() }
      const txid = self.send(buildTokenCreate({ ...token, ...request }, context(key)))
      self.mine()
      return txid
    },
    fund(key, outputs, value) {
      const paid = Array.from({ length: outputs }, () => ({ value, scriptPubKey: key.p2pk }))
      self.send(node.pay(testKey(0), paid, 10_000n))
      self.mine()
    },
    close: node.close,
  }
  return self
}

import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import {
  ContractEvaluator,
  type ContractIndexes,
  contractMigrations,
  contractObservers,
  createContractIndexes,
} from '../contracts/index.ts'
import type { AddressIndexView } from '../core/index.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import type { Block, Transaction } from '../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode } from './testNode.ts'

/** Recorded regtest chain that is replayed block by block, with its mempool and every index. */
export interface RecordedNode {
  readonly node: TestNode
  readonly mempool: Mempool
  readonly addressIndex: AddressIndexView
  readonly indexes: ContractIndexes
  /** connects blocks up to this height. @throws Error with the reply for a rejected block */
  advance(height: number): void
  /** returns true if the mempool accepts the transaction */
  send(tx: Transaction): boolean
  close(): void
}

/** @param blocks genesis first */
export function createRecordedNode(args: readonly string[], blocks: readonly Block[]): RecordedNode {
  const params = chainParamsFromArgs(args)
  const evaluator = new ContractEvaluator(params)
  let index: AddressIndexView | undefined
  let indexes: ContractIndexes | undefined
  const node: TestNode = createTestNode({
    args,
    evaluator,
    maxReorg: 1000,
    migrations: [addressIndexMigrations, ...contractMigrations],
    observers(db) {
      const addresses = createAddressIndex({ db, ledger: () => node.storage.ledger })
      index = addresses
      indexes = createContractIndexes({ db, transaction: (txid) => node.forIndexes.transaction(txid)?.tx })
      return [addresses.observer, ...contractObservers(indexes)]
    },
    addressIndex: () => index!,
  })
  const { chain, verifier, clock } = node
  const mempool = new Mempool(
    { ...defaultMempoolPolicy(params), requireStandard: false },
    { params, chain, verifier, clock, logger: silentLogger, evaluator, addressIndex: index! },
  )
  chain.subscribe((update) => mempool.update(update))
  return {
    ...{ node, mempool, addressIndex: index!, indexes: indexes! },
    advance(height) {
      while (chain.tip().height < height) {
        const block = blocks[chain.tip().height + 1]!
        clock.set(block.header.time)
        const answer = node.submit(block)
        if (answer !== null) throw new Error(`block ${chain.tip().height + 1}: ${answer}`)
      }
    },
    send: (tx) => mempool.accept(tx, { rejectAbsurdFee: false }).ok,
    close: node.close,
  }
}

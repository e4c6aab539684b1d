import { afterEach, describe, expect, it } from 'vitest'
import { parseJson } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { explorerMethods } from '#shared/rpc/methods/explorer.ts'
import { addressIndexMigrations, createAddressIndex } from '../../../addressIndex/index.ts'
import { chainParamsFromArgs } from '../../../consensus/index.ts'
import {
  ContractEvaluator,
  contractMigrations,
  contractObservers,
  createContractIndexes,
} from '../../../contracts/index.ts'
import { readRecordedBlocks } from '../../../contracts/testing/recorded.ts'
import { defaultMempoolPolicy, Mempool } from '../../../mempool/index.ts'
import { COIN, computeTxid, serializeBlock, type Transaction } from '../../../primitives/index.ts'
import { OP } from '../../../script/index.ts'
import {
  createTestNode,
  RECORDED_ARGS,
  silentLogger,
  type TestNode,
  testKey,
  turnsDuring,
} from '../../../testing/index.ts'
import { toDisplayHex } from '../../../util/index.ts'
import { createExplorerHandlers } from './explorer.ts'
import { createMempoolHandlers } from './mempool.ts'
import { createSupplyHandlers } from './supply.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const toDisplayTxid = (tx: Transaction) => toDisplayHex(computeTxid(tx)) as never
let close: (() => void) | undefined
afterEach(() => close?.())

function open(args?: readonly string[]) {
  const evaluator = args && new ContractEvaluator(chainParamsFromArgs(args))
  let addresses: ReturnType<typeof createAddressIndex> | undefined
  let modules: ReturnType<typeof createContractIndexes> | undefined
  const node: TestNode = createTestNode({
    ...(args && { args, time: 1, evaluator: evaluator! }),
    migrations: [addressIndexMigrations, ...contractMigrations],
    observers: (db) => {
      addresses = createAddressIndex({ db })
      modules = createContractIndexes({ db, transaction: (txid) => node.forIndexes.transaction(txid)?.tx })
      return [addresses.observer, ...contractObservers(modules)]
    },
    addressIndex: () => addresses!,
  })
  close = () => node.close()
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(
    { ...defaultMempoolPolicy(params), requireStandard: false },
    { ...{ params, chain, verifier, clock, logger: silentLogger }, ...(evaluator && { evaluator }) },
  )
  chain.subscribe((update) => mempool.update(update))
  const deps = { params, chain, mempool, wallet: undefined, contractIndexes: modules, spentIndex: true }
  const calls = createExplorerHandlers(deps)
  return {
    ...{ node, mempool, calls },
    mempoolCalls: createMempoolHandlers({ mempool, params, chain }),
    summary: (name: string) => calls.getblocksummary({ 'hash|height': name }, context),
    list: (hash: string, from = 0, count = 100) =>
      calls.listblocktransactions({ hash: hash as never, from, count }, context),
    spenders: (tx: Transaction) => calls.listspenders({ txid: toDisplayTxid(tx), from: 0, count: 100 }, context),
    resolve: (hash: string) => calls.resolvehash({ hash: hash as never }, context),
  }
}

describe('explorer methods over a recorded chain', () => {
  it('list every transaction with its kind, and fees that add up to the block’s fees', async () => {
    const { node, summary, list, resolve } = open(RECORDED_ARGS.regtest)
    const kinds: Record<string, number> = {}
    for (const block of readRecordedBlocks('regtest').slice(1)) {
      node.clock.set(block.header.time)
      expect(node.chain.submitBlock(serializeBlock(block))).toBeNull()
      const { hashHex } = node.chain.tip()
      const blockSummary = await summary(hashHex)
      const { total, transactions } = await list(hashHex)
      expect(total).toBe(block.txs.length)
      expect(transactions.map(({ txid }) => txid)).toEqual(block.txs.map(toDisplayTxid))
      expect(transactions.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n)).toBe(blockSummary.fees)
      expect(blockSummary).toMatchObject({
        txcount: total,
        reward: transactions[0]!.amount,
        active: true,
        confirmations: 1,
      })
      for (const { kind, txid } of transactions) {
        kinds[kind] = (kinds[kind] ?? 0) + 1
        expect((await resolve(txid)).transaction).toMatchObject({ kind, state: 'confirmed', confirmations: 1 })
      }
    }
    expect(kinds).toEqual({ coinbase: 262, token: 22, order: 24, faucet: 5, payment: 50 })
  })

  it('distinguish a token from the transaction that created it, and return null for unknown hashes', async () => {
    const { node, resolve } = open(RECORDED_ARGS.tst1)
    for (const block of readRecordedBlocks('tst1').slice(1)) {
      node.clock.set(block.header.time)
      expect(node.chain.submitBlock(serializeBlock(block))).toBeNull()
    }
    const blocks = readRecordedBlocks('tst1')
    const found = await Promise.all(
      blocks.flatMap(({ txs }) => txs.map(async (tx) => await resolve(toDisplayTxid(tx)))),
    )
    const tokens = found.flatMap(({ token }) => token ?? [])
    expect(tokens).toHaveLength(5)
    for (const { transaction, token, block } of found) {
      expect(block).toBeNull()
      if (token) expect(transaction).toMatchObject({ kind: 'token', txid: token.tokenid })
    }
    expect(await resolve('ab'.repeat(32))).toEqual({ block: null, transaction: null, token: null })
    const { hashHex, height } = node.chain.tip()
    expect((await resolve(hashHex)).block).toMatchObject({ height, active: true })
  })
})

describe('explorer methods', () => {
  it('show pages of a block, of a disconnected block, and of the genesis block', async () => {
    const { node, list, summary, resolve } = open()
    node.mine(4)
    const fork = node.chain.tip()
    const pay = node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(3).p2pkh }], 7n)
    node.mineBlock({ txs: [pay] })
    const { hashHex } = node.chain.tip()
    expect(await list(hashHex, 1, 1)).toMatchObject({
      total: 2,
      transactions: [{ place: 1, txid: toDisplayTxid(pay), fee: 7n, kind: 'payment' }],
    })
    expect((await list(hashHex, 5)).transactions).toEqual([])
    node.submit(node.buildBlock({ prev: fork, txs: [] }))
    node.chain.invalidateBlock(node.chain.tip())
    expect(await summary(hashHex)).toMatchObject({ active: false, confirmations: -1, nextblockhash: null, fees: 7n })
    expect((await list(hashHex)).transactions).toHaveLength(2)
    expect((await resolve(hashHex)).block).toMatchObject({ active: false })
    const first = await summary('0')
    expect(first).toMatchObject({ height: 0, previousblockhash: null, txcount: 1 })
    expect((await list(first.hash)).transactions).toMatchObject([{ kind: 'coinbase', fee: null }])
    for (const [name, text] of [
      ['99', 'Block height out of range'],
      ['x', 'Invalid block height parameter'],
      ['ab'.repeat(32), 'Block not found'],
    ] as const)
      expect(() => summary(name)).toThrow(text)
  })

  it('return confirmed and unconfirmed spenders, and the state of a transaction', async () => {
    const { node, mempool, mempoolCalls, spenders, resolve } = open()
    node.mine(4)
    const pay = node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(3).p2pkh }])
    const next = node.build({
      inputs: [node.inputOf(pay, 0, testKey(3))],
      outputs: [{ value: COIN - 10_000n, scriptPubKey: testKey(4).p2pkh }],
    })
    expect(mempool.accept(pay, { rejectAbsurdFee: false })).toMatchObject({ ok: true })
    expect(mempool.accept(next, { rejectAbsurdFee: false })).toMatchObject({ ok: true })
    expect(await spenders(pay)).toEqual([{ n: 0, txid: toDisplayTxid(next), index: 0, height: -1 }])
    expect((await resolve(toDisplayTxid(next))).transaction).toMatchObject({
      state: 'mempool',
      confirmations: 0,
      block: null,
    })
    const { transactions } = await mempoolCalls.getmempoolsummary({ count: 20 }, context)
    expect(transactions.map(({ txid, kind }) => [txid, kind])).toEqual([
      [toDisplayTxid(next), 'payment'],
      [toDisplayTxid(pay), 'payment'],
    ])
    node.mineBlock({ txs: [pay, next] })
    expect(await spenders(pay)).toEqual([{ n: 0, txid: toDisplayTxid(next), index: 0, height: 5 }])
    expect((await resolve(toDisplayTxid(next))).transaction).toMatchObject({
      state: 'confirmed',
      block: { height: 5, place: 2 },
    })
  })

  it('return the same supply as coinsupply, from the genesis block to the tip', async () => {
    const { node, calls } = open()
    node.mine(8)
    const [coin] = node.coins(testKey(0))
    const burn = { value: COIN, scriptPubKey: Uint8Array.of(OP.OP_RETURN, 1, 7) }
    const rest = { value: coin!.value - COIN, scriptPubKey: testKey(1).p2pkh }
    node.mineBlock({ txs: [node.build({ inputs: [coin!], outputs: [burn, rest] })] })
    const rows = await calls.listsupply({ points: 4 }, context)
    expect(rows.map(({ height }) => height)).toEqual([0, 3, 6, 9])
    expect(rows[0]?.supply).toBe(0n)
    const { coinsupply } = createSupplyHandlers({ params: node.params, chain: node.chain, clock: node.clock })
    for (const { height, supply } of rows.slice(1)) {
      expect(await coinsupply({ height: String(height) }, context)).toMatchObject({ total: supply })
    }
    const text = explorerMethods.listsupply.result.encode(rows)
    expect(explorerMethods.listsupply.result.decode(parseJson(text))).toEqual(rows)
    expect((await calls.listsupply({ points: 500 }, context)).map(({ height }) => height)).toEqual([
      ...Array(10).keys(),
    ])
  })

  it('yield to the event loop while they list a large block', async () => {
    const { node, list } = open()
    node.mine(4)
    const outputs = Array.from({ length: 600 }, () => ({ value: 1000n, scriptPubKey: testKey(3).p2pkh }))
    const split = node.pay(testKey(0), outputs)
    const spends = outputs.map((_, n) =>
      node.build({
        inputs: [node.inputOf(split, n, testKey(3))],
        outputs: [{ value: 900n, scriptPubKey: testKey(4).p2pkh }],
      }),
    )
    node.mineBlock({ txs: [split, ...spends] })
    const { hashHex } = node.chain.tip()
    const turns = await turnsDuring(async () => {
      expect((await list(hashHex, 2, 500)).transactions.map(({ fee }) => fee)).toEqual(Array(500).fill(100n))
    })
    expect(turns).toBeGreaterThan(20)
  })
})

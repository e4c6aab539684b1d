import { describe, expect, it } from 'vitest'
import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import { OP } from '../script/index.ts'
import { createTestNode, RECORDED_ARGS, type TestNode, vectorLines } from '../testing/index.ts'
import { fromDisplayHex, fromHex, toDisplayHex } from '../util/index.ts'

interface Pool {
  readonly id: string
  readonly chainValueZat: number
  readonly valueDeltaZat: number
}

interface Verbose {
  readonly time: number
  readonly bits: string
  readonly chainwork: string
  readonly size: number
  readonly tx: readonly string[]
  readonly valuePools: readonly Pool[]
}

interface RecordedBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
  readonly verbose?: Verbose
  readonly verbose1?: Verbose
}

const getVerbose = (block: RecordedBlock): Verbose => (block.verbose ?? block.verbose1)!

function open(args: readonly string[], time: number): TestNode {
  let index: ReturnType<typeof createAddressIndex> | undefined
  return createTestNode({
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
}

function checkEntry({ chain }: TestNode, block: RecordedBlock): void {
  const entry = chain.tip()
  const { bits, chainwork, size, tx, valuePools } = getVerbose(block)
  expect(entry.hashHex).toBe(block.hash)
  expect(entry.bits).toBe(Number.parseInt(bits, 16))
  expect(entry.chainWork).toBe(BigInt(`0x${chainwork}`))
  expect([entry.size, entry.txCount, entry.status]).toEqual([size, tx.length, 'valid'])
  const pool = (id: string): Pool => valuePools.find((one) => one.id === id)!
  const supply = chain.supply(entry)!
  expect([supply.transparentDelta, supply.transparent].map(Number)).toEqual([
    pool('transparent').valueDeltaZat,
    pool('transparent').chainValueZat,
  ])
  expect([supply.burnedDelta, supply.burned].map(Number)).toEqual([
    pool('burned').valueDeltaZat,
    pool('burned').chainValueZat,
  ])
}

describe('recorded chains', () => {
  it.each([
    ['tst1', RECORDED_ARGS.tst1, 85],
    ['regtest', RECORDED_ARGS.regtest, 262],
  ] as const)('connects %s block by block and matches the recorded values', (name, args, height) => {
    const blocks = vectorLines<RecordedBlock>(`${name}/blocks.jsonl`)
    const node = open(args, 1)
    try {
      checkEntry(node, blocks[0]!)
      for (const block of blocks.slice(1)) {
        node.clock.set(getVerbose(block).time)
        expect(node.chain.submitBlock(fromHex(block.hex))).toBeNull()
        checkEntry(node, block)
      }
      expect(node.chain.tip().height).toBe(height)
      const { automatic } = node.chain.upgrades()
      expect(automatic).toEqual({ trigger: 31, height: 61 })
    } finally {
      node.close()
    }
  })

  it('follows the recorded reorganisations and matches a node that never saw them', () => {
    const node = open(RECORDED_ARGS.regtest, 1_700_020_000)
    try {
      const blocks = vectorLines<RecordedBlock>('regtest/blocks.jsonl').slice(1)
      const stale = vectorLines<{ hex: string; tip_before: number }>('regtest/blocks_stale.jsonl')
      const answers: (string | null)[] = []
      // Each stale block is submitted before the final block at its height.
      for (const block of blocks) {
        for (const other of stale)
          if (other.tip_before + 1 === block.height) answers.push(node.chain.submitBlock(fromHex(other.hex)))
        node.chain.submitBlock(fromHex(block.hex))
      }
      expect(answers).toEqual([null, null, null, null])
      expect(node.chain.tip().hashHex).toBe(blocks.at(-1)!.hash)
      for (const { height, hash } of blocks) expect(node.chain.byHeight(height)!.hashHex).toBe(hash)
      const tips = node.chain.tips().map((entry) => [entry.height, node.chain.tipStatus(entry)])
      expect(tips).toEqual([
        [156, 'valid-fork'],
        [163, 'valid-fork'],
        [262, 'active'],
      ])
      const untouched = open(RECORDED_ARGS.regtest, 1_700_020_000)
      for (const { hex } of blocks) untouched.chain.submitBlock(fromHex(hex))
      const tables = ['txs', 'tx_keys', 'outputs', 'addresses', 'address_deltas', 'address_unspent']
      for (const table of tables) expect(dump(node, table)).toEqual(dump(untouched, table))
      untouched.close()
    } finally {
      node.close()
    }
  })

  it('computes the recorded coin statistics', async () => {
    const node = open(RECORDED_ARGS.regtest, 1_700_020_000)
    // gettxoutsetinfo at these heights: transactions, txouts, bytes_serialized, hash_serialized
    const recorded = new Map(
      vectorLines<{ method: string; params: unknown[]; response_raw: string }>('regtest/transcript.jsonl')
        .filter(({ method, params }) => method === 'gettxoutsetinfo' && params.length === 0)
        .map(({ response_raw }) => JSON.parse(response_raw).result)
        .map((result) => [result.height, result]),
    )
    let compared = 0
    const compare = async (): Promise<void> => {
      const { height, bestBlock, transactions, outputs, serializedBytes, hash, total } =
        await node.chain.coinStatistics()
      const expected = recorded.get(height)
      if (expected === undefined) return
      expect(toDisplayHex(bestBlock)).toBe(expected.bestblock)
      expect([transactions, outputs, serializedBytes]).toEqual([
        expected.transactions,
        expected.txouts,
        expected.bytes_serialized,
      ])
      expect(toDisplayHex(hash)).toBe(expected.hash_serialized)
      expect(Number(total) / 1e8).toBeCloseTo(expected.total_amount, 6)
      compared++
    }
    try {
      await compare()
      for (const { hex, height } of vectorLines<RecordedBlock>('regtest/blocks.jsonl').slice(1)) {
        node.chain.submitBlock(fromHex(hex))
        if (recorded.has(height)) await compare()
      }
      expect(compared).toBe(recorded.size)
      expect(compared).toBe(5)
    } finally {
      node.close()
    }
  })

  it('finds every recorded transaction, output and spend', () => {
    const node = open(RECORDED_ARGS.regtest, 1_700_020_000)
    try {
      const { chain } = node
      const blocks = vectorLines<RecordedBlock>('regtest/blocks.jsonl').slice(1)
      for (const { hex } of blocks) chain.submitBlock(fromHex(hex))
      for (const block of blocks) {
        const parsed = chain.block(chain.byHeight(block.height)!)!
        for (const [position, id] of getVerbose(block).tx.entries()) {
          const txid = fromDisplayHex(id)
          const found = chain.transaction(txid)!
          expect([found.block.height, found.position]).toEqual([block.height, position])
          expect(chain.txidOf(found.txNum)).toEqual({ txid, height: block.height, position })
          for (const [index, output] of found.tx.vout.entries()) {
            const outpoint = { hash: txid, index }
            expect(chain.output(outpoint)).toMatchObject({ value: output.value, height: block.height })
            const spend = chain.spend(outpoint)
            const unspendable = output.scriptPubKey[0] === OP.OP_RETURN
            expect(chain.coin(outpoint) === undefined).toBe(spend !== undefined || unspendable)
            if (spend === undefined) continue
            const spender = chain.transaction(spend.txid)!
            expect(spender.block.height).toBe(spend.height)
            expect(spender.tx.vin[spend.inputIndex]!.prevout).toEqual(outpoint)
          }
        }
        expect(parsed.txs).toHaveLength(getVerbose(block).tx.length)
      }
    } finally {
      node.close()
    }
  })
})

function dump({ storage }: TestNode, table: string): unknown[] {
  return storage.db.prepare(`SELECT * FROM ${table}`).safeIntegers().all()
}

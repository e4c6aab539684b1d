import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Chain, type ChainForIndexes, type CoinScanner, createChain, type ImportQueue } from '../chain/index.ts'
import type { ChainParams, Checkpoint } from '../consensus/index.ts'
import type { AddressIndexView, BlockObserver, CcEvaluator, Logger, Random } from '../core/index.ts'
import { type Block, computeTxid, serializeBlock, type Transaction, type TxOut } from '../primitives/index.ts'
import { type Database, type FreeBytes, type ModuleMigrations, Storage } from '../storage/index.ts'
import { toHex } from '../util/index.ts'
import { InlineVerifier, type Verifier } from '../verify/index.ts'
import { type BlockPlan, buildBlock } from './buildBlock.ts'
import { buildTransaction, type TestInput, type TransactionPlan } from './buildTransaction.ts'
import { recordedParams } from './recordedParams.ts'
import { createTestClock, type TestClock } from './testClock.ts'
import { type TestKey, testKey } from './testKeys.ts'

/** Sapling is active from block 1, so that every transaction has one form; conditions are enabled. */
export const TEST_ARGS: readonly string[] = [
  '-ac_name=TEST',
  '-regtest',
  '-ac_supply=1000',
  '-ac_reward=100000000',
  '-ac_cc=2',
  '-ac_sapling=1',
]

export interface TestNodeOptions {
  /** chain options; default TEST_ARGS */
  readonly args?: readonly string[]
  readonly migrations?: readonly ModuleMigrations[]
  readonly observers?: (db: Database) => readonly BlockObserver[]
  readonly evaluator?: CcEvaluator
  readonly addressIndex?: (db: Database) => AddressIndexView
  /** an existing or new directory that is kept; default: a new one that `close` removes */
  readonly dataDir?: string
  readonly reindex?: boolean
  readonly verifier?: (params: ChainParams) => Verifier
  /** unix seconds of the frozen clock; default an hour in 2023 */
  readonly time?: number
  readonly logger?: Logger
  readonly maxReorg?: number
  /** checkpoints of the chain, lowest first */
  readonly checkpoints?: readonly Checkpoint[]
  /** false to ignore checkpoints */
  readonly checkpointsEnabled?: boolean
  /** notaries to use instead of the elected ones */
  readonly notaries?: readonly TestKey[]
  readonly fatal?: (error: Error) => void
  readonly coinScanner?: CoinScanner
  readonly freeBytes?: FreeBytes
}

/** Chain in its own directory, with helpers to extend it. */
export interface TestNode {
  readonly dir: string
  readonly params: ChainParams
  readonly storage: Storage
  readonly chain: Chain
  readonly importQueue: ImportQueue
  readonly forIndexes: ChainForIndexes
  readonly verifier: Verifier
  readonly clock: TestClock
  /** builds a block on the tip, or as planned; its time is a minute after its parent's */
  buildBlock(plan?: Partial<BlockPlan>): Block
  /**
   * Builds a block, sets the clock to its time, and submits it.
   * @throws Error with the reply unless it becomes the tip
   */
  mineBlock(plan?: Partial<BlockPlan>): Block
  /** mines `count` empty blocks */
  mine(count: number): Block[]
  /** returns the reply of submitblock */
  submit(block: Block): string | null
  /** builds a signed transaction for the next block */
  build(plan: TransactionPlan): Transaction
  /**
   * Builds a signed transaction that spends unspent P2PK and P2PKH outputs of a key, oldest first, with change back to
   * it. Fee 0 unless given.
   */
  pay(from: TestKey, outputs: readonly TxOut[], fee?: bigint): Transaction
  /** returns unspent mature P2PK and P2PKH outputs of a key, in chain order */
  coins(key: TestKey): TestInput[]
  /** returns an output of a transaction as an input */
  inputOf(tx: Transaction, index: number, key?: TestKey): TestInput
  close(): void
}

export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLogger,
}

/** Deterministic source of bytes. */
export const testRandom: Random = { bytes: (length) => new Uint8Array(length).fill(7) }

const START = 1_700_000_000
const SPACING = 60

export function createTestNode(options: TestNodeOptions = {}): TestNode {
  const params = testParams(options)
  const dir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'chain-test-'))
  const { logger = silentLogger, migrations = [], reindex = false, freeBytes } = options
  const { magicBytes: magic, genesisHash } = params
  const place = { dataDir: dir, magic, genesisHash, migrations, reindex, durable: false }
  const storage = Storage.open(place, { logger, freeBytes })
  const clock = createTestClock(options.time ?? START)
  const { ccEnabled } = params
  const verifier = options.verifier?.(params) ?? new InlineVerifier({ ccEnabled }, { random: testRandom })
  const {
    chain,
    queue: importQueue,
    forIndexes,
  } = createChain(
    {
      params,
      checkpoints: options.checkpointsEnabled ?? true,
      ...(options.maxReorg !== undefined && { maxReorg: options.maxReorg }),
    },
    {
      storage,
      verifier,
      clock,
      logger,
      observers: options.observers?.(storage.db) ?? [],
      evaluator: options.evaluator,
      addressIndex: options.addressIndex?.(storage.db),
      fatal: options.fatal,
      ...(options.coinScanner && { coinScanner: options.coinScanner }),
    },
  )
  let tag = 0

  function planned(plan: Partial<BlockPlan> = {}): Block {
    const prev = plan.prev ?? chain.tip()
    const time = Math.max(prev.time + SPACING, START)
    return buildBlock(chain, params, { time, script: testKey(0).p2pk, tag: ++tag, ...plan })
  }

  function submit(block: Block): string | null {
    return chain.submitBlock(serializeBlock(block))
  }

  function mineBlock(plan?: Partial<BlockPlan>): Block {
    const block = planned(plan)
    if (block.header.time > clock.now()) clock.set(block.header.time)
    const answer = submit(block)
    if (answer !== null) throw new Error(`block ${chain.tip().height + 1}: ${answer}`)
    return block
  }

  const coins = (key: TestKey) => matureCoins(storage, key, chain.tip().height + 1 - params.coinbaseMaturity)

  function build(plan: TransactionPlan): Transaction {
    return buildTransaction(plan, chain.upgrades(), chain.tip().height + 1)
  }

  return {
    dir,
    params,
    storage,
    chain,
    importQueue,
    forIndexes,
    verifier,
    clock,
    buildBlock: planned,
    mineBlock,
    mine: (count) => Array.from({ length: count }, () => mineBlock()),
    submit,
    build,
    pay: (from, outputs, fee = 0n) => build(paymentPlan(coins(from), from, outputs, fee)),
    coins,
    inputOf(tx, index, key) {
      const { value, scriptPubKey } = tx.vout[index]!
      return { outpoint: { hash: computeTxid(tx), index }, value, scriptPubKey, ...(key && { key }) }
    },
    close() {
      chain.close()
      void verifier.close()
      storage.close()
      if (options.dataDir === undefined) rmSync(dir, { recursive: true, force: true })
    },
  }
}

function testParams({ args = TEST_ARGS, checkpoints, notaries }: TestNodeOptions): ChainParams {
  const keys = notaries?.map(({ pub }) => toHex(pub)).join(' ')
  return {
    ...recordedParams(args),
    ...(checkpoints && { checkpoints: { blocks: checkpoints, lastTime: 0 } }),
    ...(keys !== undefined && { notarySeasons: [{ until: 0xffff_ffff, keys }] }),
  }
}

/** Returns unspent P2PK and P2PKH outputs of a key, in chain order; coinbases up to height `mature` only. */
function matureCoins({ db }: Storage, key: TestKey, mature: number): TestInput[] {
  const rows = db
    .prepare<[Uint8Array, Uint8Array, number], [Uint8Array, bigint, bigint, Uint8Array]>(
      `SELECT t.txid, o.id - t.ordinal, o.value, o.script FROM outputs o
       JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= o.id)
       WHERE o.spent_by IS NULL AND o.script IN (?, ?) AND (t.position > 0 OR t.height <= ?) ORDER BY o.id`,
    )
    .raw(true)
    .safeIntegers(true)
  return rows.all(key.p2pk, key.p2pkh, mature).map(([hash, index, value, scriptPubKey]) => ({
    outpoint: { hash, index: Number(index) },
    value,
    scriptPubKey,
    key,
  }))
}

/** Plans to spend the oldest coins that suffice, with change back to the key. */
function paymentPlan(
  coins: readonly TestInput[],
  from: TestKey,
  outputs: readonly TxOut[],
  fee: bigint,
): TransactionPlan {
  const wanted = outputs.reduce((sum, output) => sum + output.value, fee)
  const inputs: TestInput[] = []
  let total = 0n
  for (const coin of coins) {
    if (total >= wanted && inputs.length > 0) break
    inputs.push(coin)
    total += coin.value
  }
  if (total < wanted) throw new Error('not enough coins')
  const change = total > wanted ? [{ value: total - wanted, scriptPubKey: from.p2pk }] : []
  return { inputs, outputs: [...outputs, ...change] }
}

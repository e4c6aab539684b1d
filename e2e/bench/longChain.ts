import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chainParamsFromArgs } from '../../src-main/node/consensus/index.ts'
import { computeTxid, type Transaction } from '../../src-main/node/primitives/index.ts'
import { mulberry32, type TestInput, type TestKey, testKey } from '../../src-main/node/testing/index.ts'
import { type ChainFile, createChainFile } from '../support/chainFile.ts'
import { buildPayment, toTestInput } from '../support/payments.ts'
import { createQuickSigner } from '../support/quickSigner.ts'

interface LongChainPlan {
  readonly seed: number
  readonly blocks: number
  readonly txsABlock: number
  /** owners of coins at the end; at the beginning a tenth of this number */
  readonly addresses: number
}

export interface LongChain {
  readonly args: readonly string[]
  /** bootstrap file with the blocks */
  readonly file: string
  readonly height: number
  readonly transactions: number
  /** the address with the longest history */
  readonly hot: string
}

/** Ten times the recorded load chain: 15,000 blocks, 630,000 transactions, 36,000 addresses. */
export const TEN_TIMES: LongChainPlan = { seed: 12, blocks: 15_000, txsABlock: 42, addresses: 36_000 }

/** Increment when a change of the code makes another chain from the same plan. */
const FORMAT = 3
const ARGS = ['-ac_name=LONG', '-regtest', '-ac_supply=1000000', '-ac_cc=2', '-ac_cbmaturity=1', '-ac_sapling=1']
const INDEXES = ['-addressindex=1', '-spentindex=1', '-txindex=1']
const FEE = 1_000n
/**
 * Share of transaction outputs that pay the hot address; with the inputs that spend them, half a change per
 * transaction.
 */
const HOT_SHARE = 0.13
/** Share of transactions with one input, which make the UTXO set grow. */
const GROWING = 0.1
/** Share of spent coins that are chosen from the RECENT newest ones. */
const RECENT_SHARE = 0.5
const RECENT = 2_000
const MINER_KEY = 0
const HOT_KEY = 1
const FIRST_KEY = 10
/** Number of coins that the coin of the first block is split into before the load begins. */
const FIRST_COINS = 4_000
const OUTPUTS_PER_SPLIT = 400

interface Economy {
  readonly file: ChainFile
  readonly plan: LongChainPlan
  readonly random: () => number
  readonly coins: TestInput[]
  readonly sign: ReturnType<typeof createQuickSigner>
}

function takeCoin({ coins, random }: Economy): TestInput {
  const among = random() < RECENT_SHARE ? Math.min(RECENT, coins.length) : coins.length
  const at = coins.length - 1 - Math.floor(random() * among)
  const taken = coins[at]!
  coins[at] = coins.at(-1)!
  coins.pop()
  return taken
}

function payee({ plan, random, file }: Economy): TestKey {
  if (random() < HOT_SHARE) return testKey(HOT_KEY)
  const share = 0.1 + (0.9 * (file.height - 1)) / plan.blocks
  return testKey(FIRST_KEY + Math.floor(random() * plan.addresses * share))
}

/** A transaction and the new coins that it creates. */
interface Payment {
  readonly tx: Transaction
  readonly made: readonly TestInput[]
}

function payment(
  { file, sign }: Economy,
  spent: readonly TestInput[],
  values: readonly bigint[],
  owner: () => TestKey,
): Payment {
  const keys = values.map(owner)
  const outputs = values.map((value, index) => ({ value, scriptPubKey: keys[index]!.p2pkh }))
  const tx = buildPayment(file, spent, outputs, sign)
  const hash = computeTxid(tx)
  return { tx, made: keys.map((key, index) => toTestInput(tx, index, key, hash)) }
}

/** Builds a transaction with two inputs, or one, or more if their value is close to zero, and with two outputs. */
function randomPayment(economy: Economy): Payment {
  const { random } = economy
  const spent = [takeCoin(economy)]
  if (random() >= GROWING) spent.push(takeCoin(economy))
  const computeSpendableTotal = () => spent.reduce((sum, { value }) => sum + value, -FEE)
  while (computeSpendableTotal() < FEE) spent.push(takeCoin(economy))
  const total = computeSpendableTotal()
  const first = (total * BigInt(1 + Math.floor(random() * 98))) / 100n
  return payment(economy, spent, [first, total - first], () => payee(economy))
}

/** Splits the coins of the first block into many, whose owners then begin to pay; one block per transaction. */
function* firstSplits(economy: Economy, root: TestInput): Generator<Payment> {
  const owner = testKey(MINER_KEY)
  const parts = FIRST_COINS / OUTPUTS_PER_SPLIT
  const share = (root.value - FEE) / BigInt(parts)
  const first = payment(
    economy,
    [root],
    Array.from({ length: parts }, () => share),
    () => owner,
  )
  yield first
  for (const coin of first.made) {
    const values = Array.from({ length: OUTPUTS_PER_SPLIT }, () => (share - FEE) / BigInt(OUTPUTS_PER_SPLIT))
    const split = payment(economy, [coin], values, () => payee(economy))
    yield split
    economy.coins.push(...split.made)
  }
}

function writeChain(plan: LongChainPlan, path: string): void {
  const file = createChainFile(path, chainParamsFromArgs(ARGS))
  const economy: Economy = { file, plan, random: mulberry32(plan.seed), coins: [], sign: createQuickSigner() }
  const miner = testKey(MINER_KEY)
  const mine = (payments: readonly Payment[]) =>
    file.mine({
      txs: payments.map(({ tx }) => tx),
      fees: FEE * BigInt(payments.length),
      script: miner.p2pkh,
    })
  const { coinbase } = mine([])
  mine([])
  for (const split of firstSplits(economy, toTestInput(coinbase, 0, miner))) mine([split])
  while (file.height <= plan.blocks) {
    const payments = Array.from({ length: plan.txsABlock - 1 }, () => randomPayment(economy))
    mine(payments)
    for (const { made } of payments) economy.coins.push(...made)
  }
  file.close()
}

/**
 * Returns a long chain of signed payments, identical for identical plans. Building takes about a minute for `TEN_TIMES`; the result
 * is stored in `cache`.
 */
export function longChain(plan: LongChainPlan, cache: string): LongChain {
  const { seed, blocks, txsABlock, addresses } = plan
  const file = join(cache, `long-${FORMAT}-${seed}-${blocks}-${txsABlock}-${addresses}.dat`)
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeChain(plan, `${file}.part`)
    renameSync(`${file}.part`, file)
  }
  return {
    args: [...ARGS, ...INDEXES],
    file,
    height: blocks,
    transactions: blocks * txsABlock,
    hot: testKey(HOT_KEY).address,
  }
}

import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type OutPoint,
  serializeBlock,
  type Transaction,
  type TxOut,
  txidOf,
} from '../../src-main/node/primitives/index.ts'
import { createTestNode, mulberry32, type TestKey, type TestNode, testKey } from '../../src-main/node/testing/index.ts'
import { createInlineVerifier, type Verifier } from '../../src-main/node/verify/index.ts'

interface LongChainPlan {
  readonly seed: number
  readonly blocks: number
  readonly txsABlock: number
  /** owners of coins at the end; a tenth of them at the beginning */
  readonly addresses: number
}

export interface LongChain {
  readonly args: readonly string[]
  /** records of blocks */
  readonly file: string
  readonly height: number
  readonly transactions: number
  /** the address with the longest history */
  readonly hot: string
}

/** Ten times the recorded load chain: 15,000 blocks, 630,000 transactions, 36,000 addresses. */
export const TEN_TIMES: LongChainPlan = { seed: 12, blocks: 15_000, txsABlock: 42, addresses: 36_000 }

/** Raised when the same plan makes another chain. */
const FORMAT = 1
const ARGS = ['-ac_name=LONG', '-regtest', '-ac_supply=1000000', '-ac_cc=2', '-ac_cbmaturity=1', '-ac_sapling=1']
const INDEXES = ['-addressindex=1', '-spentindex=1', '-txindex=1']
const FEE = 1_000n
/** Outputs of a transaction that pay the hot address: with what it spends, half a change for each transaction. */
const HOT_SHARE = 0.13
/** Transactions with one input: they make the set of coins grow. */
const GROWING = 0.1
/** Coins that are spent while they are among the newest of so many. */
const RECENT_SHARE = 0.5
const RECENT = 2_000
const HOT_KEY = 1
const FIRST_KEY = 10
/** Coins of the first block are split into so many before the load begins. */
const FIRST_COINS = 4_000
const OUTPUTS_A_SPLIT = 400

interface OwnedCoin {
  readonly outpoint: OutPoint
  readonly value: bigint
  readonly key: TestKey
}

/** What was signed just now need not be verified. */
const trusting = (verifier: Verifier): Verifier => ({
  ...verifier,
  group: () => ({
    add() {},
    addShielded() {},
    finish: () => undefined,
    help: () => false,
    state: () => ({ inputs: 0, answered: Number.POSITIVE_INFINITY, failed: false }),
  }),
})

interface Economy {
  readonly node: TestNode
  readonly plan: LongChainPlan
  readonly random: () => number
  readonly coins: OwnedCoin[]
}

function takeCoin({ coins, random }: Economy): OwnedCoin {
  const among = random() < RECENT_SHARE ? Math.min(RECENT, coins.length) : coins.length
  const at = coins.length - 1 - Math.floor(random() * among)
  const taken = coins[at]!
  coins[at] = coins.at(-1)!
  coins.pop()
  return taken
}

function payee({ plan, random, node }: Economy): TestKey {
  if (random() < HOT_SHARE) return testKey(HOT_KEY)
  const share = 0.1 + (0.9 * node.chain.tip().height) / plan.blocks
  return testKey(FIRST_KEY + Math.floor(random() * plan.addresses * share))
}

const inputOf = ({ outpoint, value, key }: OwnedCoin) => ({ outpoint, value, scriptPubKey: key.p2pkh, key })

function build({ node }: Economy, spent: readonly OwnedCoin[], outputs: readonly TxOut[]): Transaction {
  return node.build({ inputs: spent.map(inputOf), outputs })
}

/** Two inputs, or one, or more where they hold next to nothing; two outputs. */
function randomPayment(economy: Economy): { tx: Transaction; made: OwnedCoin[] } {
  const { random } = economy
  const spent = [takeCoin(economy)]
  if (random() >= GROWING) spent.push(takeCoin(economy))
  const totalOf = () => spent.reduce((sum, { value }) => sum + value, -FEE)
  while (totalOf() < FEE) spent.push(takeCoin(economy))
  const total = totalOf()
  const first = (total * BigInt(1 + Math.floor(random() * 98))) / 100n
  return payment(economy, spent, [first, total - first], () => payee(economy))
}

function payment(economy: Economy, spent: readonly OwnedCoin[], values: readonly bigint[], owner: () => TestKey) {
  const keys = values.map(owner)
  const tx = build(
    economy,
    spent,
    values.map((value, index) => ({ value, scriptPubKey: keys[index]!.p2pkh })),
  )
  const hash = txidOf(tx)
  const made = values.map((value, index): OwnedCoin => ({ outpoint: { hash, index }, value, key: keys[index]! }))
  return { tx, made }
}

/** The coins of the first block become many, whose owners begin to pay. */
function* firstSplits(economy: Economy): Generator<Transaction[]> {
  const { node, coins } = economy
  const root = node.coins(testKey(0))[0]!
  const owner = testKey(0)
  const parts = FIRST_COINS / OUTPUTS_A_SPLIT
  const share = (root.value - FEE) / BigInt(parts)
  const outputs = Array.from({ length: parts }, () => ({ value: share, scriptPubKey: owner.p2pkh }))
  const tx = node.build({ inputs: [root], outputs })
  yield [tx]
  for (let index = 0; index < parts; index++) {
    const coin = { outpoint: { hash: txidOf(tx), index }, value: share, key: owner }
    const values = Array.from({ length: OUTPUTS_A_SPLIT }, () => (share - FEE) / BigInt(OUTPUTS_A_SPLIT))
    const split = payment(economy, [coin], values, () => payee(economy))
    yield [split.tx]
    coins.push(...split.made)
  }
}

function writeChain(plan: LongChainPlan, file: string): number {
  const dataDir = `${file}.node`
  rmSync(dataDir, { recursive: true, force: true })
  const node = createTestNode({
    args: ARGS,
    dataDir,
    verifier: ({ ccEnabled }) =>
      trusting(createInlineVerifier({ ccEnabled }, { random: { bytes: (length) => new Uint8Array(length) } })),
  })
  const economy: Economy = { node, plan, random: mulberry32(plan.seed), coins: [] }
  const fd = openSync(file, 'w')
  let transactions = 0
  const mine = (txs: readonly Transaction[], fees = FEE * BigInt(txs.length)) => {
    const bytes = serializeBlock(node.mineBlock({ txs, fees }))
    const head = Buffer.alloc(8)
    head.set(node.params.magicBytes)
    head.writeUInt32LE(bytes.length, 4)
    writeSync(fd, head)
    writeSync(fd, bytes)
    transactions += txs.length + 1
  }
  try {
    mine([])
    mine([])
    for (const txs of firstSplits(economy)) mine(txs, 0n)
    while (node.chain.tip().height < plan.blocks) {
      const payments = Array.from({ length: plan.txsABlock - 1 }, () => randomPayment(economy))
      mine(payments.map(({ tx }) => tx))
      for (const { made } of payments) economy.coins.push(...made)
    }
  } finally {
    closeSync(fd)
    node.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return transactions
}

/**
 * A long chain of signed payments, the same for the same plan. Made once, in some minutes, and kept in `cache`.
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

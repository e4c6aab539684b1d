import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ccOne, tokenCcOne } from '../../src-main/node/conditions/index.ts'
import { chainParamsFromArgs } from '../../src-main/node/consensus/index.ts'
import { TOKENS_KEY } from '../../src-main/node/contracts/tokens/index.ts'
import { COIN, computeTxid, type Transaction, type TxOut } from '../../src-main/node/primitives/index.ts'
import { ccScript, opReturnScript } from '../../src-main/node/script/index.ts'
import {
  buildTransaction,
  mulberry32,
  nightly,
  type TestInput,
  type TestKey,
  testKey,
} from '../../src-main/node/testing/index.ts'
import { ByteWriter, toDisplayHex } from '../../src-main/node/util/index.ts'
import { EVAL_CODES } from '../../src-shared/protocol/evalCodes.ts'
import { type ChainFile, createChainFile } from './chainFile.ts'
import { buildPayment, toTestInput } from './payments.ts'

export interface LoadChainPlan {
  /** options of the chain: -regtest with -ac_cc and a supply, but no block reward */
  readonly args: readonly string[]
  /** seed of the random numbers: equal seeds give equal bytes */
  readonly seed: number
  /** height of the last block */
  readonly blocks: number
  /** payments per block, each with two inputs and two outputs */
  readonly payments: number
  /** number of addresses that pay each other */
  readonly addresses: number
  /** number of unspent outputs that payments choose from */
  readonly coins: number
  /** share of payments that also pay the first address, 0 to 1 */
  readonly hot: number
}

export interface LoadChain extends LoadChainPlan {
  /** path of a bootstrap file, for -loadblock */
  readonly file: string
  readonly height: number
  /** hash of the last block, in RPC byte order */
  readonly tip: string
  /** id of a token that is transferred in most blocks */
  readonly token: string
  /** public key (hex) that issued the token and holds most units */
  readonly holder: string
  /** the address with the longest history */
  readonly hotAddress: string
  /** number of inputs, except those of coinbases */
  readonly inputs: number
}

const FEE = 1_000n
const TOKEN_FEE = 10_000n
const TOKEN_SUPPLY = 1_000_000n
/** Maximum number of outputs per transaction, somewhat below what the maximum transaction size allows. */
const MAX_OUTPUTS = 2_000
/** Number of addresses that pass tokens on in a circle. */
const TOKEN_HOLDERS = 20

/** Indexes of the keys. Keys from FIRST_ADDRESS on take part in payments. */
const MINER = 0
const HOLDER = 1
const FIRST_ADDRESS = 10

interface Making {
  readonly plan: LoadChainPlan
  readonly file: ChainFile
  readonly random: () => number
  /** coins that payments spend, unordered */
  readonly coins: TestInput[]
}

const paysTo = (key: TestKey, value: bigint): TxOut => ({ value, scriptPubKey: key.p2pkh })

function build({ file }: Making, inputs: readonly TestInput[], outputs: readonly TxOut[]): Transaction {
  return buildTransaction({ inputs, outputs }, file.upgrades, file.height)
}

function someKey({ plan, random }: Making): TestKey {
  return testKey(FIRST_ADDRESS + Math.floor(random() * plan.addresses))
}

function takeCoin({ coins, random }: Making): TestInput {
  const at = Math.floor(random() * coins.length)
  const coin = coins[at]!
  coins[at] = coins.at(-1)!
  coins.pop()
  return coin
}

/** Builds a payment that turns two coins into two others, with random amounts and owners. */
function payment(making: Making): Transaction {
  const { plan, random, coins } = making
  const inputs = [takeCoin(making), takeCoin(making)]
  const total = inputs.reduce((sum, { value }) => sum + value, 0n) - FEE
  const first = (total * BigInt(20 + Math.floor(random() * 60))) / 100n
  const keys = [random() < plan.hot ? testKey(FIRST_ADDRESS) : someKey(making), someKey(making)] as const
  const tx = buildPayment(making.file, inputs, [paysTo(keys[0], first), paysTo(keys[1], total - first)])
  coins.push(toTestInput(tx, 0, keys[0]), toTestInput(tx, 1, keys[1]))
  return tx
}

/** Mines empty blocks until the first block's coinbase is mature, then splits it into coins for all addresses. */
function distribute(making: Making, coinbaseMaturity: number): TestInput {
  const { plan, file, coins } = making
  const miner = testKey(MINER)
  const holder = testKey(HOLDER)
  const { coinbase } = file.mine({ txs: [], fees: 0n, script: miner.p2pkh })
  let rest = toTestInput(coinbase, 0, miner)
  while (file.height <= coinbaseMaturity + 1) file.mine({ txs: [], fees: 0n, script: miner.p2pkh })
  const each = (rest.value - COIN * 10_000n) / BigInt(plan.coins)
  while (coins.length < plan.coins) {
    const keys = Array.from({ length: Math.min(MAX_OUTPUTS, plan.coins - coins.length) }, () => someKey(making))
    const change = rest.value - each * BigInt(keys.length) - TOKEN_FEE
    const tx = build(making, [rest], [...keys.map((key) => paysTo(key, each)), paysTo(miner, change)])
    for (const [index, key] of keys.entries()) coins.push(toTestInput(tx, index, key))
    rest = toTestInput(tx, keys.length, miner)
    file.mine({ txs: [tx], fees: TOKEN_FEE, script: miner.p2pkh })
  }
  const tx = build(making, [rest], [paysTo(holder, rest.value - TOKEN_FEE)])
  file.mine({ txs: [tx], fees: TOKEN_FEE, script: miner.p2pkh })
  return toTestInput(tx, 0, holder)
}

interface TokenFlow {
  readonly id: Uint8Array
  /** builds the next transfer */
  next(): Transaction
}

const tokenTree = (key: TestKey) => tokenCcOne(EVAL_CODES.tokens, 0, key.pub)
const opReturn = (data: ByteWriter): TxOut => ({ value: 0n, scriptPubKey: opReturnScript(data.finish()) })
const text = (value: string) => Buffer.from(value)

/** Builds a token of the holder, and transfers of one unit each (resources/docs/protocol/tokens.md §1, §2). */
function issueToken(making: Making, funds: TestInput): { tx: Transaction; flow: TokenFlow } {
  const holder = testKey(HOLDER)
  const data = new ByteWriter().u8(EVAL_CODES.tokens).u8('c'.charCodeAt(0)).varBytes(holder.pub)
  const create = build(
    making,
    [funds],
    [
      { value: TOKEN_FEE, scriptPubKey: ccScript(ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey)) },
      { value: TOKEN_SUPPLY, scriptPubKey: ccScript(tokenTree(holder)) },
      paysTo(holder, funds.value - TOKEN_SUPPLY - 2n * TOKEN_FEE),
      opReturn(data.varBytes(text('LOAD')).varBytes(text('moves in most blocks'))),
    ],
  )
  const id = computeTxid(create)
  const token = (tx: Transaction, index: number) => ({ ...toTestInput(tx, index, holder), tree: tokenTree(holder) })
  let tokens: TestInput = token(create, 1)
  let coin = toTestInput(create, 2, holder)
  let transfers = 0
  function next(): Transaction {
    const to = testKey(FIRST_ADDRESS + (transfers++ % TOKEN_HOLDERS))
    const transfer = new ByteWriter().u8(EVAL_CODES.tokens).u8('t'.charCodeAt(0)).bytes(id.slice().reverse())
    const outputs = [
      { value: 1n, scriptPubKey: ccScript(tokenTree(to)) },
      { value: tokens.value - 1n, scriptPubKey: ccScript(tokenTree(holder)) },
      paysTo(holder, coin.value - TOKEN_FEE),
      opReturn(transfer.u8(1).varBytes(to.pub)),
    ]
    const tx = build(making, [coin, tokens], outputs)
    tokens = token(tx, 1)
    coin = toTestInput(tx, 2, holder)
    return tx
  }
  return { tx: create, flow: { id, next } }
}

/**
 * Writes a chain of payments between many addresses, with token transfers, as a bootstrap file for -loadblock. The
 * bytes depend only on the plan. Writes about 7,000 payments per second.
 */
export function writeLoadChain(path: string, plan: LoadChainPlan): LoadChain {
  const params = chainParamsFromArgs(plan.args)
  const file = createChainFile(path, params)
  const making: Making = { plan, file, random: mulberry32(plan.seed), coins: [] }
  const miner = testKey(MINER)
  const funds = distribute(making, params.coinbaseMaturity)
  const { tx, flow } = issueToken(making, funds)
  file.mine({ txs: [tx], fees: TOKEN_FEE, script: miner.p2pkh })
  let inputs = 0
  while (file.height <= plan.blocks) {
    const txs = Array.from({ length: plan.payments }, () => payment(making))
    const fees = FEE * BigInt(plan.payments) + TOKEN_FEE
    file.mine({ txs: [...txs, flow.next()], fees, script: miner.p2pkh })
    inputs += 2 * plan.payments + 2
  }
  file.close()
  return { ...plan, file: path, inputs, ...describe(file, flow.id) }
}

function describe(file: ChainFile, token: Uint8Array) {
  return {
    height: file.height - 1,
    tip: toDisplayHex(file.tip),
    token: toDisplayHex(token),
    holder: Buffer.from(testKey(HOLDER).pub).toString('hex'),
    hotAddress: testKey(FIRST_ADDRESS).address,
  }
}

/**
 * Long enough for a test to stop or kill a node in the middle of fetching or importing it. Creating it takes about 3 s.
 */
const STOP_AND_KILL: LoadChainPlan = {
  args: ['-ac_name=LOAD', '-regtest', '-ac_supply=1000000', '-ac_cc=2'],
  seed: 1,
  blocks: nightly() ? 600 : 300,
  payments: 40,
  addresses: 1_000,
  coins: 4_000,
  hot: 0.1,
}

/**
 * Returns the chain for stopping and killing nodes. It is created once per run, in the run's folder for temporary
 * files.
 */
export function sharedLoadChain(): LoadChain {
  const file = join(tmpdir(), 'loadChain.dat')
  const description = `${file}.json`
  if (existsSync(description)) return JSON.parse(readFileSync(description, 'utf8')) as LoadChain
  // Test files that start at the same time each create the chain. Each replaces the file with an equal one.
  const own = `${file}.${process.pid}`
  const made = { ...writeLoadChain(own, STOP_AND_KILL), file }
  writeFileSync(`${own}.json`, JSON.stringify(made))
  renameSync(own, file)
  renameSync(`${own}.json`, description)
  return made
}

/**
 * Methods for a block explorer: summaries of blocks and transactions, search by hash, spenders of outputs, supply over
 * time.
 */
import type { OwnContract } from '../../protocol/evalCodes.ts'
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const HASH_EXAMPLE = '027e3758c3a65b12aa1046462b486d0a63bfa1beae327897f56c5cfb7daaae71'
const NOT_FOUND = { code: -5, message: 'Block not found', when: 'no block has this hash' } as const
const NO_DATA = { code: -1, message: 'Block not available', when: 'only its header is known so far' } as const

/** Kinds of transactions. */
export const TRANSACTION_KINDS = [
  ...(['coinbase', 'payment', 'token', 'order', 'faucet'] as const),
  ...(['rewards', 'heir', 'channel', 'payments', 'dice', 'oracle', 'gateway', 'contract'] as const),
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

const CONTRACT_KINDS: Readonly<Partial<Record<OwnContract, TransactionKind>>> = {
  ...{ tokens: 'token', assets: 'order', faucet: 'faucet', rewards: 'rewards', heir: 'heir', channels: 'channel' },
  ...{ payments: 'payments', dice: 'dice', oracles: 'oracle', gateways: 'gateway', importgateway: 'gateway' },
}

/** Returns the kind of a contract's transactions, or `contract` if they have none of their own. */
export const kindForContract = (contract: OwnContract): TransactionKind => CONTRACT_KINDS[contract] ?? 'contract'

export const transactionKind = () =>
  r.choice(
    'coinbase: brings its miner the reward; payment: plain coins; token, order (of tokens), faucet, rewards, heir, channel, payments, dice, oracle, gateway: what that module does; contract: crypto-conditions of anything else',
    ...TRANSACTION_KINDS,
  )

const coinsOrNull = (doc: string) => r.oneOf(doc, r.coins(), r.nothing)

const getblocksummary = defineMethod({
  name: 'getblocksummary',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows a block in figures: size, reward, fees, miner, neighbours.',
  params: [p.str('hash|height', 'hash, or height on the active chain, as a string')],
  returns: 'the block in figures',
  result: r.object({
    hash: r.blockHash(),
    height: r.height(),
    active: r.bool('false: it is on a branch that was left'),
    confirmations: r.int('-1 off the active chain'),
    time: r.time(),
    size: r.int('bytes'),
    maxsize: r.int('most bytes that a block at this height may have'),
    txcount: r.int(),
    reward: r.coins('outputs of its coinbase'),
    miner: r.oneOf('address of the first coinbase output; null: it has none', r.address(), r.nothing),
    created: coinsOrNull('new coins: the reward less the fees; null for a block that was never connected'),
    fees: coinsOrNull('of all its transactions; null as above'),
    notarizedheight: r.height('the last notarised block of the chain; 0: none'),
    shieldedtxs: r.int('transactions with shielded parts'),
    shieldedin: r.coins('coins that its transactions took into the shielded pools, each by itself'),
    shieldedout: r.coins('coins that they brought out of them'),
    previousblockhash: r.oneOf('null for the first block', r.blockHash(), r.nothing),
    nextblockhash: r.oneOf('null at the tip and off the active chain', r.blockHash(), r.nothing),
  }),
  errors: [
    NOT_FOUND,
    NO_DATA,
    { code: -8, message: 'Block height out of range', when: 'the active chain is shorter' },
    { code: -8, message: 'Invalid block height parameter', when: 'it is neither a hash nor digits' },
  ],
  examples: [{ params: [HASH_EXAMPLE] }, { params: ['0'], note: 'by height' }],
  flags: { beyondReference: true },
})

const listblocktransactions = defineMethod({
  name: 'listblocktransactions',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists transactions of a block in figures, a part of them at a time.',
  params: [
    p.looseHash('hash', 'hash of the block'),
    p.int('from', 'position of the first', { min: 0 }).default(0).nullable(),
    p.int('count', 'most to list', { min: 1, max: 500 }).default(100).nullable(),
  ],
  returns: 'how many there are, and a row for each of those asked for',
  result: r.object({
    hash: r.blockHash(),
    height: r.height(),
    total: r.int('transactions of the block'),
    transactions: r.array(
      r.object({
        txid: r.txid(),
        place: r.int('position in the block'),
        kind: transactionKind(),
        size: r.int('bytes'),
        inputs: r.int(),
        outputs: r.int(),
        amount: r.coins('all its outputs'),
        fee: coinsOrNull('null for a coinbase, and where what it spends is not known'),
      }),
      'in block order',
    ),
  }),
  errors: [NOT_FOUND, NO_DATA],
  examples: [{ params: [HASH_EXAMPLE] }, { params: [HASH_EXAMPLE, 100, 50] }],
  flags: { beyondReference: true },
})

const resolvehash = defineMethod({
  name: 'resolvehash',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Tells what a hash names: a block, a transaction, a token.',
  description: 'The id of a token is that of the transaction that created it: then both are there.',
  params: [p.looseHash('hash', 'block hash, transaction id or token id')],
  returns: 'what there is by this hash; null where nothing is',
  result: r.object({
    block: r.oneOf(
      'null: no block',
      r.object({
        hash: r.blockHash(),
        height: r.height(),
        time: r.time(),
        txcount: r.int('0 while only the header is known'),
        size: r.int('bytes'),
        active: r.bool('false: it is on a branch that was left'),
      }),
      r.nothing,
    ),
    transaction: r.oneOf(
      'null: none that this node knows',
      r.object({
        txid: r.txid(),
        state: r.choice(
          'unconfirmed: only the wallet has it; it left the mempool or conflicts with another',
          'confirmed',
          'mempool',
          'unconfirmed',
        ),
        kind: transactionKind(),
        size: r.int('bytes'),
        outputs: r.int(),
        amount: r.coins('all its outputs'),
        confirmations: r.int('0 outside the chain'),
        shielded: r.oneOf(
          'null: it has no shielded parts',
          r.object({
            into: r.coins('coins that it takes into the shielded pools'),
            out: r.coins('coins that it brings out of them'),
            spent: r.int('notes'),
            made: r.int('notes'),
          }),
          r.nothing,
        ),
        block: r.oneOf(
          'null outside the chain',
          r.object({ hash: r.blockHash(), height: r.height(), time: r.time(), place: r.int('position in the block') }),
          r.nothing,
        ),
        time: r.oneOf('when the mempool took it; null elsewhere', r.time(), r.nothing),
      }),
      r.nothing,
    ),
    token: r.oneOf(
      'null: no token, or the node keeps no index of them',
      r.object({ tokenid: r.txid(), name: r.text('any text'), nft: r.bool('not fungible'), supply: r.int64('units') }),
      r.nothing,
    ),
  }),
  examples: [{ params: [TXID_EXAMPLE] }],
  flags: { beyondReference: true },
})

const listspenders = defineMethod({
  name: 'listspenders',
  category: 'rawtransactions',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Lists who spent the outputs of a transaction, a part of them at a time.',
  params: [
    p.looseHash('txid', 'id of the transaction'),
    p.int('from', 'index of the first output', { min: 0 }).default(0).nullable(),
    p.int('count', 'outputs to look at', { min: 1, max: 500 }).default(100).nullable(),
  ],
  result: r.array(
    r.object({
      n: r.int('index of the output'),
      txid: r.txid('of the spender'),
      index: r.int('its input'),
      height: r.height('-1 in the mempool'),
    }),
    'those of the outputs looked at that are spent, in order',
  ),
  errors: [{ code: -5, message: 'No information available', when: 'the node runs with -spentindex=0' }],
  examples: [{ params: [TXID_EXAMPLE] }],
  flags: { beyondReference: true },
})

const listsupply = defineMethod({
  name: 'listsupply',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows how the supply grew, at heights an even distance apart.',
  description:
    'Counts the coins that can be spent: without those of the genesis block and burned ones. Shielded coins count.',
  params: [p.int('points', 'most heights to show', { min: 2, max: 500 }).default(100).nullable()],
  result: r.array(
    r.object({ height: r.height(), time: r.time(), supply: r.coins() }),
    'from the first block to the tip',
  ),
  examples: [{ params: [] }, { params: [10] }],
  flags: { beyondReference: true },
})

export const explorerMethods = {
  getblocksummary,
  listblocktransactions,
  listspenders,
  listsupply,
  resolvehash,
} as const

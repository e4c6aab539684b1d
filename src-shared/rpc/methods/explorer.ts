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
const NO_DATA = {
  code: -1,
  message: 'Block not available',
  when: 'only the header of the block is known so far',
} as const

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
    'kind; coinbase: pays the reward to the miner; payment: plain coins; token, order (of tokens), faucet, rewards, heir, channel, payments, dice, oracle, gateway: a transaction of that module; contract: other crypto-conditions',
    ...TRANSACTION_KINDS,
  )

const coinsOrNull = (doc: string) => r.oneOf(doc, r.coins(), r.nothing)

const getblocksummary = defineMethod({
  name: 'getblocksummary',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the numbers of a block: size, reward, fees, miner, neighbours.',
  params: [p.str('hash|height', 'hash, or height on the active chain, as a string')],
  returns: 'numbers of the block',
  result: r.object({
    hash: r.blockHash(),
    height: r.height(),
    active: r.bool('false if the block is not on the active chain'),
    confirmations: r.int('confirmations, -1 off the active chain'),
    time: r.time(),
    size: r.int('bytes'),
    maxsize: r.int('maximum size in bytes of a block at this height'),
    txcount: r.int(),
    reward: r.coins('sum of the coinbase outputs'),
    miner: r.oneOf('address of the first coinbase output; null if it has none', r.address(), r.nothing),
    created: coinsOrNull('new coins: the reward minus the fees; null for a block that was never connected'),
    fees: coinsOrNull('fees of all its transactions; null for a block that was never connected'),
    notarizedheight: r.height('height of the last notarised block of the chain; 0 if none'),
    shieldedtxs: r.int('transactions with shielded parts'),
    shieldedin: r.coins('coins that moved into the shielded pools, counted per transaction'),
    shieldedout: r.coins('coins that moved out of the shielded pools'),
    previousblockhash: r.oneOf('hash of the previous block; null for the first block', r.blockHash(), r.nothing),
    nextblockhash: r.oneOf(
      'hash of the next block; null at the tip and off the active chain',
      r.blockHash(),
      r.nothing,
    ),
  }),
  errors: [
    NOT_FOUND,
    NO_DATA,
    { code: -8, message: 'Block height out of range', when: 'the height is above the tip' },
    { code: -8, message: 'Invalid block height parameter', when: 'the text is neither a hash nor digits' },
  ],
  examples: [{ params: [HASH_EXAMPLE] }, { params: ['0'], note: 'by height' }],
  flags: { beyondReference: true },
})

const listblocktransactions = defineMethod({
  name: 'listblocktransactions',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists transactions of a block with their amounts, in pages.',
  params: [
    p.looseHash('hash', 'hash of the block'),
    p.int('from', 'position of the first transaction', { min: 0 }).default(0).nullable(),
    p.int('count', 'maximum number of transactions to list', { min: 1, max: 500 }).default(100).nullable(),
  ],
  returns: 'the total, and a row for each requested transaction',
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
        amount: r.coins('sum of its outputs'),
        fee: coinsOrNull('fee; null for a coinbase, and if a spent output is unknown'),
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
  summary: 'Finds the block, transaction or token with a hash.',
  description: 'The id of a token is the id of its creating transaction: in this case both are returned.',
  params: [p.looseHash('hash', 'block hash, transaction id or token id')],
  returns: 'block, transaction and token with this hash; null for each that does not exist',
  result: r.object({
    block: r.oneOf(
      'block; null if none',
      r.object({
        hash: r.blockHash(),
        height: r.height(),
        time: r.time(),
        txcount: r.int('number of transactions, 0 if only the header is known'),
        size: r.int('bytes'),
        active: r.bool('false if the block is not on the active chain'),
      }),
      r.nothing,
    ),
    transaction: r.oneOf(
      'transaction; null: unknown to this node',
      r.object({
        txid: r.txid(),
        state: r.choice(
          'state; unconfirmed: only the wallet has the transaction, because it left the mempool or conflicts with another',
          'confirmed',
          'mempool',
          'unconfirmed',
        ),
        kind: transactionKind(),
        size: r.int('bytes'),
        outputs: r.int(),
        amount: r.coins('sum of its outputs'),
        confirmations: r.int('confirmations, 0 outside the chain'),
        shielded: r.oneOf(
          'shielded parts; null if none',
          r.object({
            into: r.coins('coins that move into the shielded pools'),
            out: r.coins('coins that move out of the shielded pools'),
            spent: r.int('notes'),
            made: r.int('notes'),
          }),
          r.nothing,
        ),
        block: r.oneOf(
          'block of the transaction; null outside the chain',
          r.object({ hash: r.blockHash(), height: r.height(), time: r.time(), place: r.int('position in the block') }),
          r.nothing,
        ),
        time: r.oneOf('time of admission to the mempool; null outside the mempool', r.time(), r.nothing),
      }),
      r.nothing,
    ),
    token: r.oneOf(
      'token; null if none, or if the node has no token index',
      r.object({
        tokenid: r.txid(),
        name: r.text('any text'),
        nft: r.bool('true if the token is not fungible'),
        supply: r.int64('units'),
      }),
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
  summary: 'Lists the transactions that spent the outputs of a transaction, in pages.',
  params: [
    p.looseHash('txid', 'id of the transaction'),
    p.int('from', 'index of the first output', { min: 0 }).default(0).nullable(),
    p.int('count', 'number of outputs to check', { min: 1, max: 500 }).default(100).nullable(),
  ],
  result: r.array(
    r.object({
      n: r.int('index of the output'),
      txid: r.txid('id of the spending transaction'),
      index: r.int('its input'),
      height: r.height('height of the spend, -1 in the mempool'),
    }),
    'spent outputs among those checked, in order',
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
  summary: 'Shows the growth of the supply, at evenly spaced heights.',
  description: 'Counts spendable coins, shielded ones included, without those of the genesis block and burned ones.',
  params: [p.int('points', 'maximum number of heights to show', { min: 2, max: 500 }).default(100).nullable()],
  result: r.array(
    r.object({ height: r.height(), time: r.time(), supply: r.coins() }),
    'rows from the first block to the tip',
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

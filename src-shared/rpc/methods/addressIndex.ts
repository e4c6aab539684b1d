/**
 * Methods of the address, spent and timestamp indexes with the reference's results (rpc.md §4). Amounts are integers in
 * satoshis.
 */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const BLOCK_EXAMPLE = '027e3758c3a65b12aa1046462b486d0a63bfa1beae327897f56c5cfb7daaae71'

/** Maximum number of addresses per call. The reference has no limit, but a call must not block others for long. */
export const MAX_ADDRESSES = 10_000

/** Maximum number of rows in a result, which is a single text that must fit in memory. */
export const MAX_ADDRESS_ROWS = 1_000_000

const TEXT_OR_OBJECT =
  `an address as text, or an object: "addresses" (array of at most ${MAX_ADDRESSES} addresses)` as const

const addresses = (members: string) => p.any('addresses', `${TEXT_OR_OBJECT}${members}`, 'text')
const onlyObject = (members: string) =>
  p.any('addresses', `object: "addresses" (array of at most ${MAX_ADDRESSES} addresses)${members}`, 'json')
const ccvout = () =>
  p.any('ccvout', 'any value: treat the addresses as crypto-condition addresses', 'string').optional()

export const INDEX_OFF = {
  code: -5,
  message: 'No information available for address',
  when: 'the node runs with -addressindex=0',
} as const
const ADDRESS_ERRORS = [
  { code: -5, message: 'Invalid address', when: 'the text is not an address' },
  { code: -5, message: 'Invalid addresses', when: 'an entry of "addresses" is not an address' },
  { code: -5, message: 'Addresses is expected to be an array', when: 'the object has no array "addresses"' },
  { code: -5, message: 'Invalid addresse', when: 'the parameter is neither text nor object' },
  { code: -8, message: `At most ${MAX_ADDRESSES} addresses a call`, when: 'the call has more addresses' },
] as const

export const tooManyRows = `The answer has more than ${MAX_ADDRESS_ROWS} rows: ask for fewer addresses or heights`
const TOO_MANY_ROWS = { code: -8, message: tooManyRows, when: 'the result would have more rows' } as const

const OBJECT_EXAMPLE = { addresses: [ADDRESS_EXAMPLE] }

const getaddressbalance = defineMethod({
  name: 'getaddressbalance',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the balance of one or more addresses.',
  params: [addresses(''), ccvout()],
  returns: 'sums over all addresses, in satoshis',
  result: r.object({
    balance: r.satoshis('current balance'),
    received: r.satoshis('total ever received, change included'),
  }),
  errors: [...ADDRESS_ERRORS, INDEX_OFF],
  examples: [
    { params: [OBJECT_EXAMPLE], result: { balance: 2983422982231562n, received: 4068624050355196n } },
    { params: [ADDRESS_EXAMPLE], note: 'one address' },
    { params: [OBJECT_EXAMPLE, 1], note: 'crypto-condition outputs' },
  ],
})

const delta = r.object({
  satoshis: r.satoshis('amount, negative for a spend'),
  txid: r.txid(),
  index: r.int('index of the output that paid, or of the input that spent'),
  blockindex: r.int('position of the transaction in its block'),
  height: r.height(),
  address: r.address(),
})
const blockName = r.object({ hash: r.blockHash(), height: r.height() })

const getaddressdeltas = defineMethod({
  name: 'getaddressdeltas',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns all changes of one or more addresses in chain order.',
  description:
    'With "start" and "end", only changes at these heights and between them; with "chainInfo" also the two blocks.',
  params: [onlyObject(', "start" and "end" (heights), "chainInfo" (boolean)'), ccvout()],
  result: r.oneOf(
    'a row for each output that paid an address and each input that spent from it',
    r.array(delta),
    r.object({ deltas: r.array(delta), start: blockName, end: blockName }),
  ),
  errors: [
    ...ADDRESS_ERRORS.slice(1, 3),
    { code: -5, message: 'Start and end is expected to be greater than zero', when: 'a height is below 1' },
    { code: -5, message: 'End value is expected to be greater than start', when: 'end is below start' },
    { code: -5, message: 'Start or end is outside chain range', when: 'with chainInfo, a height is above the tip' },
    TOO_MANY_ROWS,
    INDEX_OFF,
  ],
  examples: [
    { params: [OBJECT_EXAMPLE] },
    { params: [{ ...OBJECT_EXAMPLE, start: 5, end: 10, chainInfo: true }], note: 'heights 5 to 10' },
  ],
})

const getaddressmempool = defineMethod({
  name: 'getaddressmempool',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Returns the unconfirmed changes of one or more addresses, the oldest first.',
  description:
    'Unconfirmed crypto-condition outputs are listed like outputs of a key: without the second parameter, not with it.',
  params: [addresses(''), ccvout()],
  returns: 'a row for each unconfirmed output and input',
  result: r.array(
    r.object({
      address: r.address(),
      txid: r.txid(),
      index: r.int('index of the output that pays, or of the input that spends'),
      satoshis: r.satoshis('amount, negative for a spend'),
      timestamp: r.time('time of admission to the mempool'),
      prevtxid: r.optional(r.txid('transaction whose output is spent, only for a spend')),
      prevout: r.optional(r.int('index of the spent output, only for a spend')),
    }),
  ),
  errors: [...ADDRESS_ERRORS, TOO_MANY_ROWS],
  examples: [{ params: [OBJECT_EXAMPLE], result: [] }],
})

const getaddresstxids = defineMethod({
  name: 'getaddresstxids',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the ids of the transactions that changed one or more addresses.',
  description: 'In chain order. The heights count only if both are numbers above zero.',
  params: [addresses(', "start" and "end" (heights)'), ccvout()],
  returns: 'ids in chain order',
  result: r.array(r.txid()),
  errors: [...ADDRESS_ERRORS, TOO_MANY_ROWS, INDEX_OFF],
  examples: [{ params: [OBJECT_EXAMPLE] }, { params: [{ ...OBJECT_EXAMPLE, start: 5, end: 10 }] }],
})

const utxo = r.object({
  address: r.address(),
  txid: r.txid(),
  outputIndex: r.int(),
  script: r.hex(),
  satoshis: r.satoshis(),
  height: r.height(),
})

const getaddressutxos = defineMethod({
  name: 'getaddressutxos',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the unspent outputs of one or more addresses, the oldest first.',
  params: [addresses(', "chainInfo" (boolean)'), ccvout()],
  result: r.oneOf(
    'a row for each unspent output; with chainInfo also the block of this result',
    r.array(utxo),
    r.object({ utxos: r.array(utxo), hash: r.blockHash('of the tip'), height: r.height('of the tip') }),
  ),
  errors: [...ADDRESS_ERRORS, TOO_MANY_ROWS, INDEX_OFF],
  examples: [{ params: [OBJECT_EXAMPLE] }, { params: [{ ...OBJECT_EXAMPLE, chainInfo: true }] }],
})

const getsnapshot = defineMethod({
  name: 'getsnapshot',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the balance of every address, the largest first.',
  description:
    'Crypto-condition outputs are counted, but not listed. All values are from one block, even if new blocks arrive during the call.',
  params: [p.str('top', 'maximum number of addresses; "0" or a text that is not a number: all').optional()],
  result: r.oneOf(
    'addresses with their balances, and their sum',
    r.object({
      start_time: r.time(),
      total: r.double('coins in all unspent outputs that have an address'),
      average: r.double('total in whole coins, divided by the number of addresses'),
      utxos: r.int('unspent outputs of the addresses'),
      total_addresses: r.int('addresses with a balance'),
      ignored_addresses: r.int('well-known addresses that are never listed'),
      skipped_cc_utxos: r.int('crypto-condition outputs'),
      cc_utxo_value: r.double('coins in crypto-condition outputs'),
      total_includeCCvouts: r.double('same as total, which includes these outputs already'),
      start_height: r.height('height of the block of all these values'),
      ending_height: r.height('the same'),
      addresses: r.writtenOnce(
        r.array(
          r.object({ addr: r.address(), amount: r.text('coins with 8 decimals'), segid: r.int() }),
          'sorted by amount',
        ),
      ),
      end_time: r.time(),
    }),
    r.object({ error: r.text('no addressindex: the node runs with -addressindex=0') }),
  ),
  errors: [{ code: -8, message: 'Invalid parameter, top must be a positive integer', when: 'top is negative' }],
  examples: [{ params: [] }, { params: ['100'] }],
})

const getspentinfo = defineMethod({
  name: 'getspentinfo',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Returns the transaction that spends an output.',
  params: [p.any('output', 'object: "txid" (transaction of the output), "index" (number of the output)', 'json')],
  returns: 'the input that spends the output',
  result: r.object({
    txid: r.txid('id of the spending transaction'),
    index: r.int('its input'),
    height: r.height('height of the spend, -1 in the mempool'),
  }),
  errors: [
    { code: -5, message: 'Invalid txid or index', when: 'txid is not text or index is not a number' },
    { code: -8, message: "txid must be hexadecimal string (not '<txid>')", when: 'txid is not hex' },
    {
      code: -5,
      message: 'Unable to get spent info',
      when: 'the output is unspent or unknown, or the node runs with -spentindex=0',
    },
  ],
  examples: [{ params: [{ txid: TXID_EXAMPLE, index: 0 }] }],
})

const getblockhashes = defineMethod({
  name: 'getblockhashes',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the blocks of a time range, the oldest first.',
  description:
    'Times are logical: the block time, or the parent’s logical time plus one second if that is later. The lower bound is included, the upper is not.',
  params: [
    p.int('high', 'upper bound of the time, excluded'),
    p.int('low', 'lower bound of the time, included'),
    p
      .any('options', 'object: "noOrphans" (only the active chain), "logicalTimes" (return the times too)', 'json')
      .optional(),
  ],
  result: r.oneOf(
    'block hashes, or objects with hashes and logical times',
    r.array(r.blockHash()),
    r.array(r.object({ blockhash: r.blockHash(), logicalts: r.time('logical time') })),
  ),
  errors: [
    { code: -5, message: 'No information available for block hashes', when: 'the node runs without -timestampindex' },
  ],
  examples: [
    { params: [1700010320, 1700009320] },
    { params: [1700010320, 1700009320, { noOrphans: true, logicalTimes: true }] },
  ],
})

const getblockdeltas = defineMethod({
  name: 'getblockdeltas',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the changes that a block made to each address.',
  description: 'Inputs that spend crypto-condition outputs, and outputs without one address, are left out.',
  params: [p.looseHash('blockhash', 'hash of the block')],
  returns: 'the block with the changes of each of its transactions',
  result: r.object({
    hash: r.blockHash(),
    confirmations: r.int(),
    rawconfirmations: r.int(),
    size: r.int('bytes'),
    height: r.height(),
    version: r.int(),
    merkleroot: r.hex(),
    segid: r.int(),
    deltas: r.array(
      r.object({
        txid: r.txid(),
        index: r.int('position in the block'),
        inputs: r.array(
          r.object({
            address: r.address(),
            satoshis: r.satoshis('negative'),
            index: r.int('index of the input'),
            prevtxid: r.txid('transaction whose output is spent'),
            prevout: r.int('index of the spent output'),
          }),
        ),
        outputs: r.array(r.object({ address: r.address(), satoshis: r.satoshis(), index: r.int('of the output') })),
      }),
    ),
    time: r.time(),
    mediantime: r.time('median of the last 11 block times'),
    nonce: r.hex(),
    bits: r.hex('compact target'),
    difficulty: r.double(),
    chainwork: r.hex(),
    previousblockhash: r.optional(r.blockHash()),
    nextblockhash: r.optional(r.blockHash()),
  }),
  errors: [
    { code: -5, message: 'Block not found', when: 'no block has this hash' },
    { code: -5, message: 'Block is an orphan', when: 'the block is not on the active chain' },
    { code: -32603, message: 'Spent information not available', when: 'the node runs with -spentindex=0' },
  ],
  examples: [{ params: [BLOCK_EXAMPLE] }],
})

export const addressIndexMethods = {
  getaddressbalance,
  getaddressdeltas,
  getaddressmempool,
  getaddresstxids,
  getaddressutxos,
  getblockdeltas,
  getblockhashes,
  getsnapshot,
  getspentinfo,
} as const

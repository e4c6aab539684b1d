/** Methods about notaries and their notarisations in the base chain (notarisation.md §4). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const height = p.str('height', 'height of a block, as a string')

const notaries = defineMethod({
  name: 'notaries',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists the notaries at a point in time.',
  usage: 'notaries height timestamp',
  params: [
    p.str('height', 'height of the block that gives the time; below 0: the tip; above the tip: the current time'),
    p.str('timestamp', 'unix time to use instead').optional(),
  ],
  returns: 'keys and addresses of the notaries, in the order of their ids',
  result: r.object({
    notaries: r.array(
      r.object({
        pubkey: r.pubkey(),
        BTCaddress: r.text('address of the key in Bitcoin'),
        KMDaddress: r.address('address of the key on this chain'),
      }),
    ),
    numnotaries: r.int('number of notaries, 0 if there are none'),
    height: r.int(),
    timestamp: r.time(),
  }),
  examples: [{ params: ['100'] }, { params: ['100', '1600000000'], note: 'notaries of September 2020' }],
})

const minerids = defineMethod({
  name: 'minerids',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Counts the blocks that each notary mined among the 2,000 blocks up to a height.',
  usage: 'minerids needs height',
  params: [p.str('height', 'height of a block, as a string; 0 and below: the tip')],
  returns: 'a count for each notary, and one for all other miners',
  result: r.oneOf(
    '',
    r.object({ error: r.text('error text, if the chain has fewer than a thousand blocks') }),
    r.object({
      mined: r.array(
        r.oneOf(
          '',
          r.object({ notaryid: r.int(), KMDaddress: r.address(), pubkey: r.pubkey(), blocks: r.int() }),
          r.object({ pubkey: r.text('external miners'), blocks: r.int() }, 'blocks of all other miners'),
        ),
      ),
      numnotaries: r.int(),
    }),
  ),
  examples: [{ params: ['0'] }],
  flags: { longRunning: true },
})

const txnotarizedconfirmed = defineMethod({
  name: 'txnotarizedconfirmed',
  category: 'util',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Checks whether a transaction is notarised or, if no later block is notarised, has 101 confirmations.',
  params: [p.looseHash('txid', 'id of the transaction')],
  returns: 'result of the check',
  result: r.object({ result: r.bool('result; false if the transaction is not in the chain') }),
  examples: [{ params: [TXID_EXAMPLE], result: { result: true } }],
})

const getnotarisationstate = defineMethod({
  name: 'getnotarisationstate',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the last notarisation of this chain, and whether notaries have stopped.',
  description:
    'If the last notarisation is more than a day older than the tip, getblocksummary, getwallethistory and other methods of ' +
    'this program count blocks as confirmations. Methods of komodod keep its count in confirmations, and the blocks in ' +
    'rawconfirmations.',
  params: [],
  returns: 'the last notarisation',
  result: r.object({
    notarised: r.bool('true if the chain was ever notarised'),
    height: r.height('of the last notarised block, 0 without one'),
    found: r.height('of the block with the notarisation, 0 without one'),
    time: r.time('median time of that block, 0 without one'),
    lapsed: r.bool('true if the notarisation is more than a day older than the tip, by median times'),
  }),
  examples: [{ params: [], result: { notarised: false, height: 0, found: 0, time: 0, lapsed: false } }],
  flags: { beyondReference: true },
})

const getchaintxstats = defineMethod({
  name: 'getchaintxstats',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the number of transactions in the chain, and their rate.',
  params: [
    p.int('nblocks', 'number of blocks to average over; default: one month').optional().nullable(),
    p.hash('blockhash', 'hash of the last of these blocks; default: the tip').optional().nullable(),
  ],
  returns: 'totals, and the rate in the window of blocks',
  result: r.object({
    time: r.time('time of the last block'),
    txcount: r.int('number of transactions in the chain up to that block'),
    window_final_block_hash: r.blockHash(),
    window_block_count: r.int(),
    window_tx_count: r.optional(r.int('number of transactions in the window, if the window has blocks')),
    window_interval: r.optional(r.int('seconds between the median times of the window’s first and last block')),
    txrate: r.optional(r.double('transactions per second')),
  }),
  errors: [
    { code: -5, message: 'Block not found', when: 'no block has this hash' },
    { code: -8, message: 'Block is not in main chain', when: 'the block is on another branch' },
    {
      code: -8,
      message: "Invalid block count: should be between 0 and the block's height - 1",
      when: 'the count is out of range for this block',
    },
  ],
  examples: [{ params: [] }, { params: [2016] }],
})

const getNotarisationsForBlock = defineMethod({
  name: 'getNotarisationsForBlock',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the notarisations of any chain in a block, made by eleven or more notaries.',
  params: [p.int('height', 'height of the block')],
  returns: 'notarisations, by the kind of chain',
  result: r.object({
    KMD: r.array(
      r.object({
        txid: r.txid(),
        chain: r.text('name of the chain'),
        height: r.height('notarised height of that chain'),
        blockhash: r.blockHash('hash of the notarised block'),
        notaries: r.array(r.int('notary id')),
      }),
    ),
    LABS: r.array(r.json('always empty')),
  }),
  errors: [{ code: -1, message: 'height out of range.\n', when: 'the chain has no such block' }],
  examples: [{ params: [100] }],
})

const scanNotarisationsDB = defineMethod({
  name: 'scanNotarisationsDB',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Searches downwards from a block for a notarisation of a chain.',
  params: [
    p.str('blockHeight', 'height to start at, as a string; 0: the tip'),
    p.str('symbol', 'name of the chain'),
    p.str('blocksLimit', 'number of blocks to search, as a string').default('1440'),
  ],
  result: r.oneOf(
    'notarisation; null if none was found',
    r.object({ height: r.height(), hash: r.txid('of the transaction'), opreturn: r.hex('notarisation data') }),
    r.nothing,
  ),
  examples: [{ params: ['100', 'KMD'], result: null }],
  flags: { longRunning: true },
})

const height_MoM = defineMethod({
  name: 'height_MoM',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the notarised merkle root that covers a block.',
  usage: 'height_MoM height',
  params: [p.str('height', 'height of a block, as a string; 0 and below: the tip')],
  returns: 'the root, and the blocks under the root',
  result: r.object({
    coin: r.text(),
    height: r.int(),
    timestamp: r.int('always 0'),
    error: r.optional(r.text('there is none')),
    depth: r.optional(r.int('number of blocks under the root')),
    notarized_height: r.optional(r.height('height of the highest of these blocks')),
    MoM: r.optional(r.hex('the root')),
    kmdtxid: r.optional(r.txid('id of the transaction in the base chain')),
    MoMoM: r.optional(r.hex('always zeros')),
    MoMoMoffset: r.optional(r.int('always 0')),
    MoMoMdepth: r.optional(r.int('always 0')),
    kmdstarti: r.optional(r.int('always 0')),
    kmdendi: r.optional(r.int('always 0')),
  }),
  examples: [{ params: ['100'] }],
})

const calc_MoM = defineMethod({
  name: 'calc_MoM',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Calculates the merkle root over the merkle roots of a range of blocks.',
  usage: 'calc_MoM height MoMdepth',
  params: [height, p.str('MoMdepth', 'number of blocks up to this height, as a string')],
  returns: 'the root',
  result: r.object({ coin: r.text(), height: r.int(), MoMdepth: r.int(), MoM: r.hex('root; zeros above the tip') }),
  errors: [
    { code: -1, message: 'calc_MoM illegal height or MoMdepth\n', when: 'the chain does not have these blocks' },
  ],
  examples: [{ params: ['100', '10'] }],
})

const MoMoMdata = defineMethod({
  name: 'MoMoMdata',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Calculates the merkle root over the roots that chains of one kind notarised on this chain.',
  usage: 'MoMoMdata symbol kmdheight ccid',
  params: [
    p.str('symbol', 'name of a chain'),
    p.str('kmdheight', 'height on this chain, as a string; the five blocks below are searched'),
    p.str('ccid', 'value of -ac_cc of the chains, as a string'),
  ],
  returns: 'the roots, and the root over them',
  result: r.object({
    coin: r.text(),
    kmdheight: r.int(),
    ccid: r.int(),
    MoMs: r.array(r.hex()),
    notarization_hash: r.txid('id of the notarisation; zeros: too few roots'),
    MoMoM: r.hex(),
    data: r.hex(),
  }),
  examples: [{ params: ['DOC', '100', '3'] }],
  flags: { longRunning: true },
})

const assetchainproof = defineMethod({
  name: 'assetchainproof',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Proves that a transaction is under a notarised merkle root.',
  usage: 'assetchainproof needs a txid',
  params: [p.looseHash('txid', 'id of the transaction')],
  result: r.hex('id of the transaction in the base chain, index and branch'),
  errors: [
    { code: -1, message: 'cannot find transaction', when: 'the transaction is unknown' },
    { code: -1, message: 'tx still in mempool', when: 'the transaction is not in a block yet' },
    { code: -1, message: 'backnotarisation not yet confirmed', when: 'no notarised root covers the transaction' },
    { code: -1, message: 'Failed merkle block->MoM', when: 'the notarised root belongs to other blocks' },
  ],
  examples: [{ params: [TXID_EXAMPLE] }],
  flags: { longRunning: true },
})

/** Error on chains without -ac_notarypay, whose blocks do not pay their notaries. */
const NO_NOTARY_PAY = {
  code: -1,
  message: 'only works for ac_notarypay chains',
  when: 'the chain does not pay its notaries',
} as const

const NO_ADDRESS_INDEX = {
  code: -5,
  message: 'No information available for address',
  when: 'the address index is off',
} as const

const checknotarization = defineMethod({
  name: 'checknotarization',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Checks whether more coins were burnt for notary payments than were paid.',
  params: [],
  returns: 'result of the check',
  result: r.bool(),
  errors: [NO_NOTARY_PAY, NO_ADDRESS_INDEX],
  examples: [{ params: [] }],
})

const getnotarypayinfo = defineMethod({
  name: 'getnotarypayinfo',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the coins burnt for notary payments, and how long they will last.',
  params: [],
  returns: 'the balance and an estimate',
  result: r.object({
    height: r.height(),
    balance: r.coins('balance of the burn address; not used by any rule'),
    spent: r.bool('true if coins of this address were spent; then there is no estimate'),
    Total_NotaryPay: r.coins('total paid so far'),
    Estimated_Notarizations_Left: r.int(),
    Estimated_Days_Left: r.int(),
    Estimated_Height: r.height(),
  }),
  errors: [NO_NOTARY_PAY, NO_ADDRESS_INDEX],
  examples: [{ params: [] }],
})

export const notarisationMethods = {
  assetchainproof,
  calc_MoM,
  checknotarization,
  getNotarisationsForBlock,
  getchaintxstats,
  getnotarisationstate,
  getnotarypayinfo,
  height_MoM,
  minerids,
  MoMoMdata,
  notaries,
  scanNotarisationsDB,
  txnotarizedconfirmed,
} as const

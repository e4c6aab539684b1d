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
  summary: 'Lists the notaries of a moment.',
  usage: 'notaries height timestamp',
  params: [
    p.str('height', 'height of a block, whose time counts; below 0 that of the tip, above it now'),
    p.str('timestamp', 'unix seconds that count instead').optional(),
  ],
  returns: 'their keys and addresses, in the order of their ids',
  result: r.object({
    notaries: r.array(
      r.object({
        pubkey: r.pubkey(),
        BTCaddress: r.text('address of the key in Bitcoin'),
        KMDaddress: r.address('address of the key here'),
      }),
    ),
    numnotaries: r.int('0 when nobody is one'),
    height: r.int(),
    timestamp: r.time(),
  }),
  examples: [{ params: ['100'] }, { params: ['100', '1600000000'], note: 'those of September 2020' }],
})

const minerids = defineMethod({
  name: 'minerids',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Counts which notary mined how many of the 2,000 blocks up to a height.',
  usage: 'minerids needs height',
  params: [p.str('height', 'height of a block, as a string; 0 and below: the tip')],
  returns: 'a count for each notary and one for everybody else',
  result: r.oneOf(
    '',
    r.object({ error: r.text('there are fewer than a thousand blocks') }),
    r.object({
      mined: r.array(
        r.oneOf(
          '',
          r.object({ notaryid: r.int(), KMDaddress: r.address(), pubkey: r.pubkey(), blocks: r.int() }),
          r.object({ pubkey: r.text('external miners'), blocks: r.int() }, 'blocks of everybody else'),
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
  summary: 'Tells whether a transaction is notarised, or has 101 confirmations where nothing above it is.',
  params: [p.looseHash('txid', 'id of the transaction')],
  returns: 'yes or no',
  result: r.object({ result: r.bool('false if it is not in the chain') }),
  examples: [{ params: [TXID_EXAMPLE], result: { result: true } }],
})

const getchaintxstats = defineMethod({
  name: 'getchaintxstats',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows how many transactions the chain has, and at what rate they came.',
  params: [
    p.int('nblocks', 'blocks to average over; default a month of them').optional().nullable(),
    p.hash('blockhash', 'the last of them; default the tip').optional().nullable(),
  ],
  returns: 'totals and the rate in a window of blocks',
  result: r.object({
    time: r.time('of the last block'),
    txcount: r.int('transactions of the chain up to it'),
    window_final_block_hash: r.blockHash(),
    window_block_count: r.int(),
    window_tx_count: r.optional(r.int('where there are blocks in the window')),
    window_interval: r.optional(r.int('seconds between the median times of its ends')),
    txrate: r.optional(r.double('transactions a second')),
  }),
  errors: [
    { code: -5, message: 'Block not found', when: 'no block has this hash' },
    { code: -8, message: 'Block is not in main chain', when: 'it is on another branch' },
    {
      code: -8,
      message: "Invalid block count: should be between 0 and the block's height - 1",
      when: 'the chain is shorter',
    },
  ],
  examples: [{ params: [] }, { params: [2016] }],
})

const getNotarisationsForBlock = defineMethod({
  name: 'getNotarisationsForBlock',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists what eleven or more notaries wrote into a block about any chain.',
  params: [p.int('height', 'height of the block')],
  returns: 'what was written, by the kind of chain',
  result: r.object({
    KMD: r.array(
      r.object({
        txid: r.txid(),
        chain: r.text('name of the chain'),
        height: r.height('notarised in it'),
        blockhash: r.blockHash('of that block'),
        notaries: r.array(r.int('notary id')),
      }),
    ),
    LABS: r.array(r.json('always empty')),
  }),
  errors: [{ code: -1, message: 'height out of range.\n', when: 'there is no such block' }],
  examples: [{ params: [100] }],
})

const scanNotarisationsDB = defineMethod({
  name: 'scanNotarisationsDB',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Looks downwards from a block for what notaries wrote about a chain.',
  params: [
    p.str('blockHeight', 'height to begin at, as a string; 0: the tip'),
    p.str('symbol', 'name of the chain'),
    p.str('blocksLimit', 'blocks to look at, as a string').default('1440'),
  ],
  result: r.oneOf(
    'null: nothing was found',
    r.object({ height: r.height(), hash: r.txid('of the transaction'), opreturn: r.hex('what was written') }),
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
  summary: 'Shows the merkle root that was notarised over a block.',
  usage: 'height_MoM height',
  params: [p.str('height', 'height of a block, as a string; 0 and below: the tip')],
  returns: 'the root and what it covers',
  result: r.object({
    coin: r.text(),
    height: r.int(),
    timestamp: r.int('always 0'),
    error: r.optional(r.text('there is none')),
    depth: r.optional(r.int('blocks under the root')),
    notarized_height: r.optional(r.height('the highest of them')),
    MoM: r.optional(r.hex('the root')),
    kmdtxid: r.optional(r.txid('the transaction in the base chain')),
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
  summary: 'Calculates the merkle root over the merkle roots of some blocks.',
  usage: 'calc_MoM height MoMdepth',
  params: [height, p.str('MoMdepth', 'number of blocks up to it, as a string')],
  returns: 'the root',
  result: r.object({ coin: r.text(), height: r.int(), MoMdepth: r.int(), MoM: r.hex('zeros above the tip') }),
  errors: [{ code: -1, message: 'calc_MoM illegal height or MoMdepth\n', when: 'there are no such blocks' }],
  examples: [{ params: ['100', '10'] }],
})

const MoMoMdata = defineMethod({
  name: 'MoMoMdata',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Calculates the merkle root over the roots that chains of one kind notarised here.',
  usage: 'MoMoMdata symbol kmdheight ccid',
  params: [
    p.str('symbol', 'name of a chain'),
    p.str('kmdheight', 'height here, as a string; five blocks below it are looked at'),
    p.str('ccid', '-ac_cc of the chains, as a string'),
  ],
  returns: 'the roots and the one over them',
  result: r.object({
    coin: r.text(),
    kmdheight: r.int(),
    ccid: r.int(),
    MoMs: r.array(r.hex()),
    notarization_hash: r.txid('zeros: there are too few'),
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
  result: r.hex('id of the transaction in the base chain, place and branch'),
  errors: [
    { code: -1, message: 'cannot find transaction', when: 'it is nowhere' },
    { code: -1, message: 'tx still in mempool', when: 'it is not in a block yet' },
    { code: -1, message: 'backnotarisation not yet confirmed', when: 'no notarised root covers it' },
    { code: -1, message: 'Failed merkle block->MoM', when: 'the notarised root is that of other blocks' },
  ],
  examples: [{ params: [TXID_EXAMPLE] }],
  flags: { longRunning: true },
})

/** Error on chains without -ac_notarypay, whose blocks do not pay their notaries. */
const NO_NOTARY_PAY = {
  code: -1,
  message: 'only works for ac_notarypay chains',
  when: 'the chain pays its notaries nothing',
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
  summary: 'Tells whether more was burnt for paying notaries than they got.',
  params: [],
  returns: 'yes or no',
  result: r.bool(),
  errors: [NO_NOTARY_PAY, NO_ADDRESS_INDEX],
  examples: [{ params: [] }],
})

const getnotarypayinfo = defineMethod({
  name: 'getnotarypayinfo',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows what was burnt for paying notaries, and how long that lasts.',
  params: [],
  returns: 'the balance and an estimate',
  result: r.object({
    height: r.height(),
    balance: r.coins('of the burn address; no rule depends on it'),
    spent: r.bool('coins of it were spent, so that nothing is estimated'),
    Total_NotaryPay: r.coins('paid so far'),
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
  getnotarypayinfo,
  height_MoM,
  minerids,
  MoMoMdata,
  notaries,
  scanNotarisationsDB,
  txnotarizedconfirmed,
} as const

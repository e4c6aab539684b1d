/** Methods about blocks and their headers (rpc.md §6). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { decodedTransaction } from './shapes.ts'

export const BLOCK_HASH_EXAMPLE = '027e3758c3a65b12aa1046462b486d0a63bfa1beae327897f56c5cfb7daaae71'
export const BLOCK_NOT_FOUND = { code: -5, message: 'Block not found', when: 'no block has this hash' } as const

export const poolSupply = {
  monitored: r.bool(),
  chainValue: r.coins('coins in total'),
  chainValueZat: r.satoshis('same amount in satoshis'),
}
const delta = { valueDelta: r.coins('change by this block'), valueDeltaZat: r.satoshis('same change in satoshis') }
export const poolId = r.choice('', 'transparent', 'sprout', 'sapling', 'burned')

const headerStart = {
  last_notarized_height: r.height('height, 0 without notarisations'),
  hash: r.blockHash(),
  confirmations: r.int('confirmations, -1 off the active chain'),
  rawconfirmations: r.int('confirmations, -1 off the active chain'),
}
const neighbours = {
  previousblockhash: r.optional(r.blockHash()),
  nextblockhash: r.optional(r.blockHash('hash of the next block on the active chain')),
}
const proof = {
  time: r.time(),
  nonce: r.hex(),
  solution: r.hex('Equihash solution'),
  bits: r.hex('target in compact form'),
  difficulty: r.double(),
  chainwork: r.hex('total work of the chain up to this block'),
}

const blockStart = {
  ...headerStart,
  size: r.int('bytes'),
  height: r.height(),
  version: r.int(),
  merkleroot: r.hex(),
  segid: r.int('segid of the stake, 0 to 63; -1: the block is not staked'),
  finalsaplingroot: r.hex(),
}
const blockEnd = {
  ...proof,
  anchor: r.hex(),
  blocktype: r.optional(r.text('mined')),
  chainSupply: r.object({ ...poolSupply, ...delta }),
  valuePools: r.array(r.object({ id: poolId, ...poolSupply, ...delta })),
  ...neighbours,
}

const getblock = defineMethod({
  name: 'getblock',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns a block by its hash or height.',
  params: [
    p.str('hash|height', 'hash, or height on the active chain, as a string'),
    p.verbosity('verbosity', '0: hex, 1: with transaction ids, 2: with decoded transactions').default(1),
  ],
  result: r.oneOf(
    'hex, or an object, depending on verbosity',
    r.hex('the block, if verbosity is 0'),
    r.object({ ...blockStart, tx: r.array(r.txid()), ...blockEnd }, 'the block, if verbosity is 1'),
    r.object({ ...blockStart, tx: r.array(decodedTransaction), ...blockEnd }, 'the block, if verbosity is 2'),
  ),
  errors: [
    BLOCK_NOT_FOUND,
    { code: -8, message: 'Block height out of range', when: 'the height is above the tip' },
    { code: -8, message: 'Invalid block height parameter', when: 'the text is neither a hash nor digits' },
    { code: -8, message: 'Verbosity must be in range from 0 to 2', when: 'it is not' },
  ],
  examples: [{ params: [BLOCK_HASH_EXAMPLE] }, { params: ['0', 2], note: 'by height, with decoded transactions' }],
})

const getblockheader = defineMethod({
  name: 'getblockheader',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the header of a block.',
  params: [
    p.looseHash('hash', 'hash of the block'),
    p.bool('verbose', 'return an object instead of hex').default(true),
  ],
  result: r.oneOf(
    'hex, or an object, depending on verbose',
    r.hex('the header, if verbose is false'),
    r.object({
      ...headerStart,
      height: r.height(),
      version: r.int(),
      merkleroot: r.hex(),
      finalsaplingroot: r.hex(),
      ...proof,
      segid: r.int('segid of the stake, 0 to 63; -1: the block is not staked'),
      ...neighbours,
    }),
  ),
  errors: [BLOCK_NOT_FOUND],
  examples: [{ params: [BLOCK_HASH_EXAMPLE] }, { params: [BLOCK_HASH_EXAMPLE, false] }],
})

const getblockcount = defineMethod({
  name: 'getblockcount',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the height of the tip.',
  params: [],
  result: r.height('height of the tip, 0 if the chain has only its genesis block'),
  examples: [{ params: [], result: 262 }],
})

const getbestblockhash = defineMethod({
  name: 'getbestblockhash',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the hash of the tip.',
  params: [],
  result: r.blockHash('hash of the block at the height that getblockcount returns'),
  examples: [{ params: [], result: '063c19cdb07246131abde5a0906718ee88aa255eefe81124297bee23e781cb47' }],
})

const getblockhash = defineMethod({
  name: 'getblockhash',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns the hash of the block at a height of the active chain.',
  params: [p.int('index', 'height')],
  result: r.blockHash('hash of the block at this height'),
  errors: [{ code: -8, message: 'Block height out of range', when: 'the active chain has no such block' }],
  examples: [{ params: [0], result: '029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327' }],
})

const getrecentblocks = defineMethod({
  name: 'getrecentblocks',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists blocks of the active chain, newest first.',
  params: [
    p.int('count', 'maximum number of blocks to return', { min: 1, max: 1000 }),
    p.int('before', 'only blocks below this height', { min: 0 }).nullable().optional(),
  ],
  returns: 'a row for each block',
  result: r.array(
    r.object({
      height: r.height(),
      hash: r.blockHash(),
      time: r.time(),
      txcount: r.int(),
      size: r.int('bytes'),
    }),
  ),
  examples: [{ params: [10] }, { params: [10, 100], note: 'heights 99 to 90' }],
  flags: { beyondReference: true },
})

export const blockMethods = {
  getbestblockhash,
  getblock,
  getblockcount,
  getblockhash,
  getblockheader,
  getrecentblocks,
} as const

/** Methods about the chain as a whole: state, branches, coins (rpc.md §6). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { BLOCK_HASH_EXAMPLE, BLOCK_NOT_FOUND, poolId, poolSupply } from './blocks.ts'
import { scriptPubKey, TXID_EXAMPLE } from './shapes.ts'

const softFork = r.object({ status: r.bool(), found: r.int(), required: r.int(), window: r.int() })

const getblockchaininfo = defineMethod({
  name: 'getblockchaininfo',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the state of the chain.',
  params: [],
  returns: 'the active chain, its upgrades and its work',
  result: r.object({
    chain: r.choice('', 'main', 'regtest'),
    blocks: r.height('of the tip'),
    synced: r.bool(),
    headers: r.height('of the best header'),
    bestblockhash: r.blockHash(),
    difficulty: r.double('of the next block'),
    verificationprogress: r.double('estimate, 0 to 1'),
    chainwork: r.hex(),
    pruned: r.bool(),
    commitments: r.int('note commitments added by JoinSplits'),
    chainSupply: r.object(poolSupply),
    valuePools: r.array(r.object({ id: poolId, ...poolSupply })),
    softforks: r.array(r.object({ id: r.text(), version: r.int(), enforce: softFork, reject: softFork })),
    upgrades: r.dictionary(
      r.object({
        name: r.text(),
        activationheight: r.height(),
        status: r.choice('', 'pending', 'active', 'disabled'),
        info: r.text(),
      }),
      'upgrades by consensus branch id',
    ),
    consensus: r.object({ chaintip: r.hex('branch id at the tip'), nextblock: r.hex('branch id of the next block') }),
  }),
  examples: [{ params: [] }],
})

const noteTree = r.object({
  commitments: r.object({
    finalRoot: r.hex('root of the tree of note commitments'),
    finalState: r.optional(r.hex('stored part of the tree: its newest leaves and the roots to the left of them')),
  }),
})

const z_gettreestate = defineMethod({
  name: 'z_gettreestate',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the trees of shielded notes after a block of the active chain.',
  params: [p.str('hash|height', 'hash, or height on the active chain, as a string')],
  returns: 'the JoinSplit tree, and the Sapling tree if Sapling is active',
  result: r.object({
    hash: r.blockHash(),
    height: r.height(),
    time: r.time(),
    sprout: noteTree,
    sapling: r.optional(noteTree),
  }),
  errors: [
    BLOCK_NOT_FOUND,
    { code: -5, message: 'Requested block is not part of the main chain', when: 'the block is on another branch' },
    { code: -8, message: 'Block height out of range', when: 'the height is above the tip' },
    { code: -8, message: 'Invalid block height parameter', when: 'the text is neither a hash nor digits' },
  ],
  examples: [{ params: [BLOCK_HASH_EXAMPLE] }, { params: ['0'], note: 'by height' }],
})

const getchaintips = defineMethod({
  name: 'getchaintips',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the ends of all known branches, the highest first.',
  params: [],
  returns: 'the branches, including the active chain',
  result: r.array(
    r.object({
      height: r.height(),
      hash: r.blockHash(),
      branchlen: r.int('blocks since the branch left the active chain'),
      status: r.choice('', 'active', 'invalid', 'headers-only', 'valid-fork', 'valid-headers', 'unknown'),
    }),
  ),
  examples: [
    {
      params: [],
      result: [
        {
          height: 262,
          hash: '063c19cdb07246131abde5a0906718ee88aa255eefe81124297bee23e781cb47',
          branchlen: 0,
          status: 'active',
        },
      ],
    },
  ],
})

const getdifficulty = defineMethod({
  name: 'getdifficulty',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the difficulty of the next block as a multiple of the lowest.',
  params: [],
  result: r.double('difficulty; 1 is the lowest'),
  examples: [{ params: [], result: 1.000015199416342 }],
})

const gettxout = defineMethod({
  name: 'gettxout',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows an unspent output; null if it is spent or unknown.',
  params: [
    p.looseHash('txid', 'id of the transaction'),
    p.int('n', 'index of the output'),
    p.bool('includemempool', 'take the mempool into account').default(true),
  ],
  result: r.oneOf(
    'the output, at the tip or in the mempool',
    r.nothing,
    r.object({
      bestblock: r.blockHash(),
      confirmations: r.int('confirmations, 0 in the mempool'),
      rawconfirmations: r.int('confirmations, 0 in the mempool'),
      value: r.coins(),
      scriptPubKey,
      version: r.int('of the transaction'),
      coinbase: r.bool(),
    }),
  ),
  examples: [{ params: [TXID_EXAMPLE, 0] }],
})

const gettxoutsetinfo = defineMethod({
  name: 'gettxoutsetinfo',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Adds up all unspent outputs.',
  description: 'Reads all unspent outputs, which takes a while on a large chain.',
  params: [],
  returns: 'sums over the outputs at the tip',
  result: r.object({
    height: r.height(),
    bestblock: r.blockHash(),
    transactions: r.int('with unspent outputs'),
    txouts: r.int('unspent outputs'),
    bytes_serialized: r.int(),
    hash_serialized: r.hex(),
    total_amount: r.coins(),
  }),
  examples: [
    {
      params: [],
      result: {
        height: 262,
        bestblock: '063c19cdb07246131abde5a0906718ee88aa255eefe81124297bee23e781cb47',
        transactions: 305,
        txouts: 380,
        bytes_serialized: 25453,
        hash_serialized: '7f188b4b4d35c66ec532377105ad1a121bfce0b1ef2221da6aeb7c87ef58d4d5',
        total_amount: 3165555503090690n,
      },
    },
  ],
  flags: { longRunning: true },
})

const invalidateblock = defineMethod({
  name: 'invalidateblock',
  category: 'blockchain',
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Marks a block as invalid, as if it broke a rule, and leaves its branch.',
  params: [p.looseHash('hash', 'hash of the block')],
  result: r.nothing,
  errors: [BLOCK_NOT_FOUND, { code: -20, message: '<reason>', when: 'the node cannot switch to another branch' }],
  examples: [{ params: [BLOCK_HASH_EXAMPLE], result: null }],
  flags: { hidden: true, longRunning: true },
})

const reconsiderblock = defineMethod({
  name: 'reconsiderblock',
  category: 'blockchain',
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Removes the invalid mark of a block and its descendants.',
  params: [p.looseHash('hash', 'hash of the block')],
  result: r.nothing,
  errors: [BLOCK_NOT_FOUND, { code: -20, message: '<reason>', when: 'the node cannot switch to another branch' }],
  examples: [{ params: [BLOCK_HASH_EXAMPLE], result: null }],
  flags: { hidden: true, longRunning: true },
})

export const blockchainMethods = {
  getblockchaininfo,
  getchaintips,
  getdifficulty,
  gettxout,
  gettxoutsetinfo,
  invalidateblock,
  reconsiderblock,
  z_gettreestate,
} as const

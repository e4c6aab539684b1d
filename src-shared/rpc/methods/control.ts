/** Methods that control the node itself (rpc.md §3). */
import { LOG_CATEGORY_NAMES } from '../../logCategories.ts'
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const getinfo = defineMethod({
  name: 'getinfo',
  category: 'control',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'peers', 'identity'],
  summary: 'Shows the state of the node, its chain and its wallet.',
  params: [],
  returns: 'state; without a wallet, the wallet fields are left out',
  result: r.object({
    version: r.int(),
    protocolversion: r.int(),
    KMDversion: r.text(),
    synced: r.bool('true if the tip is at the best height known to this node and its peers'),
    notarized: r.height(),
    prevMoMheight: r.height(),
    notarizedhash: r.blockHash(),
    notarizedtxid: r.txid(),
    notarizedtxid_height: r.oneOf('', r.choice('', 'mempool'), r.height()),
    KMDnotarized_height: r.optional(r.height('height; Smart Chains only')),
    notarized_confirms: r.int(),
    walletversion: r.optional(r.int('version; only with a wallet')),
    interest: r.optional(r.coins('interest; base chain only, always 0')),
    balance: r.optional(r.coins('balance; only with a wallet')),
    blocks: r.height('of the tip'),
    longestchain: r.height('best height known to this node and its peers'),
    tiptime: r.time(),
    difficulty: r.double('of the tip'),
    keypoololdest: r.optional(r.time('time of the oldest key; only with a wallet')),
    keypoolsize: r.optional(r.int('number of keys; only with a wallet')),
    unlocked_until: r.optional(r.time('time of locking; encrypted wallets only')),
    paytxfee: r.coins(),
    sapling: r.height('activation height, -1 if not set'),
    timeoffset: r.int(),
    connections: r.int(),
    proxy: r.text(),
    testnet: r.bool('always false'),
    relayfee: r.coins('for 1000 bytes'),
    errors: r.text(),
    notaryid: r.optional(r.int()),
    notaryname: r.optional(r.text()),
    pubkey: r.optional(r.pubkey('public key; only with -pubkey')),
    CCid: r.optional(r.int('value of -ac_cc, if not 0')),
    name: r.text('of the chain'),
    p2pport: r.int(),
    rpcport: r.int(),
    magic: r.optional(r.int('signed, 32 bits; Smart Chains only')),
    premine: r.optional(r.int64('whole coins; Smart Chains only')),
    eras: r.optional(r.int('number of eras, if more than one')),
    reward: r.optional(r.text('satoshis, one number per era; chains with a reward only')),
    halving: r.optional(r.text()),
    decay: r.optional(r.text()),
    endsubsidy: r.optional(r.text()),
    notarypay: r.optional(r.text()),
    commission: r.optional(r.int64('value of -ac_perc, if not 0')),
    staked: r.optional(r.int('value of -ac_staked, if not 0')),
  }),
  examples: [{ params: [] }],
})

const help = defineMethod({
  name: 'help',
  category: 'control',
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists all methods, or describes one.',
  params: [p.str('command', 'the method to describe').optional()],
  result: r.text('lines of plain text'),
  examples: [{ params: [] }, { params: ['getblock'] }],
  flags: { duringWarmup: true },
})

const stop = defineMethod({
  name: 'stop',
  category: 'control',
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Stops the node; can be called during start-up too.',
  params: [p.any('detach', 'ignored', 'json').optional()],
  result: r.text('<chain name> server stopping'),
  examples: [{ params: [], result: 'REGTEST server stopping' }],
  flags: { duringWarmup: true },
})

const CATEGORY_LIST = { type: 'string' } as const

const logging = defineMethod({
  name: 'logging',
  category: 'control',
  consent: 'never',
  changesWith: 'never',
  summary: 'Shows the log categories that are logged in detail, and switches them until the next reload or restart.',
  description: `The categories of include are switched on first, then those of exclude off. "all" or "1" is every category, "none" or "0" is no category. Categories: ${LOG_CATEGORY_NAMES.join(', ')}.`,
  params: [
    p.array('include', 'categories to switch on', CATEGORY_LIST).optional().nullable(),
    p.array('exclude', 'categories to switch off', CATEGORY_LIST).optional().nullable(),
  ],
  result: r.dictionary(r.bool('true if the category is logged in detail'), 'state of each category'),
  errors: [{ code: -8, message: 'unknown logging category …', when: 'there is no such category; nothing changes' }],
  examples: [{ params: [] }, { params: [['net', 'mempool'], ['rpc']] }],
  flags: { beyondReference: true, duringWarmup: true },
})

const getnodestatus = defineMethod({
  name: 'getnodestatus',
  category: 'control',
  consent: 'none',
  changesWith: ['mining'],
  summary: 'Shows the node’s current activity, folder and address; can be called during start-up too.',
  params: [],
  returns: 'the node’s phase, folder and address',
  result: r.object({
    phase: r.choice('', 'starting', 'importing', 'indexing', 'ready', 'stopping', 'stopped', 'failed'),
    detail: r.text('description of the activity, one line'),
    progress: r.oneOf(
      '',
      r.nothing,
      r.object({
        done: r.int(),
        total: r.oneOf('total; null: unknown', r.nothing, r.int()),
        unit: r.text('unit of done and total'),
      }),
    ),
    name: r.text('of the chain'),
    network: r.choice('', 'main', 'regtest'),
    dataDir: r.text(),
    rpcAddress: r.text('host:port of the first RPC socket, empty without an RPC server'),
    version: r.text('version of this program'),
    startedAt: r.time(),
    automaticMining: r.bool('true if a block is mined whenever a transaction waits'),
    sandbox: r.bool('true if the chain is this program’s sandbox'),
    verifier: r.optional(
      r.choice(
        'library that verifies signatures; wasm: four times slower, used if there is no native library for this platform; left out without a node',
        'native',
        'wasm',
      ),
    ),
    indexProblem: r.oneOf(
      '',
      r.nothing,
      r.text('error found by the last check of the address index, until it is repaired'),
    ),
    walletProblem: r.oneOf(
      '',
      r.nothing,
      r.object({
        kind: r.choice(
          'foreign: not the wallet that was used with this chain',
          'missing',
          'empty',
          'foreign',
          'damaged',
        ),
        path: r.text('path of the wallet file'),
        expected: r.oneOf('', r.nothing, r.text('first 16 digits of the id of the chain’s wallet (seedfp)')),
        found: r.oneOf('', r.nothing, r.text('same digits of the wallet that was found')),
        noted: r.oneOf('', r.nothing, r.time('time since when the chain has been used with its wallet')),
        earlier: r.bool('true if the wallet that was found was used with the chain before'),
      }),
    ),
  }),
  examples: [{ params: [] }],
  flags: { beyondReference: true, duringWarmup: true },
})

const PUBLISH_STATES = ['connecting', 'refused', 'publishing', 'level'] as const

const getpublishinfo = defineMethod({
  name: 'getpublishinfo',
  category: 'control',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the progress of -publish.',
  params: [],
  returns: 'publishing state, and why it lags; with two targets, the state of the slower one',
  result: r.object({
    enabled: r.bool('true if -publish was given'),
    state: r.choice(
      'state; refused: the server is not for this node; level: published up to the tip',
      'off',
      ...PUBLISH_STATES,
    ),
    height: r.int('height of the last published block; -1: none, or not known yet'),
    behind: r.int('number of blocks not published yet'),
    problem: r.text('reason why publishing is blocked, empty if it is not'),
    targets: r.array(
      r.object({
        to: r.choice('', 'postgres', 'nats'),
        state: r.choice('', ...PUBLISH_STATES),
        height: r.int(''),
        behind: r.int(''),
        problem: r.text(''),
      }),
      'state of each target',
    ),
  }),
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

const discover = defineMethod({
  name: 'rpc.discover',
  category: 'control',
  consent: 'none',
  changesWith: 'never',
  summary: 'Describes all methods as an OpenRPC document.',
  params: [],
  result: r.document('OpenRPC document'),
  examples: [{ params: [] }],
  flags: { beyondReference: true, duringWarmup: true },
})

export const controlMethods = {
  getinfo,
  getnodestatus,
  getpublishinfo,
  help,
  logging,
  'rpc.discover': discover,
  stop,
} as const

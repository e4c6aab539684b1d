/** Methods that control the node itself (rpc.md §3). */
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
  returns: 'figures that need the wallet are left out without one',
  result: r.object({
    version: r.int(),
    protocolversion: r.int(),
    KMDversion: r.text(),
    synced: r.bool('at the best height that we and our peers know'),
    notarized: r.height(),
    prevMoMheight: r.height(),
    notarizedhash: r.blockHash(),
    notarizedtxid: r.txid(),
    notarizedtxid_height: r.oneOf('', r.choice('', 'mempool'), r.height()),
    KMDnotarized_height: r.optional(r.height('Smart Chains only')),
    notarized_confirms: r.int(),
    walletversion: r.optional(r.int('with a wallet only')),
    interest: r.optional(r.coins('base chain only, always 0')),
    balance: r.optional(r.coins('with a wallet only')),
    blocks: r.height('of the tip'),
    longestchain: r.height('best height that we and our peers know'),
    tiptime: r.time(),
    difficulty: r.double('of the tip'),
    keypoololdest: r.optional(r.time('with a wallet only')),
    keypoolsize: r.optional(r.int('with a wallet only')),
    unlocked_until: r.optional(r.time('encrypted wallets only')),
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
    pubkey: r.optional(r.pubkey('with -pubkey only')),
    CCid: r.optional(r.int('-ac_cc, if not 0')),
    name: r.text('of the chain'),
    p2pport: r.int(),
    rpcport: r.int(),
    magic: r.optional(r.int('signed, 32 bits; Smart Chains only')),
    premine: r.optional(r.int64('whole coins; Smart Chains only')),
    eras: r.optional(r.int('if more than one')),
    reward: r.optional(r.text('satoshis, one number an era; chains with a reward only')),
    halving: r.optional(r.text()),
    decay: r.optional(r.text()),
    endsubsidy: r.optional(r.text()),
    notarypay: r.optional(r.text()),
    commission: r.optional(r.int64('-ac_perc, if not 0')),
    staked: r.optional(r.int('-ac_staked, if not 0')),
  }),
  examples: [{ params: [] }],
})

const help = defineMethod({
  name: 'help',
  category: 'control',
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists all methods, or explains one.',
  params: [p.str('command', 'the method to explain').optional()],
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
  summary: 'Stops the node; answers during start-up too.',
  params: [p.any('detach', 'ignored', 'json').optional()],
  result: r.text('<chain name> server stopping'),
  examples: [{ params: [], result: 'REGTEST server stopping' }],
  flags: { duringWarmup: true },
})

const getnodestatus = defineMethod({
  name: 'getnodestatus',
  category: 'control',
  consent: 'none',
  changesWith: ['mining'],
  summary: 'Shows what the node is doing and where it lives; answers during start-up too.',
  params: [],
  returns: 'the node’s phase, folder and address',
  result: r.object({
    phase: r.choice('', 'starting', 'importing', 'indexing', 'ready', 'stopping', 'stopped', 'failed'),
    detail: r.text('one line for people'),
    progress: r.oneOf(
      '',
      r.nothing,
      r.object({
        done: r.int(),
        total: r.oneOf('null: the end is not known', r.nothing, r.int()),
        unit: r.text('what is counted'),
      }),
    ),
    name: r.text('of the chain'),
    network: r.choice('', 'main', 'regtest'),
    dataDir: r.text(),
    rpcAddress: r.text('host:port of the first RPC socket, empty without a server'),
    version: r.text('of this program'),
    startedAt: r.time(),
    automaticMining: r.bool('a block is mined whenever a transaction waits'),
    sandbox: r.bool('the chain is this program’s own playground'),
    verifier: r.optional(
      r.choice(
        'what checks signatures; wasm: four times slower, as there is no native library for this platform; left out without a node',
        'native',
        'wasm',
      ),
    ),
    indexProblem: r.oneOf(
      '',
      r.nothing,
      r.text('what an audit found wrong with the address index, until it is repaired'),
    ),
    walletProblem: r.oneOf(
      '',
      r.nothing,
      r.object({
        kind: r.choice(
          'foreign: another wallet than the chain was used with',
          'missing',
          'empty',
          'foreign',
          'damaged',
        ),
        path: r.text('where the wallet file belongs'),
        expected: r.oneOf('', r.nothing, r.text('first 16 digits of the id of the chain’s wallet (seedfp)')),
        found: r.oneOf('', r.nothing, r.text('of the wallet that is there')),
        noted: r.oneOf('', r.nothing, r.time('since when the chain was used with its wallet')),
        earlier: r.bool('the wallet that is there was used with the chain before'),
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
  summary: 'Shows how far -publish has come.',
  params: [],
  returns: 'what is published, and what keeps the rest from it; of two places that which is further behind',
  result: r.object({
    enabled: r.bool('-publish was given'),
    state: r.choice('refused: the server is not for this node; level: it is at the tip', 'off', ...PUBLISH_STATES),
    height: r.int('of the block that was published last; -1: none, or not known yet'),
    behind: r.int('blocks that are not published yet'),
    problem: r.text('what keeps it from publishing, empty: nothing'),
    targets: r.array(
      r.object({
        to: r.choice('', 'postgres', 'nats'),
        state: r.choice('', ...PUBLISH_STATES),
        height: r.int(''),
        behind: r.int(''),
        problem: r.text(''),
      }),
      'the same of each place',
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

export const controlMethods = { getinfo, getnodestatus, getpublishinfo, help, 'rpc.discover': discover, stop } as const

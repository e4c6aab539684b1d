/** Methods of the node's own miner on main-mode chains (rpc.md §8). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const getgenerate = defineMethod({
  name: 'getgenerate',
  category: 'mining',
  consent: 'none',
  changesWith: ['mining'],
  summary: 'Shows whether the node’s own miner is on.',
  params: [],
  returns: 'settings of the miner',
  result: r.object({
    staking: r.bool('true if the wallet’s coins stake'),
    generate: r.bool(),
    numthreads: r.int('number of threads; -1: one per core'),
  }),
  examples: [{ params: [], result: { staking: false, generate: false, numthreads: -1 } }],
})

const getlocalsolps = defineMethod({
  name: 'getlocalsolps',
  category: 'mining',
  consent: 'none',
  changesWith: ['mining'],
  summary: 'Shows the Equihash solutions per second found by this node.',
  description: 'Measured over the last half minute; only solutions accepted by the verifier count.',
  params: [],
  result: r.double('solutions per second, 0 if not mining'),
  examples: [{ params: [], result: 0 }],
})

const getminerstatus = defineMethod({
  name: 'getminerstatus',
  category: 'mining',
  consent: 'none',
  changesWith: ['tip', 'mining', 'identity'],
  summary: 'Shows the state and speed of the node’s own miner, and the expected time to a block.',
  params: [],
  returns: 'the miner, its speed and its expected results',
  result: r.object({
    state: r.choice(
      'off; waiting: switched on, but blocked; paused: until the machine is off battery power; mining',
      'off',
      'waiting',
      'paused',
      'mining',
    ),
    detail: r.text('reason why the miner is blocked or stopped; empty if it is neither'),
    generate: r.bool('true if the miner is switched on'),
    staking: r.bool('true if the wallet’s coins stake instead: see getstakingstatus'),
    limit: r.int('requested number of threads; -1: one per core'),
    threads: r.int('current number of threads'),
    cores: r.int('number of cores of this machine'),
    threadmemory: r.int('memory per thread in bytes'),
    alone: r.bool('true if the miner also runs without peers (-testnode)'),
    power: r.choice('power source of the machine; not checked by the daemon', 'mains', 'battery', 'unknown'),
    pauseonbattery: r.bool('true if the miner pauses on battery power'),
    resumeatstart: r.bool('true if a switched-on miner resumes at the next start of the node'),
    interrupted: r.bool(
      'true if the miner was on when the node last stopped, has not resumed, and has not been switched since',
    ),
    reward: r.object({
      to: r.choice(
        'reward address; identity: -pubkey or the token key; address: -mineraddress; wallet: a new key for each block',
        'identity',
        'address',
        'wallet',
        'nobody',
      ),
      address: r.oneOf('address, if it is always the same', r.nothing, r.address()),
      mine: r.bool('true if the wallet of this node can spend the reward'),
    }),
    rate: r.double('solutions per second, measured over the last half minute'),
    history: r.array(r.double(), 'rate for every five seconds of mining, at most 120 values, oldest first'),
    solutions: r.int('number of solutions found and verified since the miner was switched on'),
    chance: r.double('probability that one solution is the next block, 0 to 1'),
    expected: r.oneOf('', r.nothing, r.double('average number of seconds to a block at this rate')),
    blocks: r.int('number of blocks found since the node started'),
    total: r.int('number of blocks found in this data directory since recording began'),
    last: r.oneOf(
      'last block found',
      r.nothing,
      r.object({ hash: r.blockHash(), height: r.height(), time: r.time('time of its header') }),
    ),
  }),
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

const setgenerate = defineMethod({
  name: 'setgenerate',
  category: 'mining',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Switches the node’s own miner or staker on or off; not on regtest.',
  description:
    'On a chain with -ac_staked, 0 threads let the wallet’s coins stake. Rewards go to -pubkey, otherwise to -mineraddress, otherwise to a new wallet key for each block. A chain whose first ' +
    'blocks are not mined yet has no peers, so mining them requires -testnode=1. The number of threads is kept across restarts; ' +
    'setminerresume sets whether mining then resumes. -gen and -genproclimit override both.',
  params: [
    p.bool('generate', 'true to switch on'),
    p
      .int(
        'genproclimit',
        'number of threads, at most one per core; -1: one per core; 0: none, for staking if the chain supports it; default: unchanged',
      )
      .optional(),
  ],
  result: r.nothing,
  errors: [
    {
      code: -32601,
      message: 'Use the generate method instead of setgenerate on this network',
      when: 'the chain is a regtest chain',
    },
    {
      code: -32601,
      message: 'Wallet disabled and -mineraddress not set',
      when: 'the miner is switched on without an address for the reward',
    },
  ],
  examples: [
    { params: [true, 1], result: null },
    { params: [false], result: null },
  ],
})

const setminerpause = defineMethod({
  name: 'setminerpause',
  category: 'mining',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Sets whether the node’s own miner pauses while the machine runs on battery.',
  description:
    'By default it pauses, and resumes when external power returns. The setting is kept in the data directory. The daemon does not ' +
    'check the power source, so its miner never pauses.',
  params: [p.bool('onbattery', 'true to pause')],
  returns: 'the new setting',
  result: r.object({ pauseonbattery: r.bool() }),
  errors: [{ code: -1, message: 'The choice cannot be saved: …', when: 'the file mining.json cannot be written' }],
  examples: [{ params: [false], result: { pauseonbattery: false } }],
  flags: { beyondReference: true },
})

const setminerresume = defineMethod({
  name: 'setminerresume',
  category: 'mining',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Sets whether the node’s own miner resumes at the next start.',
  description:
    'By default it does not. If enabled, it resumes only if setgenerate last switched it on, with the same number of threads. The setting is ' +
    'kept in the data directory. -gen on the command line or in the conf file overrides this setting.',
  params: [p.bool('atstart', 'true to resume')],
  returns: 'the new setting',
  result: r.object({ resumeatstart: r.bool() }),
  errors: [{ code: -1, message: 'The choice cannot be saved: …', when: 'the file mining.json cannot be written' }],
  examples: [{ params: [true], result: { resumeatstart: true } }],
  flags: { beyondReference: true },
})

const listfoundblocks = defineMethod({
  name: 'listfoundblocks',
  category: 'mining',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists blocks found by the node’s own miner, newest first.',
  description: 'Covers all starts of the node; the last thousand blocks are recorded.',
  params: [p.int('limit', 'how many', { min: 1, max: 1000 }).default(100)],
  returns: 'one page of blocks',
  result: r.object({
    total: r.int('total number of blocks found'),
    blocks: r.array(
      r.object({
        hash: r.blockHash(),
        height: r.height(),
        time: r.time('time of its header'),
        reward: r.coins('amount paid to the miner, including fees'),
        staked: r.bool('true if the block was won by a stake, not by work'),
        state: r.choice(
          'state; immature: the reward cannot be spent yet; orphaned: replaced by other blocks, no reward',
          'mature',
          'immature',
          'orphaned',
        ),
        confirmations: r.int('0: orphaned'),
      }),
    ),
  }),
  examples: [{ params: [], result: { total: 0, blocks: [] } }, { params: [10] }],
  flags: { beyondReference: true },
})

export const soloMiningMethods = {
  getgenerate,
  getlocalsolps,
  getminerstatus,
  listfoundblocks,
  setgenerate,
  setminerpause,
  setminerresume,
} as const

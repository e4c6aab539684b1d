/** Methods of the node's own miner on main-mode chains (rpc.md §8). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const getgenerate = defineMethod({
  name: 'getgenerate',
  category: 'mining',
  consent: 'none',
  changesWith: ['mining'],
  summary: 'Shows whether the node mines by itself.',
  params: [],
  returns: 'as the miner is set',
  result: r.object({
    staking: r.bool('the wallet’s coins stake'),
    generate: r.bool(),
    numthreads: r.int('threads; -1: as many as there are cores'),
  }),
  examples: [{ params: [], result: { staking: false, generate: false, numthreads: -1 } }],
})

const getlocalsolps = defineMethod({
  name: 'getlocalsolps',
  category: 'mining',
  consent: 'none',
  changesWith: ['mining'],
  summary: 'Shows how many Equihash solutions a second are found here.',
  description: 'Measured over the last half minute; only solutions count that the verifier accepts.',
  params: [],
  result: r.double('0 while nothing is mined'),
  examples: [{ params: [], result: 0 }],
})

const getminerstatus = defineMethod({
  name: 'getminerstatus',
  category: 'mining',
  consent: 'none',
  changesWith: ['tip', 'mining', 'identity'],
  summary: 'Shows what the node’s own miner does, how fast, and how long a block should take it.',
  params: [],
  returns: 'the miner, its speed and its prospects',
  result: r.object({
    state: r.choice(
      'off; waiting: switched on, but something is in the way; paused: until the machine is off its battery; mining',
      'off',
      'waiting',
      'paused',
      'mining',
    ),
    detail: r.text('what is in the way, or what made it stop; empty: nothing'),
    generate: r.bool('whether it is switched on'),
    staking: r.bool('whether the wallet’s coins stake instead: see getstakingstatus'),
    limit: r.int('threads as asked for; -1: one for each core'),
    threads: r.int('threads that there are'),
    cores: r.int('of this machine'),
    threadmemory: r.int('bytes that each thread takes'),
    alone: r.bool('it mines without peers, too (-testnode)'),
    power: r.choice('what the machine runs on; the daemon does not look', 'mains', 'battery', 'unknown'),
    pauseonbattery: r.bool('whether it rests while the machine runs on its battery'),
    resumeatstart: r.bool('whether it goes on at the next start of the node where it was switched on'),
    interrupted: r.bool('it was on when the node last ended, has not gone on, and nobody has switched it since'),
    reward: r.object({
      to: r.choice(
        'identity: -pubkey or the token key; address: -mineraddress; wallet: a new key for each block',
        'identity',
        'address',
        'wallet',
        'nobody',
      ),
      address: r.oneOf('where it is always the same', r.nothing, r.address()),
      mine: r.bool('the wallet of this node may spend it'),
    }),
    rate: r.double('solutions a second, measured over the last half minute'),
    history: r.array(r.double(), 'the rate every five seconds of mining, at most 120 of them, oldest first'),
    solutions: r.int('found and verified since it was switched on'),
    chance: r.double('that one solution is the next block, 0 to 1'),
    expected: r.oneOf('', r.nothing, r.double('seconds to a block on average at this rate')),
    blocks: r.int('found since the node started'),
    total: r.int('found in this data directory since it remembers'),
    last: r.oneOf(
      'the last of them',
      r.nothing,
      r.object({ hash: r.blockHash(), height: r.height(), time: r.time('of its header') }),
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
    'On a chain with -ac_staked, 0 threads let the wallet’s coins stake. Rewards go to -pubkey, else to -mineraddress, else to a key of the wallet, another for each block. A chain whose first ' +
    'blocks are still to be mined has no peers yet: that needs -testnode=1. The number of threads is kept over a restart; ' +
    'whether it then goes on by itself says setminerresume. -gen and -genproclimit win over both.',
  params: [
    p.bool('generate', 'on or off'),
    p
      .int(
        'genproclimit',
        'threads, no more than there are cores; -1: one for each; 0: none, which stakes where the chain can; left out: as before',
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
      when: 'it is switched on and nobody can be paid',
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
  summary: 'Says whether the node’s own miner rests while the machine runs on its battery.',
  description:
    'It does by itself, and goes on when there is power again. The choice is kept in the data directory. The daemon does not ' +
    'look at the power, so its miner never rests.',
  params: [p.bool('onbattery', 'whether it rests')],
  returns: 'what holds from now on',
  result: r.object({ pauseonbattery: r.bool() }),
  errors: [{ code: -1, message: 'The choice cannot be kept: …', when: 'the file mining.json cannot be written' }],
  examples: [{ params: [false], result: { pauseonbattery: false } }],
  flags: { beyondReference: true },
})

const setminerresume = defineMethod({
  name: 'setminerresume',
  category: 'mining',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Says whether the node’s own miner goes on by itself at the next start.',
  description:
    'It does not until this says so, and then only where setgenerate last switched it on, on as many threads. The choice is ' +
    'kept in the data directory. With -gen on the command line or in the conf file, that alone counts.',
  params: [p.bool('atstart', 'whether it goes on')],
  returns: 'what holds from now on',
  result: r.object({ resumeatstart: r.bool() }),
  errors: [{ code: -1, message: 'The choice cannot be kept: …', when: 'the file mining.json cannot be written' }],
  examples: [{ params: [true], result: { resumeatstart: true } }],
  flags: { beyondReference: true },
})

const listfoundblocks = defineMethod({
  name: 'listfoundblocks',
  category: 'mining',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists blocks that the node’s own miner found, newest first.',
  description: 'Over all starts; the last thousand are remembered.',
  params: [p.int('limit', 'how many', { min: 1, max: 1000 }).default(100)],
  returns: 'one page of blocks',
  result: r.object({
    total: r.int('how many there were'),
    blocks: r.array(
      r.object({
        hash: r.blockHash(),
        height: r.height(),
        time: r.time('of its header'),
        reward: r.coins('paid to the miner, fees among it'),
        staked: r.bool('won by a stake, not by work'),
        state: r.choice(
          'immature: the reward cannot be spent yet; orphaned: other blocks were quicker, it pays nothing',
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

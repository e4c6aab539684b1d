/** Proof-of-stake methods (protocol/staking.md §6). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const getlastsegidstakes = defineMethod({
  name: 'getlastsegidstakes',
  category: 'mining',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Counts the stakes of the last blocks by segid.',
  description: 'Only for chains with -ac_staked. A negative depth counts nothing.',
  params: [p.int('depth', 'number of blocks, from the tip downwards')],
  returns: 'numbers of staked blocks, in total and by segid',
  result: r.object({
    NotSet: r.int('blocks with an unknown segid: none'),
    PoW: r.int('blocks without a stake'),
    PoSPerc: r.int('percentage of staked blocks'),
    SegIds: r.dictionary(r.int('stakes'), 'stakes by segid, 0 to 63'),
  }),
  errors: [
    { code: -1, message: 'Only applies to ac_staked chains\n', when: 'the chain has no proof of stake' },
    { code: -1, message: 'Not enough blocks to scan back that far.\n', when: 'the chain has fewer blocks' },
    { code: -1, message: 'depth must not be 0', when: 'the depth is 0' },
  ],
  examples: [{ params: [100] }],
})

const getbalance64 = defineMethod({
  name: 'getbalance64',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'wallet'],
  summary: 'Shows the sums of the wallet’s coins by segid.',
  params: [],
  returns: 'coins that can stake, by the segid of their address',
  result: r.object({
    mature: r.coins('coins with a hundred confirmations or more'),
    immature: r.coins('coins with fewer confirmations'),
    staking: r.array(r.satoshis(), 'mature coins by segid, 0 to 63'),
    notstaking: r.array(r.satoshis(), 'the latter'),
  }),
  examples: [{ params: [] }],
  flags: { wallet: true },
})

const setstakingsplit = defineMethod({
  name: 'setstakingsplit',
  category: 'mining',
  // Redirects a share of winning coins to the reward address, which may belong to another user.
  consent: 'never',
  changesWith: 'never',
  summary: 'Sets or shows the percentage of a winning coin that goes to the reward address.',
  description:
    'A stake pays its coin back to the same script. With a percentage, this part of the coin goes to the reward address instead. The setting is kept in the data directory.',
  params: [p.str('split_percentage', 'percentage, 0 to 100; default: unchanged').optional()],
  returns: 'the current setting',
  result: r.object({ split_percentage: r.int() }),
  errors: [
    { code: -1, message: 'must be between 0 and 100 inclusive.\n', when: 'the text is not such a number' },
    { code: -1, message: 'Only applies to ac_staked chains\n', when: 'the chain has no proof of stake' },
    { code: -1, message: 'The choice cannot be saved: …', when: 'the file mining.json cannot be written' },
  ],
  examples: [
    { params: [], result: { split_percentage: 0 } },
    { params: ['30'], result: { split_percentage: 30 } },
  ],
})

const getstakingstatus = defineMethod({
  name: 'getstakingstatus',
  category: 'mining',
  consent: 'none',
  changesWith: ['tip', 'mining', 'wallet'],
  summary: 'Shows the staking coins, their age, and a backtest against the last blocks.',
  description:
    'Use setgenerate true 0 to switch staking on. The backtest tries the wallet’s coins, at their current age, against the last blocks; it is not a forecast.',
  params: [],
  returns: 'the staker, its coins and the backtest',
  result: r.object({
    state: r.choice(
      'off; waiting: switched on, but blocked; locked: the wallet has to be unlocked, at least for staking; staking',
      'off',
      'waiting',
      'locked',
      'staking',
    ),
    detail: r.text('reason why staking is blocked; empty if it is not blocked'),
    on: r.bool('true if staking is switched on'),
    interrupted: r.bool(
      'true if staking was on when the node last stopped, has not resumed, and has not been switched since',
    ),
    resumeatstart: r.bool('true if switched-on staking resumes at the next start of the node'),
    goal: r.int('value of -ac_staked: target percentage of staked blocks'),
    percent: r.int('percentage of staked blocks among the last hundred'),
    split: r.int('percentage of a winning coin that goes to the reward address'),
    next: r.oneOf(
      'block that one of the coins wins unless another block is faster; null if no coin wins one soon',
      r.nothing,
      r.object({ height: r.height(), time: r.time('time of this block') }),
    ),
    count: r.int('coins that may stake: whole ones, confirmed, not locked'),
    total: r.coins('sum of these coins'),
    maturing: r.int('number of these coins that are too young for the next block'),
    coins: r.array(
      r.object({
        txid: r.txid(),
        vout: r.int(),
        address: r.address(),
        segid: r.int('of the address'),
        amount: r.coins(),
        since: r.time('of its block'),
        ready: r.time('time from which the coin is old enough for the next block'),
      }),
      'oldest hundred of these coins',
    ),
    prospects: r.object({
      tested: r.int('number of blocks in the backtest'),
      first: r.int('number of these blocks that one of the coins would have won'),
      spacing: r.double('average number of seconds between these blocks; 0: unknown'),
    }),
    won: r.int('blocks won by stake since the node started'),
  }),
  errors: [{ code: -1, message: 'Only applies to ac_staked chains\n', when: 'the chain has no proof of stake' }],
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

export const stakingMethods = { getbalance64, getlastsegidstakes, getstakingstatus, setstakingsplit } as const

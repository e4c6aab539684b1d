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
  description: 'Of chains with -ac_staked. A negative depth counts nothing.',
  params: [p.int('depth', 'blocks, from the tip downwards')],
  returns: 'how many of the blocks were staked, and by whom',
  result: r.object({
    NotSet: r.int('blocks whose segid is not known: none'),
    PoW: r.int('blocks without a stake'),
    PoSPerc: r.int('per cent of the blocks that are staked'),
    SegIds: r.dictionary(r.int('stakes'), 'by segid, 0 to 63'),
  }),
  errors: [
    { code: -1, message: 'Only applies to ac_staked chains\n', when: 'the chain has no proof of stake' },
    { code: -1, message: 'Not enough blocks to scan back that far.\n', when: 'the chain is not that long' },
    { code: -1, message: 'depth must not be 0', when: 'there is nothing to count' },
  ],
  examples: [{ params: [100] }],
})

const getbalance64 = defineMethod({
  name: 'getbalance64',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'wallet'],
  summary: 'Sums up the wallet’s coins by segid.',
  params: [],
  returns: 'what may stake, by segid of its address',
  result: r.object({
    mature: r.coins('that lie in a hundred blocks or more'),
    immature: r.coins('that do not yet'),
    staking: r.array(r.satoshis(), 'the former by segid, 0 to 63'),
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
  summary: 'Sets or shows the share of a winning coin that goes to the reward.',
  description:
    'A stake pays its coin back to the same script. With a share, that part of it goes to where rewards go instead. The choice is kept in the data directory.',
  params: [p.str('split_percentage', '0 to 100; left out: nothing changes').optional()],
  returns: 'what holds from now on',
  result: r.object({ split_percentage: r.int() }),
  errors: [
    { code: -1, message: 'must be between 0 and 100 inclusive.\n', when: 'it is no such number' },
    { code: -1, message: 'Only applies to ac_staked chains\n', when: 'the chain has no proof of stake' },
    { code: -1, message: 'The choice cannot be kept: …', when: 'the file mining.json cannot be written' },
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
  summary: 'Shows what stakes, how old it is, and how it would have done in the last blocks.',
  description:
    'Switched by setgenerate true 0. The prospects try the wallet’s coins, as old as they are, against the last blocks: the past, not a promise.',
  params: [],
  returns: 'the staker, its coins and its prospects',
  result: r.object({
    state: r.choice(
      'off; waiting: switched on, but something is in the way; locked: the wallet has to be unlocked, for staking at least; staking',
      'off',
      'waiting',
      'locked',
      'staking',
    ),
    detail: r.text('what is in the way; empty: nothing'),
    on: r.bool('whether it is switched on'),
    interrupted: r.bool('it was on when the node last ended, has not gone on, and nobody has switched it since'),
    resumeatstart: r.bool('whether it goes on at the next start of the node where it was switched on'),
    goal: r.int('-ac_staked: per cent of the blocks that ought to be staked'),
    percent: r.int('per cent of the last hundred blocks that are'),
    split: r.int('per cent of a winning coin that go to the reward'),
    next: r.oneOf(
      'the block that one of the coins wins if nobody is quicker; null: none does soon',
      r.nothing,
      r.object({ height: r.height(), time: r.time('that it would have') }),
    ),
    count: r.int('coins that may stake: whole ones, confirmed, not locked'),
    total: r.coins('their sum'),
    maturing: r.int('of these, too young for the next block'),
    coins: r.array(
      r.object({
        txid: r.txid(),
        vout: r.int(),
        address: r.address(),
        segid: r.int('of the address'),
        amount: r.coins(),
        since: r.time('of its block'),
        ready: r.time('from which on it is old enough for the next block'),
      }),
      'the oldest hundred of them',
    ),
    prospects: r.object({
      tested: r.int('the last blocks that the coins were tried against'),
      first: r.int('of these, with so many a coin would have been first'),
      spacing: r.double('seconds between these blocks on average; 0: not known'),
    }),
    won: r.int('blocks won by stake since the node started'),
  }),
  errors: [{ code: -1, message: 'Only applies to ac_staked chains\n', when: 'the chain has no proof of stake' }],
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

export const stakingMethods = { getbalance64, getlastsegidstakes, getstakingstatus, setstakingsplit } as const

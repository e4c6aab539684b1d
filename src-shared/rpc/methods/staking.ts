/** Proof of stake (protocol/staking.md §6). */
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

export const stakingMethods = { getbalance64, getlastsegidstakes } as const

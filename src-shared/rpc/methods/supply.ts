/** Methods about the present and future coin supply (rpc.md §3 and §8). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const coinsupply = defineMethod({
  name: 'coinsupply',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Counts the coins that exist at a height.',
  description:
    'Coins of outputs without a single receiver (data, bare multisig, unusual scripts) are left out, whether they can be spent or not. The first call after a start reads the whole chain.',
  params: [p.str('height', 'digits; any other text counts as 0; default: the tip').optional()],
  result: r.oneOf(
    'the supply, transparent and shielded',
    r.object({
      result: r.choice('', 'success'),
      coin: r.text('name of the chain'),
      height: r.height(),
      supply: r.coins(),
      zfunds: r.coins('coins in the shielded pools'),
      sprout: r.coins('part of zfunds in the JoinSplit pool'),
      total: r.coins(),
      lastmonth: r.optional(r.coins('supply a month ago; this and the following only on chains older than a year')),
      monthcoins: r.optional(r.coins('new coins since then')),
      lastquarter: r.optional(r.coins()),
      quartercoins: r.optional(r.coins()),
      lastyear: r.optional(r.coins()),
      yearcoins: r.optional(r.coins()),
      inflation: r.optional(r.double('percentage in the last year')),
      blocksperyear: r.optional(r.int()),
    }),
    r.object({ error: r.text('the height is not on the chain, or there are no coins at it') }),
  ),
  examples: [
    {
      params: [],
      result: {
        result: 'success',
        coin: 'REGTEST',
        height: 262,
        supply: 3165554603090690n,
        zfunds: 0n,
        sprout: 0n,
        total: 3165554603090690n,
      },
    },
    { params: ['420'] },
  ],
  flags: { longRunning: true },
})

const getblocksubsidy = defineMethod({
  name: 'getblocksubsidy',
  category: 'mining',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the new coins that a block may create, without fees.',
  params: [p.int('height', 'height of the block; default: the tip').optional()],
  returns: 'amounts for the miner and for other receivers, if the chain pays any',
  result: r.object({
    miner: r.coins(),
    ac_pubkey: r.optional(
      r.coins(
        'amount paid to -ac_pubkey or -ac_script, on such chains only; if every block pays it, only the part of the reward',
      ),
    ),
  }),
  errors: [{ code: -8, message: 'Block height out of range', when: 'the height is negative' }],
  examples: [{ params: [], result: { miner: 10000000000000n } }, { params: [1000] }],
})

export const supplyMethods = { coinsupply, getblocksubsidy } as const

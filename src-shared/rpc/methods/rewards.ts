/** Methods that lock coins for interest (rewards.md §4). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtContract, CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'

const planName = () => p.text('name', 'name of the plan, at most 8 bytes')
const funding = () => p.text('fundingtxid', 'transaction that created the plan')

const rewardscreatefunding = defineMethod({
  name: 'rewardscreatefunding',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that creates a plan of rewards and pays into it.',
  description:
    'Others can lock coins in the plan and get them back with interest out of what was paid in. Names are unique on a chain. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'rewardscreatefunding name amount APR mindays maxdays mindeposit',
  params: [
    planName(),
    p.text('amount', 'coins that interest is paid from, at least 1'),
    p.text('APR', 'percent a year, at most 25; default 5').optional(),
    p.text('mindays', 'days before which nothing is paid; default 60').optional(),
    p.text('maxdays', 'days after which nothing more is added; default 60').optional(),
    p.text('mindeposit', 'least coins to lock; default 100').optional(),
  ],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['SAVINGS', '1000', '5', '30', '60', '10'] }],
})

const rewardsaddfunding = defineMethod({
  name: 'rewardsaddfunding',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that pays more coins into a plan of rewards.',
  description: 'They cannot be taken out again. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'rewardsaddfunding name fundingtxid amount',
  params: [planName(), funding(), p.text('amount', 'coins to pay in')],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['SAVINGS', TXID_EXAMPLE, '20'] }],
})

const rewardslock = defineMethod({
  name: 'rewardslock',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that locks coins in a plan of rewards.',
  description: 'Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'rewardslock name fundingtxid amount',
  params: [planName(), funding(), p.text('amount', 'coins to lock')],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['SAVINGS', TXID_EXAMPLE, '100'] }],
})

const rewardsunlock = defineMethod({
  name: 'rewardsunlock',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that gives locked coins back with their reward.',
  description:
    'Anybody may build it: the coins go to who locked them. Where the plan cannot pay the reward, they return without one. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'rewardsunlock name fundingtxid [txid]',
  params: [
    planName(),
    funding(),
    p.text('txid', 'transaction that locked the coins; default: the first lock of the plan').optional(),
  ],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['SAVINGS', TXID_EXAMPLE, TXID_EXAMPLE] }],
})

const rewardslist = defineMethod({
  name: 'rewardslist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the plans of rewards of this chain, oldest first.',
  usage: 'rewardslist',
  params: [],
  returns: 'ids of the transactions that created them',
  result: r.array(r.txid('transaction that created the plan')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const rewardsinfo = defineMethod({
  name: 'rewardsinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the terms of a plan of rewards, and what it holds by confirmed outputs.',
  usage: 'rewardsinfo fundingtxid',
  params: [funding()],
  result: r.oneOf(
    'terms and funds',
    r.object({
      result: r.choice('', 'success'),
      fundingtxid: r.txid(),
      name: r.text('as its creator wrote it'),
      sbits: r.int64('the name as a number'),
      APR: r.text('percent a year, 8 decimals'),
      minseconds: r.int64('before which nothing is paid'),
      maxseconds: r.int64('after which nothing more is added'),
      mindeposit: r.text('least coins to lock, 8 decimals'),
      funding: r.text('coins that interest can be paid from, 8 decimals'),
      locked: r.text('coins locked by anybody, 8 decimals'),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const rewardsaddress = defineAddresses({ name: 'rewardsaddress', contract: 'Rewards', things: 'rewards' })

const getrewards = defineMethod({
  name: 'getrewards',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Shows all plans of rewards, and the coins of this wallet that are locked in them.',
  description:
    'A lock grows from its block to the tip, by the times of blocks, up to the longest time of its plan; nothing is paid before the shortest. Where the node cannot do this, state says why and the lists are empty.',
  usage: 'getrewards',
  params: [],
  returns: 'plans and locks, oldest first',
  result: r.object({
    state: r.choice(
      'conditions: the chain has no crypto-conditions; chain: it leaves this contract out; index: this node has no address index; key: it has no wallet or no key for contracts',
      ...(['ready', 'conditions', 'chain', 'index', 'key'] as const),
    ),
    time: r.time('of the latest block, by which locks grow'),
    plans: r.array(
      r.object({
        fundingtxid: r.txid('transaction that created it'),
        name: r.text('as its creator wrote it'),
        apr: r.coins('percent a year'),
        minseconds: r.int64('before which nothing is paid'),
        maxseconds: r.int64('after which nothing more is added'),
        mindeposit: r.coins('least to lock'),
        funding: r.coins('what rewards are paid from, by confirmed outputs'),
        locked: r.coins('locked by anybody'),
        trouble: r.choice(
          'why not to lock coins in it; copy: an older plan has its name; never: by its terms no lock is ever given back',
          ...(['none', 'copy', 'never'] as const),
        ),
      }),
    ),
    locks: r.array(
      r.object({
        txid: r.txid('transaction that locked the coins'),
        fundingtxid: r.txid('of its plan'),
        amount: r.coins('locked'),
        address: r.oneOf('where they go back to', r.address(), r.nothing),
        state: r.choice(
          'waiting: not yet in a block; locked: too early; ready: can be unlocked; leaving: its unlock waits for a block',
          ...(['waiting', 'locked', 'ready', 'leaving'] as const),
        ),
        since: r.oneOf('time of its block', r.time(), r.nothing),
        age: r.int('seconds in the chain'),
        earned: r.coins('grown so far'),
        most: r.coins('grown at the longest time'),
      }),
      'of this wallet',
    ),
  }),
  examples: [{ params: [] }],
})

export const rewardsMethods = {
  rewardscreatefunding,
  rewardsaddfunding,
  rewardslock,
  rewardsunlock,
  rewardslist,
  rewardsinfo,
  rewardsaddress,
  getrewards,
} as const

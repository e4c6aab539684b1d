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
  summary: 'Builds the transaction that creates and funds a rewards plan.',
  description:
    'Others can lock coins in the plan and get them back with interest from its funds. Names are unique on a chain. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'rewardscreatefunding name amount APR mindays maxdays mindeposit',
  params: [
    planName(),
    p.text('amount', 'coins to pay interest from, at least 1'),
    p.text('APR', 'percent per year, at most 25; default 5').optional(),
    p.text('mindays', 'minimum number of days for a reward; default 60').optional(),
    p.text('maxdays', 'number of days after which the reward stops growing; default 60').optional(),
    p.text('mindeposit', 'minimum number of coins to lock; default 100').optional(),
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
  summary: 'Builds the transaction that adds coins to a rewards plan.',
  description: 'Added coins cannot be withdrawn. Nothing is sent: give the hex to sendrawtransaction.',
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
  summary: 'Builds the transaction that locks coins in a rewards plan.',
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
  summary: 'Builds the transaction that returns locked coins with their reward.',
  description:
    'Anyone may build it: the coins go to the address that locked them. If the plan cannot pay the reward, they return without one. Nothing is sent: give the hex to sendrawtransaction.',
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
  summary: 'Lists the rewards plans of this chain, oldest first.',
  usage: 'rewardslist',
  params: [],
  returns: 'ids of the transactions that created the plans',
  result: r.array(r.txid('transaction that created the plan')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const rewardsinfo = defineMethod({
  name: 'rewardsinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the terms of a rewards plan, and its funds by confirmed outputs.',
  usage: 'rewardsinfo fundingtxid',
  params: [funding()],
  result: r.oneOf(
    'terms and funds',
    r.object({
      result: r.choice('', 'success'),
      fundingtxid: r.txid(),
      name: r.text('name as written by its creator'),
      sbits: r.int64('the name as a number'),
      APR: r.text('percent per year, 8 decimals'),
      minseconds: r.int64('minimum lock time in seconds for a reward'),
      maxseconds: r.int64('lock time in seconds after which the reward stops growing'),
      mindeposit: r.text('minimum number of coins to lock, 8 decimals'),
      funding: r.text('coins available for interest, 8 decimals'),
      locked: r.text('coins locked by all users, 8 decimals'),
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
  summary: 'Shows all rewards plans, and the coins of this wallet that are locked in them.',
  description:
    'The reward of a lock grows from its block to the tip, measured by block times, up to the maximum lock time of its plan; nothing is paid before the minimum. If rewards are not available, state gives the reason and the lists are empty.',
  usage: 'getrewards',
  params: [],
  returns: 'plans and locks, oldest first',
  result: r.object({
    state: r.choice(
      'state; conditions: the chain has no crypto-conditions; chain: the chain does not have this contract; index: this node has no address index; key: this node has no wallet or no key for contracts',
      ...(['ready', 'conditions', 'chain', 'index', 'key'] as const),
    ),
    time: r.time('time of the latest block, by which rewards grow'),
    plans: r.array(
      r.object({
        fundingtxid: r.txid('transaction that created the plan'),
        name: r.text('name as written by its creator'),
        apr: r.coins('percent per year'),
        minseconds: r.int64('minimum lock time in seconds for a reward'),
        maxseconds: r.int64('lock time in seconds after which the reward stops growing'),
        mindeposit: r.coins('minimum number of coins to lock'),
        funding: r.coins('coins available for rewards, by confirmed outputs'),
        locked: r.coins('coins locked by all users'),
        trouble: r.choice(
          'reason against locking coins in the plan; copy: an older plan has the same name; never: under its terms, no lock is ever returned',
          ...(['none', 'copy', 'never'] as const),
        ),
      }),
    ),
    locks: r.array(
      r.object({
        txid: r.txid('transaction that locked the coins'),
        fundingtxid: r.txid('id of the plan'),
        amount: r.coins('locked'),
        address: r.oneOf('address that the coins return to', r.address(), r.nothing),
        state: r.choice(
          'state; waiting: not yet in a block; locked: too early; ready: can be unlocked; leaving: the unlock is unconfirmed',
          ...(['waiting', 'locked', 'ready', 'leaving'] as const),
        ),
        since: r.oneOf('time of its block', r.time(), r.nothing),
        age: r.int('age in seconds since its block'),
        earned: r.coins('reward so far'),
        most: r.coins('reward at the maximum lock time'),
      }),
      'locks of this wallet',
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

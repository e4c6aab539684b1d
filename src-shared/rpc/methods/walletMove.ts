/** Methods that move a wallet to its recovery phrase. The reference does not have them. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { LOCKED } from './wallet.ts'

/** Maximum number of rows about coins and tokens that stay at old keys. */
export const MAX_STAYING_ROWS = 100
/** Number of plans that a node stores. A later plan replaces the oldest. */
export const MAX_REMEMBERED_PLANS = 8

/** Reasons why coins or tokens stay at an old key. */
export const STAYING_KINDS = [
  'timelock',
  'multisig',
  'script',
  'watched',
  'too-small',
  'nft',
  'order',
  'inheritance',
  'channel',
  'reward',
  'role',
  'option',
] as const

export type StayingKind = (typeof STAYING_KINDS)[number]

const PLAN_EXAMPLE = '0f'.repeat(32)
const NO_RECOVERY_PHRASE = {
  code: -4,
  message: 'Error: the wallet has no recovery phrase',
  when: 'it has none',
} as const
const FORGOTTEN = {
  code: -8,
  message: 'Invalid parameter, the plan is not known any more: call planmovetophrase again',
  when: 'the node was restarted, or has made other plans since',
} as const

/** Progress of a move, in getwalletstatus. */
export const moveStatus = r.object({
  running: r.bool('transactions are being sent; false: it waits for a block, or for the wallet to be unlocked'),
  left: r.int('transactions that can be sent now'),
  waiting: r.int('transfers of tokens that wait for the change of others: the next block sends them'),
  queued: r.int('coins and tokens that move once they can be spent'),
  unconfirmed: r.int('coins and tokens on their way in transactions without a block'),
  problem: r.oneOf('why the last transaction could not be sent; null: it was', r.text(), r.nothing),
})

const staying = r.object({
  kind: r.choice('why it stays', ...STAYING_KINDS),
  name: r.text('name of the plan or token, action of a role, option; may be empty, and another person’s text'),
  txid: r.oneOf('of the transaction that placed it; null where there is none', r.txid(), r.nothing),
  address: r.oneOf('where it lies, or of the key that it is bound to; null: unknown', r.address(), r.nothing),
  amount: r.oneOf('satoshis in it; null where it holds none', r.satoshis(), r.nothing),
  coins: r.int('outputs that the row stands for'),
})

const planmovetophrase = defineMethod({
  name: 'planmovetophrase',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary:
    'Plans the move of coins and tokens to the recovery phrase: what moves, what it costs, what waits and what stays.',
  description:
    'Old keys are those that the phrase does not restore: imported ones, and those made before there was a phrase. Coins go to fresh keys of the phrase in as few transactions as their size limit allows, tokens to its first account. Coins that cannot be spent yet are queued. What contracts bind to a key stays, and so does what the wallet cannot spend alone. Nothing is sent or recorded; it works while the wallet is locked. Without an index of addresses and tokens neither tokens nor what contracts bind are seen.',
  params: [p.str('plan', 'an earlier plan to show again; default: a new one').optional()],
  returns: 'the plan',
  result: r.object({
    plan: r.hex('names this plan in movetophrase'),
    transactions: r.int('that can be sent now'),
    coins: r.int('coins in them'),
    tokens: r.array(
      r.object({ pubkey: r.pubkey('that holds them now'), tokenid: r.txid(), name: r.text(), units: r.int64() }),
      'tokens in them',
    ),
    amount: r.satoshis('that arrives at keys of the phrase now'),
    fee: r.satoshis('of all these transactions'),
    queued: r.object({
      immature: r.int('coins that were mined and are not mature'),
      locked: r.int('coins that were locked by hand'),
      unconfirmed: r.int('coins of others that wait for a block'),
      waiting: r.int('coins that pay their fee only together with these'),
      tokens: r.int('tokens that wait for a block'),
      amount: r.satoshis('in these coins'),
    }),
    stays: r.array(staying, `at most ${MAX_STAYING_ROWS}`),
    staycount: r.int('rows that there are in all'),
    identity: r.oneOf(
      'the token key, which the move changes to the first account; null: it stays',
      r.object({ from: r.pubkey(), to: r.pubkey() }),
      r.nothing,
    ),
    contractsseen: r.bool('false: without indexes tokens and what contracts bind are not seen'),
  }),
  errors: [NO_RECOVERY_PHRASE, FORGOTTEN],
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const movetophrase = defineMethod({
  name: 'movetophrase',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Starts the move that planmovetophrase planned.',
  description:
    'The token key, and with it the key for rewards and change, is switched to the phrase’s first account first. Then the planned transactions are sent, and what was queued once it can be spent, after a restart too. Nothing else moves: coins that arrive later at an old key need another plan. getwalletstatus says how far it is. The moved coins are linked with each other for everybody who reads the chain. Old keys stay in the wallet.',
  params: [p.str('plan', '"plan" of planmovetophrase')],
  result: r.oneOf('how far it is; null: nothing is left', moveStatus, r.nothing),
  errors: [NO_RECOVERY_PHRASE, FORGOTTEN, LOCKED],
  examples: [{ params: [PLAN_EXAMPLE] }],
  flags: { wallet: true, beyondReference: true },
})

const cancelmovetophrase = defineMethod({
  name: 'cancelmovetophrase',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Ends the move to the recovery phrase after the transaction that is being sent.',
  description: 'What was sent stays sent, and the token key stays switched. The rest can be planned again.',
  params: [],
  returns: 'true if a move was under way',
  result: r.bool(),
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletMoveMethods = { planmovetophrase, movetophrase, cancelmovetophrase } as const

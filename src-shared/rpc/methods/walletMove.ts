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
  when: 'the wallet has no phrase',
} as const
const FORGOTTEN = {
  code: -8,
  message: 'Invalid parameter, the plan is no longer known: call planmovetophrase again',
  when: 'the node was restarted, or has made newer plans',
} as const

/** Progress of a move, in getwalletstatus. */
export const moveStatus = r.object({
  running: r.bool('true if transactions are being sent; false: waiting for a block, or for the wallet to be unlocked'),
  left: r.int('number of transactions that can be sent now'),
  waiting: r.int('number of token transfers that wait for the change of others: they are sent after the next block'),
  queued: r.int('number of coins and tokens that move once they can be spent'),
  unconfirmed: r.int('number of coins and tokens in unconfirmed transactions'),
  problem: r.oneOf('reason why the last transaction could not be sent; null: it was sent', r.text(), r.nothing),
})

const staying = r.object({
  kind: r.choice('reason for staying', ...STAYING_KINDS),
  name: r.text('name of the plan or token, action of a role, option; may be empty, and may be untrusted text'),
  txid: r.oneOf('id of the transaction that created the output; null if there is none', r.txid(), r.nothing),
  address: r.oneOf('address of the output, or of the key that it is bound to; null: unknown', r.address(), r.nothing),
  amount: r.oneOf('amount in satoshis; null if there is none', r.satoshis(), r.nothing),
  coins: r.int('number of outputs in this row'),
})

const planmovetophrase = defineMethod({
  name: 'planmovetophrase',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary:
    'Plans the move of coins and tokens to the recovery phrase: what moves, the cost, what waits and what stays.',
  description:
    'Old keys are those that the phrase does not restore: imported ones, and those made before the phrase. Coins go to new keys of the phrase in as few transactions as their size limit allows, tokens to its first account. Coins that cannot be spent yet are queued. Outputs that contracts bind to a key stay, and so do outputs that the wallet cannot spend alone. Nothing is sent or recorded; the method also works with a locked wallet. Without an index of addresses and tokens, neither tokens nor outputs bound by contracts are found.',
  params: [p.str('plan', 'id of an earlier plan to show again; default: a new plan').optional()],
  returns: 'the plan',
  result: r.object({
    plan: r.hex('id of this plan for movetophrase'),
    transactions: r.int('number of transactions that can be sent now'),
    coins: r.int('number of coins in these transactions'),
    tokens: r.array(
      r.object({ pubkey: r.pubkey('current key of the tokens'), tokenid: r.txid(), name: r.text(), units: r.int64() }),
      'tokens in these transactions',
    ),
    amount: r.satoshis('amount that arrives at keys of the phrase now'),
    fee: r.satoshis('total fee of these transactions'),
    queued: r.object({
      immature: r.int('number of mined coins that are not mature'),
      locked: r.int('number of coins locked manually'),
      unconfirmed: r.int('number of unconfirmed coins from others'),
      waiting: r.int('number of coins that can only pay their fee together with the queued coins'),
      tokens: r.int('number of unconfirmed tokens'),
      amount: r.satoshis('amount in the queued coins'),
    }),
    stays: r.array(staying, `rows that stay, at most ${MAX_STAYING_ROWS}`),
    staycount: r.int('total number of rows'),
    identity: r.oneOf(
      'token key, which the move changes to the first account; null: no change',
      r.object({ from: r.pubkey(), to: r.pubkey() }),
      r.nothing,
    ),
    contractsseen: r.bool('false if tokens and outputs bound by contracts are not found because there are no indexes'),
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
  summary: 'Starts the move planned by planmovetophrase.',
  description:
    'First, the token key, which is also the key for rewards and change, is switched to the phrase’s first account. Then the planned transactions are sent, and the queued ones once they can be spent, also after a restart. Nothing else moves: coins that arrive later at an old key require another plan. getwalletstatus shows the progress. Anyone who reads the chain can link the moved coins with each other. Old keys stay in the wallet.',
  params: [p.str('plan', '"plan" of planmovetophrase')],
  result: r.oneOf('progress; null: nothing is left', moveStatus, r.nothing),
  errors: [NO_RECOVERY_PHRASE, FORGOTTEN, LOCKED],
  examples: [{ params: [PLAN_EXAMPLE] }],
  flags: { wallet: true, beyondReference: true },
})

const cancelmovetophrase = defineMethod({
  name: 'cancelmovetophrase',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Stops the move to the recovery phrase after the transaction that is being sent.',
  description: 'Sent transactions stay sent, and the token key stays switched. You can plan the rest again.',
  params: [],
  returns: 'true if a move was running',
  result: r.bool(),
  examples: [{ params: [] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletMoveMethods = { planmovetophrase, movetophrase, cancelmovetophrase } as const

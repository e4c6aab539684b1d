/**
 * Methods of the chain's faucet (faucet.md §3), and those that a screen needs to claim from it: checks, a search to
 * watch, history.
 */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { moduleError, PUBKEY_EXAMPLE } from './shapes.ts'

const PUBKEY_NEEDED = {
  code: -1,
  message: 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet',
  when: 'the node runs without -pubkey, or the chain or its indexes do not allow a faucet',
} as const

/** Average number of attempts per claim: first and last byte of a transaction id must be zero. */
export const EXPECTED_ATTEMPTS = 65_536
/** Median number of attempts per claim. */
export const MEDIAN_ATTEMPTS = 45_426
/** 95th percentile of attempts per claim. */
export const P95_ATTEMPTS = 196_327
/**
 * Returns the probability, 0 to 1, that a search ends within `attempts` attempts. Attempts are independent, so the
 * distribution is geometric.
 */
export function claimProbability(attempts: number): number {
  return -Math.expm1(attempts * Math.log1p(-1 / EXPECTED_ATTEMPTS))
}

/**
 * Timeout of faucetget in seconds: 73 times an average search at 8,000 attempts per second, so that even unlucky
 * searches end before it. Also short enough that a waiting caller knows how long the call may take.
 */
export const CLAIM_LIMIT_SECONDS = 600

/** A built transaction like that of token methods, with the members in the order of the reference's faucet. */
const builtTransaction = r.object({
  hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
  result: r.choice('', 'success'),
})

const faucetinfo = defineMethod({
  name: 'faucetinfo',
  category: 'faucet',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the funds of the faucet.',
  description:
    'Confirmed deposits, minus deposits spent by transactions in the mempool. Deposits of at most 0.01 coins do not count, because no claim can use them.',
  usage: 'faucetinfo',
  params: [],
  returns: 'the funds of the faucet at the tip',
  result: r.object({
    result: r.choice('', 'success'),
    name: r.choice('', 'Faucet'),
    funding: r.coins('coins available for claims'),
  }),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [], result: { result: 'success', name: 'Faucet', funding: 729980000n } }],
})

const faucetaddress = defineMethod({
  name: 'faucetaddress',
  category: 'faucet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the addresses of the faucet, of this node, and of a public key if one is given.',
  usage: 'faucetaddress [pubkey]',
  params: [p.text('pubkey', 'public key of the faucet address to show').optional()],
  returns: 'several names for each address, as Komodo tools expect them',
  result: r.object({
    result: r.choice('', 'success'),
    FaucetCCAddress: r.address('crypto-condition address of the faucet: its pool'),
    FaucetCCBalance: r.coins(),
    FaucetNormalAddress: r.address('normal address of the faucet’s key'),
    FaucetNormalBalance: r.coins(),
    FaucetCCTokensAddress: r.address('token address of the faucet’s key'),
    'PubkeyCCaddress(Faucet)': r.optional(r.address('faucet address of the given public key')),
    'PubkeyCCbalance(Faucet)': r.optional(r.coins()),
    'myCCAddress(Faucet)': r.address('faucet address of this node'),
    'myCCbalance(Faucet)': r.coins(),
    myaddress: r.address('normal address of this node'),
    mybalance: r.coins(),
    FaucetCCaddress: r.address('FaucetCCAddress again, under its older name'),
    Faucetmarker: r.address('normal address of the faucet’s key'),
    FaucetCCassets: r.address('token address of the faucet’s key'),
    GatewaysPubkey: r.pubkey('key of the gateways module'),
    CCaddress: r.address('faucet address of the given public key, otherwise of this node'),
    myCCaddress: r.address('faucet address of this node'),
  }),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [] }, { params: [PUBKEY_EXAMPLE] }],
})

const faucetfund = defineMethod({
  name: 'faucetfund',
  category: 'faucet',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that pays coins into the faucet.',
  description: 'Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'faucetfund amount',
  params: [p.text('amount', 'coins to pay in, with up to 8 decimals')],
  result: r.oneOf('signed transaction, not yet sent', builtTransaction, moduleError),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: ['2'] }],
})

const faucetget = defineMethod({
  name: 'faucetget',
  category: 'faucet',
  consent: 'tell',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Searches for a claim of 0.1 coins from the faucet, and returns it when found.',
  description:
    `The id of a claim must begin and end with a zero byte, which takes about ${EXPECTED_ATTEMPTS} attempts. Conditions are ` +
    `checked before and after the search. It fails after ${CLAIM_LIMIT_SECONDS} seconds, and stops if the caller ` +
    'disconnects. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'faucetget',
  params: [],
  result: r.oneOf('signed transaction, not yet sent', builtTransaction, moduleError),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [] }],
  flags: { longRunning: true },
})

const CHECKS = ['pubkey', 'conditions', 'index', 'pool', 'history', 'mempool', 'claimed', 'running'] as const

const fauceteligibility = defineMethod({
  name: 'fauceteligibility',
  category: 'faucet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'faucet', 'identity'],
  summary: 'Checks whether this node could claim from the faucet now, with the evidence for each condition.',
  params: [],
  returns: 'the result, and a row for each condition',
  result: r.object({
    eligible: r.bool('true if every check passed'),
    address: r.oneOf('address that a claim would pay; null without a public key', r.address(), r.nothing),
    pubkey: r.oneOf('public key; null if none is set', r.pubkey(), r.nothing),
    payout: r.coins('amount of a claim'),
    checks: r.array(
      r.object({
        name: r.choice('', ...CHECKS),
        passed: r.bool(),
        detail: r.text('reason, one sentence'),
        txid: r.optional(r.txid('id of the transaction that proves the result')),
        height: r.optional(r.height('of its block')),
        amount: r.optional(r.coins('coins available for claims')),
        waiting: r.optional(r.coins('part of the amount held by unconfirmed claims')),
      }),
    ),
  }),
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

const nullableTime = (doc: string) => r.oneOf(doc, r.time(), r.nothing)

/** State of the node's only claim search: the running one, or the last one. */
const claimState = r.object({
  state: r.choice('', 'none', 'searching', 'found', 'cancelled', 'failed'),
  id: r.int('number of the search, increasing; 0 if there was none yet'),
  started: nullableTime('start of the search; null if there was none yet'),
  ended: nullableTime('end of the search; null: still running, or none yet'),
  elapsed: r.double('seconds of the search so far'),
  attempts: r.int('attempts so far'),
  rate: r.double('attempts per second'),
  probability: r.double('probability that a search ends within this number of attempts, 0 to 1'),
  median: r.int('number of attempts within which half of all searches end'),
  p95: r.int('number of attempts within which 95 of 100 searches end'),
  expected: r.int('average number of attempts of a search'),
  hex: r.optional(r.hex('signed claim, once found; not sent')),
  txid: r.optional(r.txid('id of the claim')),
  error: r.optional(r.text('reason of the failure')),
})

const startfaucetclaim = defineMethod({
  name: 'startfaucetclaim',
  category: 'faucet',
  consent: 'tell',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Starts the search for a claim in the background and shows its state.',
  description: 'getfaucetclaim shows the progress; events report it four times per second.',
  params: [],
  result: r.oneOf('state of the running search', claimState, moduleError),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

const getfaucetclaim = defineMethod({
  name: 'getfaucetclaim',
  category: 'faucet',
  consent: 'none',
  changesWith: ['faucet'],
  signed: ['hex'],
  summary: 'Shows the running or last search for a claim.',
  params: [],
  returns: 'the search; `state` is none if there was no search',
  result: claimState,
  examples: [
    {
      params: [],
      result: {
        state: 'none',
        id: 0,
        started: null,
        ended: null,
        elapsed: 0,
        attempts: 0,
        rate: 0,
        probability: 0,
        median: 45426,
        p95: 196327,
        expected: 65536,
      },
    },
  ],
  flags: { beyondReference: true },
})

const cancelfaucetclaim = defineMethod({
  name: 'cancelfaucetclaim',
  category: 'faucet',
  consent: 'tell',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Stops a running search for a claim and shows its state.',
  params: [],
  returns: 'final state of the search',
  result: claimState,
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

const MAX_PAGE = 1000

const faucethistory = defineMethod({
  name: 'faucethistory',
  category: 'faucet',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Lists deposits to the faucet and claims, newest first, including unconfirmed ones.',
  params: [
    p.int('limit', 'maximum number of rows to return', { min: 1, max: MAX_PAGE }).default(100).nullable(),
    p.int('offset', 'rows to skip', { min: 0 }).default(0).nullable(),
  ],
  returns: 'one page of events',
  result: r.object({
    total: r.int('total number of events'),
    events: r.array(
      r.object({
        kind: r.choice('', 'claim', 'deposit'),
        txid: r.txid(),
        height: r.height('height of its block, -1 if unconfirmed'),
        time: r.time('time of its block, or of its arrival'),
        amount: r.coins('amount paid in or out'),
        address: r.oneOf(
          'address that received the claim or, if it was the only one, made the deposit',
          r.address(),
          r.nothing,
        ),
        mine: r.bool('true if this node’s public key or wallet took part'),
      }),
    ),
  }),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [] }, { params: [20, 40], note: 'the third page of twenty' }],
  flags: { beyondReference: true },
})

export const faucetMethods = {
  faucetaddress,
  faucetfund,
  faucetget,
  faucetinfo,
  fauceteligibility,
  startfaucetclaim,
  getfaucetclaim,
  cancelfaucetclaim,
  faucethistory,
} as const

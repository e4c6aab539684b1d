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
  summary: 'Shows what the faucet holds.',
  description:
    'Confirmed deposits, less what a transaction in the mempool spends. Deposits of at most 0.01 coins are not counted: no claim can use them.',
  usage: 'faucetinfo',
  params: [],
  returns: 'what is in the faucet at the tip',
  result: r.object({
    result: r.choice('', 'success'),
    name: r.choice('', 'Faucet'),
    funding: r.coins('what claims can be paid from'),
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
  params: [p.text('pubkey', 'public key to show the faucet address of').optional()],
  returns: 'several names for each address, as tools of the family expect them',
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
    CCaddress: r.address('faucet address of the given public key, else of this node'),
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
  params: [p.text('amount', 'coins to pay in, up to 8 decimals')],
  result: r.oneOf('a signed transaction that nobody has sent yet', builtTransaction, moduleError),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: ['2'] }],
})

const faucetget = defineMethod({
  name: 'faucetget',
  category: 'faucet',
  consent: 'tell',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Searches a claim of 0.1 coins from the faucet, and answers when it is found.',
  description:
    `The id of a claim must begin and end with a zero byte, which takes about ${EXPECTED_ATTEMPTS} attempts. Conditions are ` +
    `checked before the search and again after it. It ends with an error after ${CLAIM_LIMIT_SECONDS} seconds; a caller who ` +
    'goes away ends it at once. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'faucetget',
  params: [],
  result: r.oneOf('a signed transaction that nobody has sent yet', builtTransaction, moduleError),
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
  summary: 'Shows whether this node could claim from the faucet now, with the evidence for each condition.',
  params: [],
  returns: 'the answer and a row for each condition',
  result: r.object({
    eligible: r.bool('every check passed'),
    address: r.oneOf('where a claim would pay to; null without a public key', r.address(), r.nothing),
    pubkey: r.oneOf('null without one', r.pubkey(), r.nothing),
    payout: r.coins('what a claim pays'),
    checks: r.array(
      r.object({
        name: r.choice('', ...CHECKS),
        passed: r.bool(),
        detail: r.text('why, in a sentence'),
        txid: r.optional(r.txid('the transaction that shows it')),
        height: r.optional(r.height('of its block')),
        amount: r.optional(r.coins('what the faucet has for claims')),
        waiting: r.optional(r.coins('what of it claims hold that wait for a block')),
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
  id: r.int('grows with each search; 0: none yet'),
  started: nullableTime('null: none yet'),
  ended: nullableTime('null: it runs, or none yet'),
  elapsed: r.double('seconds of the search so far'),
  attempts: r.int('so far'),
  rate: r.double('attempts a second'),
  probability: r.double('how likely a search ends within so many attempts, 0 to 1'),
  median: r.int('attempts within which half of all searches end'),
  p95: r.int('attempts within which 95 of 100 searches end'),
  expected: r.int('attempts that a search takes on average'),
  hex: r.optional(r.hex('the signed claim, once found; not sent')),
  txid: r.optional(r.txid('its id')),
  error: r.optional(r.text('why it failed')),
})

const startfaucetclaim = defineMethod({
  name: 'startfaucetclaim',
  category: 'faucet',
  consent: 'tell',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Starts the search of a claim in the background and shows its state.',
  description: 'getfaucetclaim shows how it gets on; events tell it four times a second.',
  params: [],
  result: r.oneOf('the search that runs now', claimState, moduleError),
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
  summary: 'Shows the search of a claim that runs, or the last one.',
  params: [],
  returns: 'the search; `state` none if there was none',
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
  summary: 'Ends the search of a claim, if one runs, and shows its state.',
  params: [],
  returns: 'the search as it ended',
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
  summary: 'Lists what was paid into and claimed from the faucet, newest first, unconfirmed ones included.',
  params: [
    p.int('limit', 'most rows to return', { min: 1, max: MAX_PAGE }).default(100).nullable(),
    p.int('offset', 'rows to skip', { min: 0 }).default(0).nullable(),
  ],
  returns: 'one page of events',
  result: r.object({
    total: r.int('events in all'),
    events: r.array(
      r.object({
        kind: r.choice('', 'claim', 'deposit'),
        txid: r.txid(),
        height: r.height('of its block, -1 while unconfirmed'),
        time: r.time('of its block, or when it came in'),
        amount: r.coins('paid out or in'),
        address: r.oneOf('who got a claim, or made a deposit alone', r.address(), r.nothing),
        mine: r.bool('this node’s public key or wallet took part'),
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

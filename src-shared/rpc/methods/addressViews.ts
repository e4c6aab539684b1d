/** Methods of the address index for the window: pages of one address, the audit, the watch list. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { INDEX_OFF } from './addressIndex.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
/** Maximum number of rows per page */
export const MAX_ADDRESS_PAGE = 1000
export const MAX_CHART_POINTS = 500
/** Maximum number of visible characters in a label */
export const MAX_LABEL = 100
export const MAX_WATCHED = 1_000

const INVALID_ADDRESS = { code: -5, message: 'Invalid address', when: 'the text is not an address' } as const
const BAD_CURSOR = {
  code: -8,
  message: 'Invalid cursor: request the first page again',
  when: 'the cursor was not returned by this list',
} as const
const READ_ERRORS = [INVALID_ADDRESS, INDEX_OFF] as const

const address = () => p.str('address', 'the address')
const ccvout = () =>
  p.bool('ccvout', 'crypto-condition outputs of the address instead of its key outputs').default(false).nullable()

const PAGE = `"limit" (rows, at most ${MAX_ADDRESS_PAGE}, default 100), "cursor" ("next" of the previous page)` as const
const historyOptions = () =>
  p
    .object(
      'options',
      `object: ${PAGE}, "descending" (newest first, default true), "start" and "end" (heights), "kind" ("all", "received" or "spent")`,
    )
    .optional()
    .nullable()

const next = r.oneOf('cursor of the next page, null after the last', r.text(), r.nothing)
/** Block at which the result is valid. */
const at = { height: r.height('of the tip'), hash: r.blockHash('of the tip') }
const moment = r.oneOf(
  'time of the block; null if there is none',
  r.object({ height: r.height(), time: r.time() }),
  r.nothing,
)
const kind = r.choice('', 'pubkeyhash', 'scripthash', 'cryptocondition')
const labelOrNone = r.oneOf('label in the watch list', r.text(), r.nothing)

const getaddresskey = defineMethod({
  name: 'getaddresskey',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip', 'wallet'],
  summary: 'Shows the public key of an address, if the wallet or the chain has it, or the address of a public key.',
  description:
    'The chain has a key once a coin of the address was spent, or was paid to the key itself. The first 1,000 changes of the address are searched.',
  params: [p.str('place', 'an address or a public key')],
  returns: 'the address and its public key',
  result: r.object({
    address: r.address(),
    pubkey: r.oneOf('public key; null: not seen on the chain', r.pubkey(), r.nothing),
  }),
  errors: [{ ...INVALID_ADDRESS, when: 'the text is neither an address nor a public key' }],
  examples: [{ params: [ADDRESS_EXAMPLE] }],
  flags: { beyondReference: true },
})

const getaddresssummary = defineMethod({
  name: 'getaddresssummary',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the balance of an address, its unconfirmed changes, and the numbers of its outputs and transactions.',
  params: [address(), ccvout()],
  returns: 'state of the address at the tip',
  result: r.object({
    address: r.address(),
    type: kind,
    balance: r.coins(),
    received: r.coins('total ever received, change included'),
    pending: r.coins('change by transactions in the mempool'),
    deltas: r.int('changes'),
    utxos: r.int('unspent outputs'),
    transactions: r.int('transactions that changed the address'),
    first: moment,
    last: moment,
    label: labelOrNone,
    ...at,
  }),
  errors: READ_ERRORS,
  examples: [{ params: [ADDRESS_EXAMPLE] }, { params: [ADDRESS_EXAMPLE, true] }],
  flags: { beyondReference: true },
})

const listaddressdeltas = defineMethod({
  name: 'listaddressdeltas',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the changes of an address in pages.',
  params: [address(), ccvout(), historyOptions()],
  returns: 'one page of changes',
  result: r.object({
    rows: r.array(
      r.object({
        txid: r.txid(),
        height: r.height(),
        time: r.time('of the block'),
        blockindex: r.int('position of the transaction in its block'),
        index: r.int('index of the output that paid, or of the input that spent'),
        spending: r.bool(),
        amount: r.coins('amount, negative for a spend'),
        balance: r.oneOf('balance after this change; null if the options leave changes out', r.coins(), r.nothing),
      }),
    ),
    next,
    total: r.int('changes that match the options, on all pages'),
    ...at,
  }),
  errors: [...READ_ERRORS, BAD_CURSOR],
  examples: [{ params: [ADDRESS_EXAMPLE] }, { params: [ADDRESS_EXAMPLE, false, { limit: 10, kind: 'received' }] }],
  flags: { beyondReference: true },
})

const listaddresstransactions = defineMethod({
  name: 'listaddresstransactions',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the transactions that changed an address, with their net effect on it, in pages.',
  description: 'The kind refers to the net effect.',
  params: [address(), ccvout(), historyOptions()],
  returns: 'one page of transactions',
  result: r.object({
    rows: r.array(
      r.object({
        txid: r.txid(),
        height: r.height(),
        time: r.time('of the block'),
        amount: r.coins('net effect, negative if more was spent than received'),
        balance: r.oneOf(
          'balance after the transaction; null if the kind leaves transactions out',
          r.coins(),
          r.nothing,
        ),
      }),
    ),
    next,
    total: r.int('transactions that match the options, on all pages'),
    ...at,
  }),
  errors: [...READ_ERRORS, BAD_CURSOR],
  examples: [{ params: [ADDRESS_EXAMPLE] }],
  flags: { beyondReference: true },
})

const listaddressutxos = defineMethod({
  name: 'listaddressutxos',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Lists the unspent outputs of an address in pages.',
  params: [
    address(),
    ccvout(),
    p
      .object(
        'options',
        `object: ${PAGE}, "sort" ("txid", "height" or "amount", default "height"), "descending" (default true), "start" and "end" (heights), "state" ("all", "free" or "spent" by the mempool)`,
      )
      .optional()
      .nullable(),
  ],
  returns: 'one page of unspent outputs',
  result: r.object({
    rows: r.array(
      r.object({
        txid: r.txid(),
        index: r.int('of the output'),
        amount: r.coins(),
        height: r.height(),
        script: r.hex(),
        spentInMempool: r.bool('an unconfirmed transaction spends the output'),
      }),
    ),
    next,
    total: r.int('unspent outputs that match the options, on all pages'),
    ...at,
  }),
  errors: [...READ_ERRORS, BAD_CURSOR],
  examples: [{ params: [ADDRESS_EXAMPLE] }, { params: [ADDRESS_EXAMPLE, false, { sort: 'amount' }] }],
  flags: { beyondReference: true },
})

const getaddresschart = defineMethod({
  name: 'getaddresschart',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the balance of an address over time.',
  params: [
    address(),
    ccvout(),
    p.int('points', 'maximum number of points to return', { min: 2, max: MAX_CHART_POINTS }).default(200).nullable(),
  ],
  returns: 'balances at points in time, the oldest first',
  result: r.object({
    points: r.array(
      r.object({ height: r.height(), time: r.time(), balance: r.coins('after the block') }),
      'points by height; a balance holds until the next point',
    ),
    ...at,
  }),
  errors: READ_ERRORS,
  examples: [{ params: [ADDRESS_EXAMPLE] }, { params: [ADDRESS_EXAMPLE, false, 50] }],
  flags: { beyondReference: true, longRunning: true },
})

const sums = {
  balance: r.coins('running balance'),
  deltas: r.coins('sum of all changes'),
  unspent: r.coins('sum of all unspent outputs'),
}

const auditaddressindex = defineMethod({
  name: 'auditaddressindex',
  category: 'addressindex',
  consent: 'none',
  changesWith: 'never',
  summary: 'Checks that changes, unspent outputs and balances of the address index add up at one block.',
  description: 'Checks all addresses, or one. Use rebuildaddressindex to repair a difference.',
  params: [p.str('address', 'address to check; default: all').optional().nullable(), ccvout()],
  returns: 'counts, and differences found',
  result: r.object({
    ...at,
    addresses: r.int('addresses checked'),
    deltas: r.int(),
    utxos: r.int(),
    sums: r.oneOf('sums of the one address, even if they agree; null for all addresses', r.object(sums), r.nothing),
    differences: r.array(
      r.object({
        address: r.address(),
        type: kind,
        ...sums,
        counters: r.bool('counters other than the sums are wrong'),
      }),
      'first 100 addresses that differ',
    ),
    count: r.int('addresses that differ'),
    totalsagree: r.bool('the totals of all addresses match their sums; true if only one address was checked'),
    ok: r.bool(),
    seconds: r.double(),
  }),
  errors: READ_ERRORS,
  examples: [{ params: [] }, { params: [ADDRESS_EXAMPLE] }],
  flags: { beyondReference: true, longRunning: true },
})

const rebuildaddressindex = defineMethod({
  name: 'rebuildaddressindex',
  category: 'addressindex',
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Schedules a rebuild of the address index from the blocks on disk.',
  params: [],
  returns: 'the time of the rebuild',
  result: r.object({
    when: r.choice('', 'next start'),
    detail: r.text('description of the next step'),
  }),
  errors: [INDEX_OFF],
  examples: [
    {
      params: [],
      result: {
        when: 'next start',
        detail: 'The next start of the node rebuilds the address index from the blocks on disk.',
      },
    },
  ],
  flags: { beyondReference: true },
})

const watched = r.object({
  address: r.address(),
  label: r.text('label; empty if the address has none'),
  created: r.time(),
  balance: r.oneOf('balance; null without the address index', r.coins(), r.nothing),
  pending: r.oneOf('change by transactions in the mempool', r.coins(), r.nothing),
  ccbalance: r.oneOf('coins in crypto-condition outputs', r.coins(), r.nothing),
})

const LIST_BROKEN = {
  code: -20,
  message: 'The watch list <file> is damaged and was left as it is',
  when: 'the watch-list file cannot be read or written; everything else works',
} as const

const listwatchedaddresses = defineMethod({
  name: 'listwatchedaddresses',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Lists the addresses of the watch list, the oldest entry first.',
  params: [],
  returns: 'the entries of the list',
  result: r.array(watched),
  errors: [LIST_BROKEN],
  examples: [{ params: [], result: [] }],
  flags: { beyondReference: true },
})

const watchaddress = defineMethod({
  name: 'watchaddress',
  category: 'addressindex',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Adds an address to the watch list, or changes its label.',
  params: [address(), p.str('label', `label, at most ${MAX_LABEL} visible characters`).default('').nullable()],
  returns: 'the new entry',
  result: watched,
  errors: [
    INVALID_ADDRESS,
    {
      code: -8,
      message: `A label has at most ${MAX_LABEL} characters, all of them visible`,
      when: 'the label is longer, or has control characters',
    },
    {
      code: -8,
      message: `The watch list is full: it holds ${MAX_WATCHED} addresses`,
      when: 'the list has no room for another address',
    },
    LIST_BROKEN,
  ],
  examples: [
    {
      params: [ADDRESS_EXAMPLE, 'savings'],
      result: {
        address: ADDRESS_EXAMPLE,
        label: 'savings',
        created: 1795348407,
        balance: 2983422982231562n,
        pending: 0n,
        ccbalance: 0n,
      },
    },
  ],
  flags: { beyondReference: true },
})

const unwatchaddress = defineMethod({
  name: 'unwatchaddress',
  category: 'addressindex',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Removes an address from the watch list; returns false if it was not listed.',
  params: [address()],
  result: r.bool('true if the address was on the list'),
  errors: [INVALID_ADDRESS, LIST_BROKEN],
  examples: [{ params: [ADDRESS_EXAMPLE], result: true }],
  flags: { beyondReference: true },
})

export const addressViewMethods = {
  auditaddressindex,
  getaddresschart,
  getaddresskey,
  getaddresssummary,
  listaddressdeltas,
  listaddresstransactions,
  listaddressutxos,
  listwatchedaddresses,
  rebuildaddressindex,
  unwatchaddress,
  watchaddress,
} as const

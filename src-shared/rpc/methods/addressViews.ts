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
  message: 'Invalid cursor: ask for the first page again',
  when: 'the cursor is not one that this list gave out',
} as const
const READ_ERRORS = [INVALID_ADDRESS, INDEX_OFF] as const

const address = () => p.str('address', 'the address')
const ccvout = () =>
  p.bool('ccvout', 'its crypto-condition outputs instead of those of a key').default(false).nullable()

const PAGE = `"limit" (rows, at most ${MAX_ADDRESS_PAGE}, usually 100), "cursor" ("next" of the page before)` as const
const historyOptions = () =>
  p
    .object(
      'options',
      `object: ${PAGE}, "descending" (newest first, usually true), "start" and "end" (heights), "kind" ("all", "received" or "spent")`,
    )
    .optional()
    .nullable()

const next = r.oneOf('cursor of the next page, null after the last', r.text(), r.nothing)
/** Block at which the result is valid. */
const at = { height: r.height('of the tip'), hash: r.blockHash('of the tip') }
const moment = r.oneOf('null without any', r.object({ height: r.height(), time: r.time() }), r.nothing)
const kind = r.choice('', 'pubkeyhash', 'scripthash', 'cryptocondition')
const labelOrNone = r.oneOf('of the watch list', r.text(), r.nothing)

const getaddresskey = defineMethod({
  name: 'getaddresskey',
  category: 'addressindex',
  consent: 'none',
  changesWith: ['tip', 'wallet'],
  summary: 'Shows the public key of an address, where the wallet or the chain has it, and the address of a public key.',
  description:
    'The chain has a key once a coin of the address was spent, or was paid to the key itself. The first 1,000 changes of the address are looked at.',
  params: [p.str('place', 'an address or a public key')],
  returns: 'the two together',
  result: r.object({
    address: r.address(),
    pubkey: r.oneOf('null: the chain has not seen it', r.pubkey(), r.nothing),
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
  summary: 'Shows what an address holds, what waits, and how much there is to tell of it.',
  params: [address(), ccvout()],
  returns: 'one address at the tip',
  result: r.object({
    address: r.address(),
    type: kind,
    balance: r.coins(),
    received: r.coins('all it ever received, change included'),
    pending: r.coins('what the mempool will change'),
    deltas: r.int('changes'),
    utxos: r.int('unspent outputs'),
    transactions: r.int('transactions that changed it'),
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
        index: r.int('output that paid, or input that spent'),
        spending: r.bool(),
        amount: r.coins('negative for a spend'),
        balance: r.oneOf('after this change; null where the list leaves changes out', r.coins(), r.nothing),
      }),
    ),
    next,
    total: r.int('changes that the options ask for, on all pages'),
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
  description: 'The kind judges the net effect.',
  params: [address(), ccvout(), historyOptions()],
  returns: 'one page of transactions',
  result: r.object({
    rows: r.array(
      r.object({
        txid: r.txid(),
        height: r.height(),
        time: r.time('of the block'),
        amount: r.coins('net, negative if it took more than it gave'),
        balance: r.oneOf('after the transaction; null if the kind leaves transactions out', r.coins(), r.nothing),
      }),
    ),
    next,
    total: r.int('transactions that the options ask for, on all pages'),
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
        `object: ${PAGE}, "sort" ("txid", "height" or "amount", usually "height"), "descending" (usually true), "start" and "end" (heights), "state" ("all", "free" or "spent", which the mempool spends)`,
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
        spentInMempool: r.bool('a transaction that waits spends it'),
      }),
    ),
    next,
    total: r.int('unspent outputs that the options ask for, on all pages'),
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
  summary: 'Shows what an address held over time.',
  params: [
    address(),
    ccvout(),
    p.int('points', 'most points to return', { min: 2, max: MAX_CHART_POINTS }).default(200).nullable(),
  ],
  returns: 'balances at points in time, the oldest first',
  result: r.object({
    points: r.array(
      r.object({ height: r.height(), time: r.time(), balance: r.coins('after the block') }),
      'by height; the balance stays until the next',
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
  summary: 'Proves that changes, unspent outputs and balances of the address index add up at one block.',
  description: 'Of all addresses, or of one. A difference can be repaired with rebuildaddressindex.',
  params: [p.str('address', 'only this one').optional().nullable(), ccvout()],
  returns: 'what was counted, and what did not agree',
  result: r.object({
    ...at,
    addresses: r.int('that were looked at'),
    deltas: r.int(),
    utxos: r.int(),
    sums: r.oneOf('of the one address, also where they agree; null for all addresses', r.object(sums), r.nothing),
    differences: r.array(
      r.object({
        address: r.address(),
        type: kind,
        ...sums,
        counters: r.bool('what is counted beside the sums is wrong'),
      }),
      'the first 100',
    ),
    count: r.int('addresses that differ'),
    totalsagree: r.bool('the totals of all addresses fit them; true when only one was looked at'),
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
  summary: 'Has the address index made again from the blocks on disk.',
  params: [],
  returns: 'when that happens',
  result: r.object({
    when: r.choice('', 'next start'),
    detail: r.text('what will happen, for people'),
  }),
  errors: [INDEX_OFF],
  examples: [
    {
      params: [],
      result: {
        when: 'next start',
        detail: 'The address index is made again from the blocks on disk when the node starts the next time.',
      },
    },
  ],
  flags: { beyondReference: true },
})

const watched = r.object({
  address: r.address(),
  label: r.text('empty if it has none'),
  created: r.time(),
  balance: r.oneOf('null without the address index', r.coins(), r.nothing),
  pending: r.oneOf('what the mempool will change', r.coins(), r.nothing),
  ccbalance: r.oneOf('in crypto-condition outputs', r.coins(), r.nothing),
})

const LIST_BROKEN = {
  code: -20,
  message: 'The watch list <file> is damaged and was left as it is',
  when: 'its file cannot be read or written; everything else works',
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
  summary: 'Puts an address on the watch list, or gives it another label.',
  params: [address(), p.str('label', `at most ${MAX_LABEL} visible characters`).default('').nullable()],
  returns: 'the new entry',
  result: watched,
  errors: [
    INVALID_ADDRESS,
    {
      code: -8,
      message: `A label has at most ${MAX_LABEL} characters, all of them visible`,
      when: 'it is longer, or has control characters',
    },
    { code: -8, message: `The watch list is full: it holds ${MAX_WATCHED} addresses`, when: 'it is' },
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
  summary: 'Takes an address off the watch list; false if it was not there.',
  params: [address()],
  result: r.bool('whether it was on the list'),
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

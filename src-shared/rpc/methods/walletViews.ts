/** Methods for the wallet screen: parts of the balance, pages of history and coins, addresses with labels. */
import { CONTRACT_ACTION_NAMES } from '../../protocol/evalCodes.ts'
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { MAX_LABEL } from './addressViews.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
/** Maximum number of rows per page */
export const MAX_WALLET_PAGE = 1000
/** Maximum number of characters in a search */
export const MAX_WALLET_SEARCH = 100
export const WALLET_HISTORY_KINDS = ['sent', 'received', 'mined', 'self', 'module'] as const
export const WALLET_OUTPUT_ROLES = ['received', 'change', 'kept', 'unknown'] as const
/** Maximum number of addresses in a history row */
export const MAX_ROW_ADDRESSES = 10

const BAD_CURSOR = {
  code: -8,
  message: 'Invalid cursor: request the first page again',
  when: 'the cursor was not returned by this list',
} as const
const PAGE = `"limit" (rows, at most ${MAX_WALLET_PAGE}, default 100), "cursor" ("next" of the previous page)` as const

const next = r.oneOf('cursor of the next page, null after the last', r.text(), r.nothing)
/** Block at which the result is valid. */
const at = { height: r.height('of the tip'), hash: r.blockHash('of the tip') }
const labelOrNone = r.oneOf('label of an address of the wallet, null without one', r.text(), r.nothing)

const getwalletsummary = defineMethod({
  name: 'getwalletsummary',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Shows the balance of the wallet in its parts.',
  params: [],
  returns: 'the parts and their sum',
  result: r.object({
    confirmed: r.coins('spendable coins, as in getbalance, including unconfirmed own change'),
    pending: r.coins('unconfirmed coins from others'),
    immature: r.coins('mined coins, not spendable yet'),
    locked: r.coins('part of "confirmed" that is locked by lockunspent or by a lock time'),
    tokenkey: r.coins('part of "confirmed" on the token key, including unconfirmed own change'),
    tokens: r.coins(
      'coins in token outputs of the wallet, 0 without the address index; never spent as coins, not part of the other amounts',
    ),
    watchonly: r.coins('coins at watch-only addresses; not part of the other amounts'),
    total: r.coins('balance: confirmed, pending and immature'),
    ...at,
  }),
  examples: [
    {
      params: [],
      result: {
        confirmed: 2983422982231562n,
        pending: 0n,
        immature: 0n,
        locked: 0n,
        tokenkey: 2983422982231562n,
        tokens: 196941873492n,
        watchonly: 0n,
        total: 2983422982231562n,
        height: 262,
        hash: '063c19cdb07246131abde5a0906718ee88aa255eefe81124297bee23e781cb47',
      },
    },
  ],
  flags: { wallet: true, beyondReference: true },
})

const listwallethistory = defineMethod({
  name: 'listwallethistory',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the transactions of the wallet in pages, the newest first.',
  description:
    'One row per transaction, with its total effect on the wallet. Tokens received without coins are listed too, which requires the address index. Transactions that concern only addresses without a key are left out. A long search returns a page with fewer rows and a cursor to continue.',
  params: [
    p
      .object(
        'options',
        `object: ${PAGE}, "kind" ("all", "${WALLET_HISTORY_KINDS.join('", "')}"), "search" (part of an id, an address, a label or a comment; at most ${MAX_WALLET_SEARCH} characters)`,
      )
      .optional()
      .nullable(),
  ],
  returns: 'one page of transactions',
  result: r.object({
    rows: r.array(
      r.object({
        txid: r.txid(),
        kind: r.choice(
          'kind; module: with outputs of a module, such as tokens; self: only this wallet was paid',
          ...WALLET_HISTORY_KINDS,
        ),
        action: r.oneOf('action of the contract', r.choice('', ...CONTRACT_ACTION_NAMES), r.nothing),
        token: r.oneOf(
          'token made or moved by the transaction',
          r.object({
            tokenid: r.txid(),
            name: r.text(),
            nft: r.bool(),
            units: r.int64('units made, sent to others or received'),
            away: r.bool('true if the units were sent to others'),
          }),
          r.nothing,
        ),
        amount: r.coins('change of the balance, including the fee; negative for a payment'),
        fee: r.oneOf('fee; null unless this wallet paid the fee', r.coins(), r.nothing),
        addresses: r.array(
          r.address(),
          `receivers; for received payments and self, own addresses; the first ${MAX_ROW_ADDRESSES}`,
        ),
        addresscount: r.int('all of them'),
        payers: r.array(
          r.address(),
          `payers other than this wallet: addresses of inputs without contract outputs, the first ${MAX_ROW_ADDRESSES}`,
        ),
        payercount: r.int('all of them'),
        label: labelOrNone,
        comment: r.text('comment of the sender; empty without one'),
        commentto: r.text('comment about the receiver; empty without one'),
        time: r.time('time when the transaction was first seen, or time of its block if earlier'),
        height: r.height('height of its block, -1 without one'),
        confirmations: r.int('confirmations; -1: neither in a block nor waiting for one'),
        state: r.choice(
          'state; conflicted: replaced by another transaction, or dropped',
          'pending',
          'confirmed',
          'immature',
          'conflicted',
        ),
      }),
    ),
    next,
    total: r.oneOf(
      'rows on all pages; null on later pages of a filtered list, and if counting took too long',
      r.int(),
      r.nothing,
    ),
    ...at,
  }),
  errors: [BAD_CURSOR],
  examples: [{ params: [] }, { params: [{ limit: 20, kind: 'received', search: 'rent' }] }],
  flags: { wallet: true, beyondReference: true, longRunning: true },
})

const getwalletoutputs = defineMethod({
  name: 'getwalletoutputs',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Shows the purpose of the wallet’s own outputs of a transaction.',
  description:
    'The wallet records which output of a payment is its change. For transactions built elsewhere, or before this was recorded, only purposes that are certain from the keys of the outputs are shown. Outputs of tokens and of other modules are not listed.',
  params: [p.hash('txid', 'id of the transaction')],
  result: r.array(
    r.object({
      vout: r.int('index of the output'),
      role: r.choice(
        'purpose; received: paid by others; kept: paid by this wallet to its own address; unknown: paid by this wallet, but it is not known whether this is change',
        ...WALLET_OUTPUT_ROLES,
      ),
    }),
    'outputs; empty if none belongs to the wallet, or the transaction is unknown',
  ),
  examples: [{ params: [TXID_EXAMPLE], result: [{ vout: 2, role: 'change' }] }],
  flags: { wallet: true, beyondReference: true },
})

const listwalletcoins = defineMethod({
  name: 'listwalletcoins',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the unspent outputs of the wallet in pages, including those that cannot be spent now.',
  params: [
    p
      .object(
        'options',
        `object: ${PAGE}, "sort" ("amount" or "age", default "amount"), "descending" (largest or oldest first, default true)`,
      )
      .optional()
      .nullable(),
  ],
  returns: 'one page of outputs',
  result: r.object({
    rows: r.array(
      r.object({
        txid: r.txid(),
        vout: r.int(),
        address: r.oneOf('address; null if the script has none', r.address(), r.nothing),
        label: labelOrNone,
        amount: r.coins(),
        confirmations: r.int(),
        state: r.choice(
          'state; protected: a token output, which is never spent as coins',
          'spendable',
          'locked',
          'immature',
          'pending',
          'protected',
        ),
        reason: r.oneOf('reason why the output cannot be spent now', r.text(), r.nothing),
      }),
    ),
    next,
    total: r.int('outputs on all pages'),
    ...at,
  }),
  errors: [BAD_CURSOR],
  examples: [{ params: [] }, { params: [{ sort: 'age', descending: false }] }],
  flags: { wallet: true, beyondReference: true },
})

const listreceiveaddresses = defineMethod({
  name: 'listreceiveaddresses',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Lists the addresses of the wallet with the total received by each, the newest first.',
  params: [],
  returns: 'a row for each address',
  result: r.array(
    r.object({
      address: r.address(),
      label: r.text('label, empty without one'),
      created: r.time('time when the key was made or imported'),
      received: r.coins(
        'total paid by others, spent or not, including unconfirmed coins; mined coins, change and payments of this wallet to itself do not count',
      ),
      mined: r.coins('total of block rewards, spent or not, including their fees, even fees paid by this wallet'),
      balance: r.coins('unspent coins of the address, change included'),
      transactions: r.int('number of transactions that paid the address'),
      change: r.bool('true for a change address, which is in no address book'),
      tokenkey: r.bool('true for the address of the token key'),
    }),
  ),
  examples: [
    {
      params: [],
      result: [
        {
          address: ADDRESS_EXAMPLE,
          label: '',
          created: 1795348394,
          received: 0n,
          mined: 3068624050355196n,
          balance: 2983422982231562n,
          transactions: 324,
          change: false,
          tokenkey: false,
        },
      ],
    },
  ],
  flags: { wallet: true, beyondReference: true },
})

const setaddresslabel = defineMethod({
  name: 'setaddresslabel',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Changes the label of an address of the wallet.',
  params: [
    p.str('address', 'an address of the wallet'),
    p.str('label', `label, at most ${MAX_LABEL} visible characters`),
  ],
  returns: 'the address with its new label',
  result: r.object({ address: r.address(), label: r.text() }),
  errors: [
    { code: -5, message: 'Invalid address', when: 'the text is not an address' },
    {
      code: -8,
      message: 'The address is not in this wallet, or it is a change address',
      when: 'the label of this address cannot be changed',
    },
    {
      code: -8,
      message: `A label has at most ${MAX_LABEL} characters, all of them visible`,
      when: 'the label is longer, or has control characters',
    },
  ],
  examples: [{ params: [ADDRESS_EXAMPLE, 'rent'], result: { address: ADDRESS_EXAMPLE, label: 'rent' } }],
  flags: { wallet: true, beyondReference: true },
})

export const walletViewMethods = {
  getwalletoutputs,
  getwalletsummary,
  listreceiveaddresses,
  listwallethistory,
  listwalletcoins,
  setaddresslabel,
} as const

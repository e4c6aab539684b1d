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
  message: 'Invalid cursor: ask for the first page again',
  when: 'the cursor is not one that this list gave out',
} as const
const PAGE = `"limit" (rows, at most ${MAX_WALLET_PAGE}, usually 100), "cursor" ("next" of the page before)` as const

const next = r.oneOf('cursor of the next page, null after the last', r.text(), r.nothing)
/** Block at which the result is valid. */
const at = { height: r.height('of the tip'), hash: r.blockHash('of the tip') }
const labelOrNone = r.oneOf('name of an address of the wallet, null without one', r.text(), r.nothing)

const getwalletsummary = defineMethod({
  name: 'getwalletsummary',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Shows the balance of the wallet in its parts.',
  params: [],
  returns: 'the parts and their sum',
  result: r.object({
    confirmed: r.coins('what can be spent, as getbalance says; with own change that waits'),
    pending: r.coins('from others, in no block yet'),
    immature: r.coins('mined, not spendable yet'),
    locked: r.coins('how much of "confirmed" is kept back: by lockunspent, or by a lock time'),
    tokenkey: r.coins('how much of "confirmed" is on the token key, own change that waits included'),
    tokens: r.coins(
      'in token outputs of the wallet, 0 without the address index; never spent as coins, in no other figure',
    ),
    watchonly: r.coins('at addresses that the wallet only looks at; in no other figure'),
    total: r.coins('the balance: confirmed, pending and immature'),
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
    'What it means for the wallet is told as a whole: one row for each transaction. Tokens that came without coins are listed too, which needs the address index. Transactions that concern only addresses without a key are left out. A search that takes long gives a page with fewer rows and a cursor to go on with.',
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
          'module: with outputs of a module, such as tokens; self: nobody else was paid',
          ...WALLET_HISTORY_KINDS,
        ),
        action: r.oneOf('what a contract did with it', r.choice('', ...CONTRACT_ACTION_NAMES), r.nothing),
        token: r.oneOf(
          'the token that it made or moved',
          r.object({
            tokenid: r.txid(),
            name: r.text(),
            nft: r.bool(),
            units: r.int64('made, sent to others or received'),
            away: r.bool('they were sent to others'),
          }),
          r.nothing,
        ),
        amount: r.coins('what it changed, fee included; negative when coins left'),
        fee: r.oneOf('null unless this wallet paid it', r.coins(), r.nothing),
        addresses: r.array(
          r.address(),
          `who was paid; of what came in, and of self, the own ones; the first ${MAX_ROW_ADDRESSES}`,
        ),
        addresscount: r.int('all of them'),
        payers: r.array(
          r.address(),
          `who paid, if it was not this wallet: addresses of inputs without contract outputs, the first ${MAX_ROW_ADDRESSES}`,
        ),
        payercount: r.int('all of them'),
        label: labelOrNone,
        comment: r.text('of the person who sent it; empty without one'),
        commentto: r.text('the same for the receiver'),
        time: r.time('when it was first seen, or of its block if that is earlier'),
        height: r.height('-1 without a block'),
        confirmations: r.int('-1: neither in a block nor waiting for one'),
        state: r.choice(
          'conflicted: another transaction took its place, or it is forgotten',
          'pending',
          'confirmed',
          'immature',
          'conflicted',
        ),
      }),
    ),
    next,
    total: r.oneOf(
      'rows of all pages; null on later pages of a filtered list, and where counting took too long',
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
  summary: 'Tells what the wallet’s own outputs of a transaction were made for.',
  description:
    'The wallet remembers which output of a payment it has made as change. Of transactions that were built elsewhere, or before it did so, it says only what the keys of the outputs leave no doubt of. Outputs of tokens and of other modules are not listed.',
  params: [p.hash('txid', 'id of the transaction')],
  result: r.array(
    r.object({
      vout: r.int('place among the outputs'),
      role: r.choice(
        'received: somebody else paid; kept: this wallet paid an address of its own; unknown: it paid, and whether this is change is not known',
        ...WALLET_OUTPUT_ROLES,
      ),
    }),
    'empty when nothing of it is the wallet’s, or it is not known',
  ),
  examples: [{ params: [TXID_EXAMPLE], result: [{ vout: 2, role: 'change' }] }],
  flags: { wallet: true, beyondReference: true },
})

const listwalletcoins = defineMethod({
  name: 'listwalletcoins',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the unspent outputs of the wallet in pages, also those that cannot be spent now.',
  params: [
    p
      .object(
        'options',
        `object: ${PAGE}, "sort" ("amount" or "age", usually "amount"), "descending" (largest or oldest first, usually true)`,
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
        address: r.oneOf('null for a script without one', r.address(), r.nothing),
        label: labelOrNone,
        amount: r.coins(),
        confirmations: r.int(),
        state: r.choice(
          'protected: a token output, which is never spent as coins',
          'spendable',
          'locked',
          'immature',
          'pending',
          'protected',
        ),
        reason: r.oneOf('why it cannot be spent now, for people', r.text(), r.nothing),
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
  summary: 'Lists the addresses of the wallet with what each has received, the newest first.',
  params: [],
  returns: 'a row for each address',
  result: r.array(
    r.object({
      address: r.address(),
      label: r.text('empty without one'),
      created: r.time('when its key was made or imported'),
      received: r.coins(
        'all that others paid, spent or not, unconfirmed coins included; mined coins, change and payments of this wallet to itself do not count',
      ),
      mined: r.coins('all rewards of blocks, spent or not, with the fees in them, also fees that this wallet paid'),
      balance: r.coins('unspent coins of the address, change included'),
      transactions: r.int('that paid it'),
      change: r.bool('for change, in no address book'),
      tokenkey: r.bool('of the token key'),
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
  summary: 'Gives an address of the wallet another name.',
  params: [p.str('address', 'an address of the wallet'), p.str('label', `at most ${MAX_LABEL} visible characters`)],
  returns: 'the address with its new name',
  result: r.object({ address: r.address(), label: r.text() }),
  errors: [
    { code: -5, message: 'Invalid address', when: 'the text is not an address' },
    { code: -8, message: 'No address of this wallet, or one for change', when: 'it has no name that could be changed' },
    {
      code: -8,
      message: `A label has at most ${MAX_LABEL} characters, all of them visible`,
      when: 'it is longer, or has control characters',
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

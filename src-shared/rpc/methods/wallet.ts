/** Methods of the transparent wallet (rpc.md §9). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { joinSplits, TXID_EXAMPLE } from './shapes.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
export const LOCKED = {
  code: -13,
  message: 'Error: Please enter the wallet passphrase with walletpassphrase first.',
  when: 'the wallet is locked',
} as const

const getnewaddress = defineMethod({
  name: 'getnewaddress',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Creates a new receiving address.',
  description: 'Its key is stored durably before the address is returned.',
  params: [p.str('account', 'ignored, any text').default('')],
  result: r.address('the address, whose key is in the wallet'),
  errors: [
    { code: -12, message: 'Error: Keypool ran out, please call keypoolrefill first', when: 'no key can be created' },
  ],
  examples: [{ params: [], result: 'RWsEmHCiAj67KKWhkLt1zCcZqSCZ5A9Li9' }],
  flags: { wallet: true },
})

const getbalance = defineMethod({
  name: 'getbalance',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Returns the coins of the wallet that can be spent.',
  description: 'Coins locked in crypto-condition outputs, such as tokens, do not count.',
  params: [
    p.str('account', '"*" or "" for the whole wallet').optional(),
    p.int('minconf', 'minimum number of confirmations').default(1),
    p.bool('includeWatchonly', 'include addresses without a key').default(false),
  ],
  result: r.coins('spendable balance'),
  examples: [
    { params: [], result: 2983422982231562n },
    { params: ['*', 6], result: 2933422982231562n },
  ],
  flags: { wallet: true },
})

const getwalletinfo = defineMethod({
  name: 'getwalletinfo',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Shows the state of the wallet.',
  params: [],
  returns: 'balances, key pool and fee',
  result: r.object({
    walletversion: r.int(),
    balance: r.coins('confirmed'),
    unconfirmed_balance: r.coins(),
    immature_balance: r.coins('mined coins, not spendable yet'),
    txcount: r.int(),
    keypoololdest: r.time('creation time of the oldest unused key'),
    keypoolsize: r.int('number of unused keys'),
    unlocked_until: r.optional(r.time('time of locking; encrypted wallets only, 0 if locked')),
    paytxfee: r.coins('fee per 1,000 bytes, if set by settxfee'),
    seedfp: r.hex('fingerprint of the seed'),
  }),
  examples: [{ params: [] }],
  flags: { wallet: true },
})

const listunspent = defineMethod({
  name: 'listunspent',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the outputs that the wallet can spend.',
  params: [
    p.int('minconf', 'minimum number of confirmations').typed().default(1),
    p.int('maxconf', 'maximum number of confirmations').typed().default(9999999),
    p.array('addresses', 'addresses of the outputs; default: all', { type: 'string' }).typed().optional(),
  ],
  returns: 'a row for each output',
  result: r.array(
    r.object({
      txid: r.txid(),
      vout: r.int(),
      generated: r.bool('true for an output of a coinbase'),
      address: r.optional(r.address()),
      segid: r.optional(r.int()),
      account: r.optional(r.text()),
      redeemScript: r.optional(r.hex('redeem script of a script address')),
      amount: r.coins(),
      interest: r.optional(r.coins('interest, always 0; only if the transaction has a lock time')),
      scriptPubKey: r.hex(),
      rawconfirmations: r.int(),
      confirmations: r.int(),
      spendable: r.bool('true if the wallet has the key'),
    }),
  ),
  errors: [{ code: -5, message: 'Invalid Komodo address: X', when: 'an entry is not an address' }],
  examples: [{ params: [] }, { params: [6, 9999999, [ADDRESS_EXAMPLE]] }],
  flags: { wallet: true },
})

const sendtoaddress = defineMethod({
  name: 'sendtoaddress',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Sends coins to an address.',
  params: [
    p.str('address', 'receiver'),
    p.amount('amount', 'coins to send'),
    p.str('comment', 'purpose; kept in the wallet only').default('').nullable(),
    p.str('comment-to', 'receiver; kept in the wallet only').default('').nullable(),
    p.bool('subtractfeefromamount', 'deduct the fee from the amount').default(false),
  ],
  result: r.txid('id of the transaction'),
  errors: [
    { code: -5, message: 'Invalid Komodo address', when: 'the text is not an address' },
    { code: -3, message: 'Invalid amount for send', when: 'the amount is 0' },
    { code: -6, message: 'Insufficient funds', when: 'the wallet has less than amount plus fee' },
    LOCKED,
  ],
  examples: [
    { params: [ADDRESS_EXAMPLE, '0.1'], result: '227133a7426fc1d0c8ff53b82d2aced0b2a3a7ed5ff5c65cc94e15694dd11fef' },
    { params: [ADDRESS_EXAMPLE, '0.1', 'donation', 'the archive'] },
  ],
  flags: { wallet: true },
})

const party = {
  account: r.text('always empty'),
  address: r.optional(r.address()),
  category: r.choice('', 'send', 'receive', 'generate', 'immature', 'orphan', 'move'),
}
const amounts = {
  amount: r.coins('amount, negative if sent'),
  vout: r.int(),
  fee: r.optional(r.coins('fee, negative; only if sent')),
}
const position = {
  rawconfirmations: r.int(),
  generated: r.optional(r.bool('true for a coinbase; coinbases only')),
  confirmations: r.int(),
  blockhash: r.optional(r.blockHash('hash of the block, only if mined')),
  blockindex: r.optional(r.int('position in the block')),
  blocktime: r.optional(r.time()),
  expiryheight: r.optional(r.height()),
  txid: r.txid(),
  walletconflicts: r.array(r.txid()),
  time: r.time(),
  timereceived: r.time(),
  comment: r.optional(r.text()),
  to: r.optional(r.text()),
  vjoinsplit: joinSplits,
}
const watchOnly = { involvesWatchonly: r.optional(r.bool()) }
const maturity = { blockstomaturity: r.optional(r.int('number of blocks until maturity; immature coinbases only')) }

/** Row of listtransactions. */
export const walletEntry = r.object({
  ...watchOnly,
  ...party,
  ...maturity,
  ...amounts,
  ...position,
  size: r.int('size of the transaction in bytes'),
})

const listtransactions = defineMethod({
  name: 'listtransactions',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the newest payments of the wallet, in order of time.',
  params: [
    p.str('account', '"*" for all').default('*'),
    p.int('count', 'maximum number of rows').default(10),
    p.int('from', 'number of newest payments to skip').default(0),
    p.bool('includeWatchonly', 'include addresses without a key').default(false),
  ],
  returns: 'a row for each output of a payment',
  result: r.array(walletEntry),
  errors: [
    { code: -8, message: 'Negative count', when: 'count is below 0' },
    { code: -8, message: 'Negative from', when: 'from is below 0' },
  ],
  examples: [{ params: [] }, { params: ['*', 20, 100] }],
  flags: { wallet: true },
})

const gettransaction = defineMethod({
  name: 'gettransaction',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Shows a transaction of the wallet.',
  params: [
    p.looseHash('txid', 'id of the transaction'),
    p.bool('includeWatchonly', 'include addresses without a key').default(false),
  ],
  returns: 'its effect on the wallet, and the transaction',
  result: r.object({
    amount: r.coins('change of the balance, without the fee'),
    fee: r.optional(r.coins('fee, negative; only if this wallet paid it')),
    ...position,
    details: r.array(r.object({ ...watchOnly, ...party, ...maturity, ...amounts, size: r.int() })),
    hex: r.hex(),
  }),
  errors: [{ code: -5, message: 'Invalid or non-wallet transaction id', when: 'the transaction is not in the wallet' }],
  examples: [{ params: [TXID_EXAMPLE] }],
  flags: { wallet: true },
})

const importprivkey = defineMethod({
  name: 'importprivkey',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Adds a private key to the wallet.',
  params: [
    p.str('komodoprivkey', 'private key in the format of dumpprivkey').secret(),
    p.str('label', 'ignored, any text').default(''),
    p.bool('rescan', 'search the chain for its payments').default(true),
    p.int('height', 'height at which the search starts').default(0),
    p.int('secret_key', 'version byte, for keys of another coin').optional(),
  ],
  result: r.address('address of the key'),
  errors: [
    { code: -5, message: 'Invalid private key encoding', when: 'the text is not a private key' },
    { code: -4, message: 'Rescan height is out of range.', when: 'the height is not on the chain' },
    LOCKED,
  ],
  examples: [
    { params: ['UuHkQH4BW63pLpkdDmoF4nqvr5FhfhaHBxXLfvRPBGAVkjBzjZbS'], result: 'RKrG8hViWjJKFiSy9jC88JXtSjY8SkGkbf' },
  ],
  flags: { wallet: true, longRunning: true },
})

const dumpprivkey = defineMethod({
  name: 'dumpprivkey',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Shows the private key of an address of the wallet.',
  description: 'Anyone who sees the key can spend the coins.',
  params: [p.str('t-addr', 'address')],
  result: r.text('the key'),
  errors: [
    { code: -5, message: 'Invalid transparent address', when: 'the text is not an address' },
    { code: -3, message: 'Address does not refer to a key', when: 'the address belongs to a script' },
    { code: -4, message: 'Private key for address X is not known', when: 'the wallet does not have the key' },
    LOCKED,
  ],
  examples: [{ params: [ADDRESS_EXAMPLE], result: 'UqMgxk7ySPNQ4r9nKAFPjkXy6r5t898yhuNCjSZJLg3RAM4WW1m9' }],
  flags: { wallet: true, secretResult: true },
})

const setpubkey = defineMethod({
  name: 'setpubkey',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary:
    'Sets the token key, the public key that contracts use. Possible only once, and only if -pubkey was not given at the start.',
  leastParams: 0,
  params: [p.str('pubkey', 'public key, 66 hex digits').default('')],
  returns: 'the current token key',
  result: r.object({
    WARNING: r.optional(r.text('warning, if the wallet does not have the private key')),
    ismine: r.optional(r.text('"true" if the wallet has the private key')),
    error: r.optional(r.text()),
    address: r.optional(r.address()),
    pubkey: r.optional(r.text()),
  }),
  examples: [
    {
      params: ['02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf'],
      result: {
        ismine: 'true',
        address: ADDRESS_EXAMPLE,
        pubkey: '02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf',
      },
    },
  ],
  flags: { wallet: true },
})

const signmessage = defineMethod({
  name: 'signmessage',
  category: 'wallet',
  consent: 'ask',
  stake: 'keys',
  changesWith: 'never',
  summary: 'Signs a message with the key of an address.',
  params: [p.str('t-addr', 'address of the key'), p.str('message', 'any text')],
  result: r.text('signature in base64'),
  errors: [
    { code: -3, message: 'Invalid address', when: 'the text is not an address' },
    { code: -3, message: 'Address does not refer to key', when: 'the address belongs to a script' },
    { code: -4, message: 'Private key not available', when: 'the wallet does not have the key' },
    LOCKED,
  ],
  examples: [
    {
      params: [ADDRESS_EXAMPLE, 'my message'],
      result: 'H7NH7Q1G0EbFC0u5qZjT/jYf7VSUAfYTT9bngjFmO+42CLiIah/zKFbeDVsup+FV1vOGi1lIyRanvKksCQplmOY=',
    },
  ],
  flags: { wallet: true },
})

export const walletMethods = {
  dumpprivkey,
  getbalance,
  getnewaddress,
  gettransaction,
  getwalletinfo,
  importprivkey,
  listtransactions,
  listunspent,
  sendtoaddress,
  setpubkey,
  signmessage,
} as const

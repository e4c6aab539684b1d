/**
 * Account methods for older clients. An account is a label of addresses, and all payments are made from the empty
 * account (rpc.md §9).
 */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { LOCKED } from './wallet.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const BAD_ADDRESS = { code: -5, message: 'Invalid Komodo address', when: 'the text is not an address' } as const
const minconf = p.int('minconf', 'minimum number of confirmations').default(1)
const watchOnly = p.bool('includeWatchonly', 'include addresses without a key').default(false)

const getaccount = defineMethod({
  name: 'getaccount',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns the label of an address.',
  params: [p.str('komodoaddress', 'the address')],
  result: r.text('label, empty without one'),
  errors: [BAD_ADDRESS],
  examples: [{ params: [ADDRESS_EXAMPLE], result: '' }],
  flags: { wallet: true },
})

const setaccount = defineMethod({
  name: 'setaccount',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Changes the label of an address of the wallet.',
  params: [p.str('komodoaddress', 'the address'), p.str('account', 'the label').default('')],
  result: r.nothing,
  errors: [
    BAD_ADDRESS,
    { code: -1, message: 'setaccount can only be used with own address', when: 'the address is not in the wallet' },
  ],
  examples: [{ params: [ADDRESS_EXAMPLE, 'rent'], result: null }],
  flags: { wallet: true },
})

const getaccountaddress = defineMethod({
  name: 'getaccountaddress',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Returns an address with a label that has received nothing yet; creates one if there is none.',
  params: [p.str('account', 'the label')],
  result: r.address('the address, whose key is in the wallet'),
  errors: [
    { code: -12, message: 'Error: Keypool ran out, please call keypoolrefill first', when: 'no key can be created' },
  ],
  examples: [
    { params: [''], result: 'RTAp2ywrDtAfBup6gqLcczYoCx9Q3dAK8s' },
    { params: ['rent'], result: 'RFnHWFVhUVdVfWfEWGw3z9Uy7P4Q6E2aCf' },
  ],
  flags: { wallet: true },
})

const getaddressesbyaccount = defineMethod({
  name: 'getaddressesbyaccount',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists the addresses with a label.',
  params: [p.str('account', 'the label')],
  returns: 'addresses of the wallet',
  result: r.array(r.address()),
  examples: [{ params: ['rent'], result: [] }],
  flags: { wallet: true },
})

const getreceivedbyaccount = defineMethod({
  name: 'getreceivedbyaccount',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Returns the total received by the addresses with a label, spent or not.',
  description: 'Mined coins do not count.',
  params: [p.str('account', 'the label'), minconf],
  result: r.coins('sum over the addresses'),
  examples: [{ params: ['rent'], result: 0n }],
  flags: { wallet: true },
})

const listreceivedbyaccount = defineMethod({
  name: 'listreceivedbyaccount',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the labels with the total received by their addresses.',
  description: 'Mined coins do not count.',
  params: [minconf, p.bool('includeempty', 'include labels that received nothing').default(false), watchOnly],
  returns: 'a row for each label',
  result: r.array(
    r.object({
      involvesWatchonly: r.optional(r.bool('true if the wallet does not have all keys')),
      account: r.text('the label'),
      amount: r.coins(),
      rawconfirmations: r.int('confirmations of the newest payment'),
      confirmations: r.int('the same'),
    }),
  ),
  examples: [
    { params: [], result: [{ account: '', amount: 1063068645270506n, rawconfirmations: 94, confirmations: 94 }] },
  ],
  flags: { wallet: true },
})

const listaccounts = defineMethod({
  name: 'listaccounts',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the labels with the total received by their addresses; payments are deducted from the empty label.',
  params: [minconf, watchOnly],
  result: r.dictionary(r.coins(), 'amounts by label'),
  examples: [{ params: [], result: new Map([['', 2983422982231562n]]) }, { params: [6] }],
  flags: { wallet: true },
})

const move = defineMethod({
  name: 'move',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Moves coins between labels in the books of listaccounts; nothing is paid.',
  params: [
    p.str('fromaccount', 'label to deduct from'),
    p.str('toaccount', 'label to add to'),
    p.amount('amount', 'coins'),
    p.int('minconf', 'ignored').default(1),
    p.str('comment', 'ignored').default('').nullable(),
  ],
  result: r.bool('always true'),
  errors: [{ code: -3, message: 'Invalid amount for send', when: 'the amount is 0' }],
  examples: [{ params: ['', 'rent', '0.1'], result: true }],
  flags: { wallet: true },
})

const sendfrom = defineMethod({
  name: 'sendfrom',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Sends coins to an address like sendtoaddress, if enough coins have the required confirmations.',
  params: [
    p.str('fromaccount', 'must be empty'),
    p.str('tokomodoaddress', 'receiver'),
    p.amount('amount', 'coins to send'),
    p.int('minconf', 'required number of confirmations of the wallet’s coins').default(1),
    p.str('comment', 'purpose; kept in the wallet only').default('').nullable(),
    p.str('comment-to', 'receiver; kept in the wallet only').default('').nullable(),
  ],
  result: r.txid('id of the transaction'),
  errors: [
    BAD_ADDRESS,
    { code: -3, message: 'Invalid amount for send', when: 'the amount is 0' },
    { code: -6, message: 'Account has insufficient funds', when: 'the wallet has less, or an account is given' },
    LOCKED,
  ],
  examples: [
    {
      params: ['', ADDRESS_EXAMPLE, '0.1'],
      result: '3f11616a4e5681eaeaa8d94aafd78962e8aa96d7d8214085b59de3deb4e5b0df',
    },
  ],
  flags: { wallet: true },
})

export const walletAccountMethods = {
  getaccount,
  getaccountaddress,
  getaddressesbyaccount,
  getreceivedbyaccount,
  listaccounts,
  listreceivedbyaccount,
  move,
  sendfrom,
  setaccount,
} as const

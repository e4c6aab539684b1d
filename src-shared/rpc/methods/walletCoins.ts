/** Methods for locked coins, change addresses and fees of the wallet (rpc.md §9). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const getunconfirmedbalance = defineMethod({
  name: 'getunconfirmedbalance',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Returns the unconfirmed coins sent by others.',
  params: [],
  result: r.coins('coins that getbalance does not count yet'),
  examples: [{ params: [], result: 0n }],
  flags: { wallet: true },
})

const getrawchangeaddress = defineMethod({
  name: 'getrawchangeaddress',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Creates a new change address, for transactions that are built manually.',
  description:
    'Its key is stored durably before the address is returned. Payments to the address do not count as received.',
  params: [],
  result: r.address('the address, whose key is in the wallet'),
  errors: [
    { code: -12, message: 'Error: Keypool ran out, please call keypoolrefill first', when: 'no key can be created' },
  ],
  examples: [{ params: [], result: 'RBFN67FUcien8gyrtyyf579Nnqu1oHAeZo' }],
  flags: { wallet: true },
})

const keypoolrefill = defineMethod({
  name: 'keypoolrefill',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Creates keys in advance.',
  params: [p.int('newsize', 'number of keys, plus one; 0: the value of -keypool').default(0)],
  result: r.nothing,
  errors: [
    { code: -8, message: 'Invalid parameter, expected valid size.', when: 'the size is negative or too large' },
    {
      code: -13,
      message: 'Error: Please enter the wallet passphrase with walletpassphrase first.',
      when: 'the wallet is locked',
    },
  ],
  examples: [{ params: [], result: null }, { params: [500] }],
  flags: { wallet: true },
})

const settxfee = defineMethod({
  name: 'settxfee',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Sets the fee per 1,000 bytes of a payment, until the node stops.',
  description: 'Also the minimum fee of a payment. 0 selects the minimum allowed rate.',
  params: [p.amount('amount', 'coins per 1,000 bytes')],
  result: r.bool('always true'),
  examples: [{ params: ['0.00005'], result: true }],
  flags: { wallet: true },
})

const OUTPUT = {
  type: 'object',
  properties: { txid: { type: 'string' }, vout: { type: 'integer' } },
  required: ['txid', 'vout'],
}

const lockunspent = defineMethod({
  name: 'lockunspent',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Locks outputs, so that they are not spent, or unlocks them.',
  description: 'Automatic coin selection never uses locked outputs. Locks are lost when the node stops.',
  params: [
    p.bool('unlock', 'true unlocks, false locks').typed(),
    p.array('transactions', 'outputs; default when unlocking: all', OUTPUT).typed().optional(),
  ],
  result: r.bool('always true'),
  errors: [
    { code: -8, message: 'Invalid parameter, expected object', when: 'an item is not an object' },
    { code: -8, message: 'Invalid parameter, expected hex txid', when: 'an id is not hex' },
    { code: -8, message: 'Invalid parameter, vout must be positive', when: 'an index is negative' },
  ],
  examples: [
    { params: [false, [{ txid: TXID_EXAMPLE, vout: 1 }]], result: true },
    { params: [true], result: true },
  ],
  flags: { wallet: true },
})

const listlockunspent = defineMethod({
  name: 'listlockunspent',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists the locked outputs.',
  params: [],
  returns: 'a row for each output',
  result: r.array(r.object({ txid: r.txid(), vout: r.int() })),
  examples: [{ params: [], result: [] }],
  flags: { wallet: true },
})

const resendwallettransactions = defineMethod({
  name: 'resendwallettransactions',
  category: 'wallet',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Announces the wallet’s unconfirmed transactions to the peers again, and lists them.',
  description: 'The node does this automatically every half hour.',
  params: [],
  returns: 'ids of these transactions',
  result: r.array(r.txid()),
  examples: [{ params: [], result: ['3f11616a4e5681eaeaa8d94aafd78962e8aa96d7d8214085b59de3deb4e5b0df'] }],
  flags: { wallet: true },
})

const cleanwallettransactions = defineMethod({
  name: 'cleanwallettransactions',
  category: 'wallet',
  consent: 'ask',
  stake: 'data',
  changesWith: 'never',
  summary: 'Removes transactions from the wallet that are older than all of its coins.',
  description:
    'No coins are lost, but the history and its comments are; a rescan restores the transactions. With an id, this transaction and all later ones are kept too. Make a backup first.',
  params: [p.str('txid', 'id of a transaction to keep').optional()],
  returns: 'numbers of transactions before, after, and removed',
  result: r.object({
    total_transactions: r.int('before'),
    remaining_transactions: r.int('after'),
    removed_transactions: r.int(),
  }),
  errors: [
    { code: -1, message: 'The transaction is not yours!', when: 'the transaction does not pay the wallet' },
    {
      code: -1,
      message: 'The transaction could not be found!',
      when: 'the transaction is neither in the chain nor in the mempool',
    },
  ],
  examples: [{ params: [] }, { params: [TXID_EXAMPLE] }],
  flags: { wallet: true },
})

export const walletCoinMethods = {
  cleanwallettransactions,
  getrawchangeaddress,
  getunconfirmedbalance,
  keypoolrefill,
  listlockunspent,
  lockunspent,
  resendwallettransactions,
  settxfee,
} as const

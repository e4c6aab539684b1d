/** Methods that list receipts of the wallet, by address and since a block (rpc.md §9). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { walletEntry } from './wallet.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const HASH_EXAMPLE = '027e3758c3a65b12aa1046462b486d0a63bfa1beae327897f56c5cfb7daaae71'
const minconf = p.int('minconf', 'minimum number of confirmations').default(1)
const watchOnly = p.bool('includeWatchonly', 'include addresses without a key').default(false)

const listsinceblock = defineMethod({
  name: 'listsinceblock',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the payments of the wallet since a block.',
  description: 'Unconfirmed payments are always listed.',
  params: [
    p.looseHash('blockhash', 'hash of the block; default, and if the block is unknown: all payments').optional(),
    p.int('target-confirmations', 'confirmations of the block returned as lastblock; 1: the tip').default(1),
    watchOnly,
  ],
  returns: 'the payments, and the block for the next call',
  result: r.object({
    transactions: r.array(walletEntry),
    lastblock: r.blockHash('block hash for the next call'),
  }),
  errors: [{ code: -8, message: 'Invalid parameter', when: 'target-confirmations is below 1' }],
  examples: [{ params: [] }, { params: [HASH_EXAMPLE, 6] }],
  flags: { wallet: true },
})

const getreceivedbyaddress = defineMethod({
  name: 'getreceivedbyaddress',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Returns the total received by an address of the wallet, spent or not.',
  description: 'Mined coins do not count, nor do payments to the public key itself.',
  params: [p.str('komodoaddress', 'the address'), minconf],
  result: r.coins('sum over its outputs'),
  errors: [{ code: -5, message: 'Invalid Komodo address', when: 'the address is not one' }],
  examples: [
    { params: [ADDRESS_EXAMPLE], result: 3337900054n },
    { params: [ADDRESS_EXAMPLE, 6], result: 3337900054n },
  ],
  flags: { wallet: true },
})

const listreceivedbyaddress = defineMethod({
  name: 'listreceivedbyaddress',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary: 'Lists the addresses of the wallet with the total received by each.',
  description: 'Mined coins do not count, and change addresses are left out.',
  params: [minconf, p.bool('includeempty', 'include addresses that received nothing').default(false), watchOnly],
  returns: 'a row for each address',
  result: r.array(
    r.object({
      involvesWatchonly: r.optional(r.bool('true if the wallet does not have the key')),
      address: r.address(),
      account: r.text('label of the address'),
      amount: r.coins(),
      rawconfirmations: r.int('confirmations of the newest payment'),
      confirmations: r.int('the same'),
      txids: r.array(r.txid()),
    }),
  ),
  examples: [{ params: [] }, { params: [6, true] }],
  flags: { wallet: true },
})

const listaddressgroupings = defineMethod({
  name: 'listaddressgroupings',
  category: 'wallet',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet'],
  summary:
    'Lists groups of addresses that others can recognise as belonging to one owner, because they were spent from together.',
  params: [],
  returns: 'groups of rows: address, coins, label',
  result: r.array(
    r.array(r.array(r.oneOf('address, coins, and the label unless the address is for change', r.coins(), r.text()))),
  ),
  examples: [{ params: [], result: [[[ADDRESS_EXAMPLE, 2983422982231562n, '']]] }],
  flags: { wallet: true },
})

export const walletListMethods = {
  getreceivedbyaddress,
  listaddressgroupings,
  listreceivedbyaddress,
  listsinceblock,
} as const

/** Methods of token orders: placing, filling, cancelling and listing, as on the reference (tokens.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtTransaction, moduleError, PUBKEY_EXAMPLE, PUBKEY_NEEDED, TXID_EXAMPLE } from './shapes.ts'

const tokenid = () => p.text('tokenid', 'id of the token: the transaction that created it')
const price = () => p.text('price', 'coins for one unit, up to 8 decimals')
const ORDER_EXAMPLE = '5ba8b198df076a55307f1711610c5771a2884a46c5067e80a16c9701cecfe796'

const NOT_SENT = 'Nothing is sent: give the hex to sendrawtransaction.'
const TOTAL =
  'The total is units times price, cut to whole satoshis; explaintransaction shows it before anything is sent.'
/** The reference's result for an invalid id. */
const idError = r.object({ error: r.text('what is wrong') })
const builtOrError = r.oneOf('a signed transaction that nobody has sent yet', builtTransaction, moduleError)
const builtOrIdError = r.oneOf('a signed transaction that nobody has sent yet', builtTransaction, moduleError, idError)

/** Attributes shared by all methods that build orders. */
const BUILDS = { category: 'tokens', consent: 'none', changesWith: 'never', signed: ['hex'] } as const
const READS = { category: 'tokens', consent: 'none', changesWith: ['tip'] } as const

const assetsaddress = defineMethod({
  name: 'assetsaddress',
  ...{ ...READS, changesWith: ['tip', 'mempool', 'identity'] },
  summary: 'Shows the addresses of the module of token orders, of this node, and of a public key if one is given.',
  usage: 'assetsaddress [pubkey]',
  params: [p.text('pubkey', 'public key to show the address of').optional()],
  returns: 'addresses and what they hold',
  result: r.object({
    result: r.choice('', 'success'),
    AssetsCCAddress: r.address('where bids lock coins'),
    AssetsCCBalance: r.coins(),
    AssetsNormalAddress: r.address('normal address of the module'),
    AssetsNormalBalance: r.coins(),
    AssetsCCTokensAddress: r.address('where asks lock units of fungible tokens'),
    'PubkeyCCaddress(Assets)': r.optional(r.address('where orders of the given public key mark themselves')),
    'PubkeyCCbalance(Assets)': r.optional(r.coins()),
    'myCCAddress(Assets)': r.optional(r.address('the same of this node')),
    'myCCbalance(Assets)': r.optional(r.coins()),
    myaddress: r.address('normal address of this node'),
    mybalance: r.coins(),
  }),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [] }, { params: [PUBKEY_EXAMPLE] }],
})

const tokenask = defineMethod({
  name: 'tokenask',
  ...BUILDS,
  summary: 'Builds the transaction that offers units of a token for coins.',
  description: `It locks the units until somebody buys them or tokencancelask takes them back. ${TOTAL} A fill may pay as little as whole satoshis a unit, so prices that are no whole satoshis are rounded down by whoever wants to. ${NOT_SENT}`,
  usage: 'tokenask numtokens tokenid price',
  params: [p.text('numtokens', 'whole units to sell'), tokenid(), price()],
  result: builtOrError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: ['100', TXID_EXAMPLE, '7.77'] }],
})

const tokenbid = defineMethod({
  name: 'tokenbid',
  ...BUILDS,
  summary: 'Builds the transaction that offers coins for units of a token.',
  description: `It locks the coins until somebody sells units for them or tokencancelbid takes them back. ${TOTAL} The chain’s rules do not keep whoever sells from taking more coins a unit than were offered: bid what you can lose. ${NOT_SENT}`,
  usage: 'tokenbid numtokens tokenid price',
  params: [p.text('numtokens', 'whole units to buy'), tokenid(), price()],
  result: builtOrError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: ['100', TXID_EXAMPLE, '10'] }],
})

const tokencancelask = defineMethod({
  name: 'tokencancelask',
  ...BUILDS,
  summary: 'Builds the transaction that takes an own ask back.',
  description: `What is left of it returns. ${NOT_SENT}`,
  usage: 'tokencancelask tokenid asktxid',
  params: [tokenid(), p.text('asktxid', 'transaction that placed the ask, or that left it after a fill')],
  result: builtOrIdError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [TXID_EXAMPLE, ORDER_EXAMPLE] }],
})

const tokencancelbid = defineMethod({
  name: 'tokencancelbid',
  ...BUILDS,
  summary: 'Builds the transaction that takes an own bid back.',
  description: `What is left of it returns. ${NOT_SENT}`,
  usage: 'tokencancelbid tokenid bidtxid',
  params: [tokenid(), p.text('bidtxid', 'transaction that placed the bid, or that left it after a fill')],
  result: builtOrIdError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [TXID_EXAMPLE, ORDER_EXAMPLE] }],
})

const tokenfillask = defineMethod({
  name: 'tokenfillask',
  ...BUILDS,
  summary: 'Builds the transaction that buys units of an ask.',
  description: `More units than are left buy what is left. A part of an ask costs its share of the total, rounded up to a whole satoshi. ${NOT_SENT}`,
  usage: 'tokenfillask tokenid asktxid fillunits',
  params: [
    tokenid(),
    p.text('asktxid', 'transaction that placed the ask, or that left it after a fill'),
    p.text('fillunits', 'whole units to buy'),
  ],
  result: builtOrIdError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [TXID_EXAMPLE, ORDER_EXAMPLE, '5'] }],
})

const tokenfillbid = defineMethod({
  name: 'tokenfillbid',
  ...BUILDS,
  summary: 'Builds the transaction that sells units to a bid.',
  description: `More units than are wanted sell what is wanted. A part of a bid brings whole satoshis a unit; what that leaves over goes to who sells the last unit. ${NOT_SENT}`,
  usage: 'tokenfillbid tokenid bidtxid fillamount',
  params: [
    tokenid(),
    p.text('bidtxid', 'transaction that placed the bid, or that left it after a fill'),
    p.text('fillamount', 'whole units to sell'),
  ],
  result: builtOrError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [TXID_EXAMPLE, ORDER_EXAMPLE, '5'] }],
})

const orderItem = r.object({
  funcid: r.text('s an ask, b a bid, S and B what a fill left of one'),
  txid: r.txid('what fills and cancels name'),
  vout: r.int('its output'),
  amount: r.text('what is left: coins of a bid, units of an ask'),
  bidamount: r.optional(r.text('amount again, of a bid')),
  askamount: r.optional(r.text('amount again, of an ask')),
  origaddress: r.optional(r.address('where orders of its owner mark themselves')),
  origtokenaddress: r.optional(r.address('where its owner holds tokens')),
  tokenid: r.txid(),
  otherid: r.optional(r.txid('the other token of a swap; swaps are disabled')),
  totalrequired: r.optional(r.oneOf('coins for an ask, units for a bid', r.text(), r.int64())),
  price: r.optional(r.text('coins for a unit')),
})

const tokenorders = defineMethod({
  name: 'tokenorders',
  ...READS,
  summary: 'Lists the open orders of a token, or those of all fungible tokens.',
  description:
    'Confirmed ones, also such as a waiting transaction fills or cancels: first bids, then asks, each by transaction id.',
  usage: 'tokenorders [tokenid]',
  params: [tokenid().optional()],
  returns: 'open orders',
  result: r.array(orderItem),
  errors: [
    { code: -1, message: 'incorrect tokenid', when: 'the id is not 64 hex digits' },
    { code: -8, message: 'More than 50,000 orders: listorders has them in pages', when: 'there are more' },
  ],
  examples: [{ params: [] }, { params: [TXID_EXAMPLE] }],
})

const mytokenorders = defineMethod({
  name: 'mytokenorders',
  ...{ ...READS, changesWith: ['tip', 'identity'] },
  summary: 'Lists the open asks of this node’s public key.',
  description: 'Bids are not among them, as on the reference: listorders has both.',
  usage: 'mytokenorders [evalcode]',
  params: [
    p
      .text('evalcode', 'asks of non-fungible tokens whose data begin with this byte: a number, or 0x and hex')
      .optional(),
  ],
  returns: 'open asks',
  result: r.array(orderItem),
  errors: [PUBKEY_NEEDED, { code: -8, message: 'evalcode must be a number from 0 to 255', when: 'it is none' }],
  examples: [{ params: [] }, { params: ['247'], note: 'non-fungible tokens of code f7' }],
})

export const orderMethods = {
  assetsaddress,
  mytokenorders,
  tokenask,
  tokenbid,
  tokencancelask,
  tokencancelbid,
  tokenfillask,
  tokenfillbid,
  tokenorders,
} as const

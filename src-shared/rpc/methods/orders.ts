/** Methods of token orders: placing, filling, cancelling and listing, as on the reference (tokens.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtTransaction, moduleError, PUBKEY_EXAMPLE, PUBKEY_NEEDED, TXID_EXAMPLE } from './shapes.ts'

const tokenid = () => p.text('tokenid', 'id of the token: the id of its creating transaction')
const price = () => p.text('price', 'coins per unit, up to 8 decimals')
const ORDER_EXAMPLE = '5ba8b198df076a55307f1711610c5771a2884a46c5067e80a16c9701cecfe796'

const NOT_SENT = 'Nothing is sent: give the hex to sendrawtransaction.'
const TOTAL =
  'The total is units times price, truncated to whole satoshis; explaintransaction shows the total before anything is sent.'
/** The reference's result for an invalid id. */
const idError = r.object({ error: r.text('error text') })
const builtOrError = r.oneOf('signed transaction, not yet sent', builtTransaction, moduleError)
const builtOrIdError = r.oneOf('signed transaction, not yet sent', builtTransaction, moduleError, idError)

/** Attributes shared by all methods that build orders. */
const BUILDS = { category: 'tokens', consent: 'none', changesWith: 'never', signed: ['hex'] } as const
const READS = { category: 'tokens', consent: 'none', changesWith: ['tip'] } as const

const assetsaddress = defineMethod({
  name: 'assetsaddress',
  ...{ ...READS, changesWith: ['tip', 'mempool', 'identity'] },
  summary: 'Shows the addresses of the module of token orders, of this node, and of a public key if one is given.',
  usage: 'assetsaddress [pubkey]',
  params: [p.text('pubkey', 'public key of the address to show').optional()],
  returns: 'addresses and their balances',
  result: r.object({
    result: r.choice('', 'success'),
    AssetsCCAddress: r.address('address where bids lock coins'),
    AssetsCCBalance: r.coins(),
    AssetsNormalAddress: r.address('normal address of the module'),
    AssetsNormalBalance: r.coins(),
    AssetsCCTokensAddress: r.address('address where asks lock units of fungible tokens'),
    'PubkeyCCaddress(Assets)': r.optional(r.address('address of the order markers of the given public key')),
    'PubkeyCCbalance(Assets)': r.optional(r.coins()),
    'myCCAddress(Assets)': r.optional(r.address('address of the order markers of this node')),
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
  description: `The units stay locked until they are sold or tokencancelask returns them. ${TOTAL} A fill may pay only whole satoshis per unit, so a buyer can round down a price that is not a whole number of satoshis. ${NOT_SENT}`,
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
  description: `The coins stay locked until units are sold for them or tokencancelbid returns them. ${TOTAL} The chain’s rules do not prevent a seller from taking more coins per unit than were offered: only bid coins that you can afford to lose. ${NOT_SENT}`,
  usage: 'tokenbid numtokens tokenid price',
  params: [p.text('numtokens', 'whole units to buy'), tokenid(), price()],
  result: builtOrError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: ['100', TXID_EXAMPLE, '10'] }],
})

const tokencancelask = defineMethod({
  name: 'tokencancelask',
  ...BUILDS,
  summary: 'Builds the transaction that cancels an ask of this node.',
  description: `The rest of the ask is returned. ${NOT_SENT}`,
  usage: 'tokencancelask tokenid asktxid',
  params: [tokenid(), p.text('asktxid', 'transaction that placed the ask, or a fill that left it open')],
  result: builtOrIdError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [TXID_EXAMPLE, ORDER_EXAMPLE] }],
})

const tokencancelbid = defineMethod({
  name: 'tokencancelbid',
  ...BUILDS,
  summary: 'Builds the transaction that cancels a bid of this node.',
  description: `The rest of the bid is returned. ${NOT_SENT}`,
  usage: 'tokencancelbid tokenid bidtxid',
  params: [tokenid(), p.text('bidtxid', 'transaction that placed the bid, or a fill that left it open')],
  result: builtOrIdError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [TXID_EXAMPLE, ORDER_EXAMPLE] }],
})

const tokenfillask = defineMethod({
  name: 'tokenfillask',
  ...BUILDS,
  summary: 'Builds the transaction that buys units of an ask.',
  description: `An amount above the rest of the ask buys the rest. A part of an ask costs its share of the total, rounded up to a whole satoshi. ${NOT_SENT}`,
  usage: 'tokenfillask tokenid asktxid fillunits',
  params: [
    tokenid(),
    p.text('asktxid', 'transaction that placed the ask, or a fill that left it open'),
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
  description: `An amount above the rest of the bid sells the rest. A part of a bid pays whole satoshis per unit; the remainder goes to the seller of the last unit. ${NOT_SENT}`,
  usage: 'tokenfillbid tokenid bidtxid fillamount',
  params: [
    tokenid(),
    p.text('bidtxid', 'transaction that placed the bid, or a fill that left it open'),
    p.text('fillamount', 'whole units to sell'),
  ],
  result: builtOrError,
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [TXID_EXAMPLE, ORDER_EXAMPLE, '5'] }],
})

const orderItem = r.object({
  funcid: r.text('type; s: ask, b: bid, S and B: rest after a fill'),
  txid: r.txid('id that fills and cancellations refer to'),
  vout: r.int('its output'),
  amount: r.text('rest of the order: coins of a bid, units of an ask'),
  bidamount: r.optional(r.text('same as amount, for a bid')),
  askamount: r.optional(r.text('same as amount, for an ask')),
  origaddress: r.optional(r.address('address of the owner’s order markers')),
  origtokenaddress: r.optional(r.address('token address of the owner')),
  tokenid: r.txid(),
  otherid: r.optional(r.txid('id of the other token of a swap; swaps are disabled')),
  totalrequired: r.optional(r.oneOf('coins for an ask, units for a bid', r.text(), r.int64())),
  price: r.optional(r.text('coins per unit')),
})

const tokenorders = defineMethod({
  name: 'tokenorders',
  ...READS,
  summary: 'Lists the open orders of a token, or those of all fungible tokens.',
  description:
    'Confirmed orders, including those that an unconfirmed transaction fills or cancels: first bids, then asks, each by transaction id.',
  usage: 'tokenorders [tokenid]',
  params: [tokenid().optional()],
  returns: 'open orders',
  result: r.array(orderItem),
  errors: [
    { code: -1, message: 'incorrect tokenid', when: 'the id is not 64 hex digits' },
    {
      code: -8,
      message: 'More than 50,000 orders: use listorders, which returns pages',
      when: 'there are more orders',
    },
  ],
  examples: [{ params: [] }, { params: [TXID_EXAMPLE] }],
})

const mytokenorders = defineMethod({
  name: 'mytokenorders',
  ...{ ...READS, changesWith: ['tip', 'identity'] },
  summary: 'Lists the open asks of this node’s public key.',
  description: 'Bids are not included, as in komodod; listorders has both.',
  usage: 'mytokenorders [evalcode]',
  params: [
    p
      .text('evalcode', 'asks of non-fungible tokens whose data begin with this byte: a number, or 0x and hex')
      .optional(),
  ],
  returns: 'open asks',
  result: r.array(orderItem),
  errors: [
    PUBKEY_NEEDED,
    { code: -8, message: 'evalcode must be a number from 0 to 255', when: 'the text is not such a number' },
  ],
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

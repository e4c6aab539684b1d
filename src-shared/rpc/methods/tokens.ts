/** Token methods (tokens.md §5), and methods that return pages of tokens, holders and history. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtTransaction, moduleError, PUBKEY_EXAMPLE, PUBKEY_NEEDED, TXID_EXAMPLE } from './shapes.ts'

const tokenid = () => p.text('tokenid', 'id of the token: the id of its creating transaction')

export const MAX_PAGE = 1000
const limit = () =>
  p.int('limit', 'maximum number of rows to return', { min: 1, max: MAX_PAGE }).default(100).nullable()
const offset = () => p.int('offset', 'rows to skip', { min: 0 }).default(0).nullable()

const tokenaddress = defineMethod({
  name: 'tokenaddress',
  category: 'tokens',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the addresses of the token module, of this node, and of a public key if one is given.',
  usage: 'tokenaddress [pubkey]',
  params: [p.text('pubkey', 'public key of the token address to show').optional()],
  returns: 'several names for each address, as Komodo tools expect them',
  result: r.object({
    result: r.choice('', 'success'),
    TokensCCAddress: r.address('crypto-condition address of the module'),
    TokensCCBalance: r.coins(),
    TokensNormalAddress: r.address('normal address of the module'),
    TokensNormalBalance: r.coins(),
    'PubkeyCCaddress(Tokens)': r.optional(r.address('token address of the given public key')),
    'PubkeyCCbalance(Tokens)': r.optional(r.coins()),
    'myCCAddress(Tokens)': r.optional(r.address('token address of this node')),
    'myCCbalance(Tokens)': r.optional(r.coins()),
    myaddress: r.address('normal address of this node'),
    mybalance: r.coins(),
    TokensCCaddress: r.address('TokensCCAddress again, under its older name'),
    myCCaddress: r.optional(r.address('myCCAddress(Tokens) again, under its older name')),
  }),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [] }, { params: [PUBKEY_EXAMPLE] }],
})

const tokenbalance = defineMethod({
  name: 'tokenbalance',
  category: 'tokens',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the number of token units that a public key holds.',
  description:
    'Confirmed units, minus units spent by transactions in the mempool. Without a public key, this node’s key is used.',
  usage: 'tokenbalance tokenid [pubkey]',
  leastParams: 0,
  params: [tokenid(), p.text('pubkey', 'public key of the holder; default: this node’s').optional()],
  result: r.oneOf(
    'balance of the key at the tip',
    r.object({
      result: r.choice('', 'success'),
      CCaddress: r.address('token address of the holder'),
      tokenid: r.text('id as given'),
      balance: r.int64('units'),
    }),
    moduleError,
  ),
  errors: [PUBKEY_NEEDED],
  examples: [
    {
      params: [TXID_EXAMPLE],
      result: {
        result: 'success',
        CCaddress: 'R9XYD4XHNRqrSX8EaWwWni7PPbrKm6zsfg',
        tokenid: TXID_EXAMPLE,
        balance: 189741874490n,
      },
    },
    { params: [TXID_EXAMPLE, PUBKEY_EXAMPLE] },
  ],
})

const tokencreate = defineMethod({
  name: 'tokencreate',
  category: 'tokens',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that creates a token.',
  description:
    'Each unit of the supply locks one satoshi; a supply of 1 therefore makes 100,000,000 units. With data a ' +
    'non-fungible token is made: its supply must be 0.00000001, one unit. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'tokencreate name supply [description][data]',
  params: [
    p.text('name', 'name of the token, 1 to 32 bytes'),
    p.text('supply', 'coins to lock as tokens, up to 8 decimals'),
    p.text('description', 'description, up to 4096 bytes').default(''),
    p.text('data', 'data of a non-fungible token as hex; its first byte is the evaluation code').optional(),
  ],
  result: r.oneOf('signed transaction, not yet sent', builtTransaction, moduleError),
  errors: [PUBKEY_NEEDED],
  examples: [
    { params: ['MYTOKEN', '1000', 'a test token'] },
    { params: ['MYNFT', '0.00000001', 'one of a kind', 'f7010203'], note: 'a non-fungible token' },
  ],
})

const tokeninfo = defineMethod({
  name: 'tokeninfo',
  category: 'tokens',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the creator, name, description and supply of a token.',
  usage: 'tokeninfo tokenid',
  params: [tokenid()],
  result: r.oneOf(
    'data of the creating transaction',
    r.object({
      result: r.choice('', 'success'),
      tokenid: r.txid(),
      owner: r.pubkey('public key of the creator'),
      name: r.text(),
      supply: r.int64('units at creation'),
      description: r.text(),
      data: r.optional(r.hex('data of a non-fungible token')),
      IsImported: r.optional(r.text('only for imported tokens')),
      sourceChain: r.optional(r.text('only for imported tokens')),
      sourceTokenId: r.optional(r.text('only for imported tokens')),
    }),
    moduleError,
  ),
  errors: [PUBKEY_NEEDED],
  examples: [
    {
      params: [TXID_EXAMPLE],
      result: {
        result: 'success',
        tokenid: TXID_EXAMPLE,
        owner: '02676d00110c2cd14ae24f95969e8598f7ccfaa675498b82654a5b5bd57fc1d8cf',
        name: 'DUKE',
        supply: 198742000000n,
        description: "Duke's custom token",
      },
    },
  ],
})

const tokenlist = defineMethod({
  name: 'tokenlist',
  category: 'tokens',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the ids of all confirmed tokens.',
  usage: 'tokenlist',
  params: [],
  returns: 'ids of tokens',
  result: r.array(r.txid('id of a token')),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [] }],
})

const tokentransfer = defineMethod({
  name: 'tokentransfer',
  category: 'tokens',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that sends units of a token to a public key.',
  description: 'Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'tokentransfer tokenid destpubkey amount',
  params: [tokenid(), p.text('destpubkey', 'public key of the receiver'), p.text('amount', 'whole units to send')],
  result: r.oneOf('signed transaction, not yet sent', builtTransaction, moduleError),
  errors: [PUBKEY_NEEDED],
  examples: [{ params: [TXID_EXAMPLE, PUBKEY_EXAMPLE, '100'] }],
})

const tokensummary = defineMethod({
  name: 'tokensummary',
  category: 'tokens',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists tokens with their main data, newest first.',
  params: [
    limit(),
    offset(),
    p.str('filter', 'part of the name, or prefix of the id or of the creator’s key').optional().nullable(),
  ],
  returns: 'one page of tokens',
  result: r.object({
    total: r.int('total number of tokens that match the filter'),
    rows: r.array(
      r.object({
        tokenid: r.txid(),
        name: r.text(),
        supply: r.int64('units at creation'),
        description: r.text(),
        owner: r.pubkey('public key of the creator'),
        height: r.height('height of the block with its creation'),
        data: r.optional(r.hex('data of a non-fungible token')),
        mybalance: r.int64('units that this node holds, 0 without -pubkey'),
      }),
    ),
  }),
  examples: [
    { params: [] },
    { params: [20, 40], note: 'the third page of twenty' },
    { params: [20, 0, 'gold'], note: 'the newest with gold in their name' },
  ],
  flags: { beyondReference: true },
})

const tokenholders = defineMethod({
  name: 'tokenholders',
  category: 'tokens',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the holders of a token, the largest holding first.',
  params: [tokenid(), limit(), offset()],
  result: r.oneOf(
    'one page of holders',
    r.object({
      result: r.choice('', 'success'),
      tokenid: r.txid(),
      total: r.int('total number of holders'),
      rows: r.array(
        r.object({
          pubkey: r.optional(r.pubkey('public key; missing for outputs that do not contain one, such as open orders')),
          address: r.address('token address of the holder'),
          balance: r.int64('units, confirmed'),
        }),
      ),
    }),
    moduleError,
  ),
  examples: [{ params: [TXID_EXAMPLE] }, { params: [TXID_EXAMPLE, 20, 0] }],
  flags: { beyondReference: true },
})

const tokenhistory = defineMethod({
  name: 'tokenhistory',
  category: 'tokens',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the confirmed transactions that moved a token, newest first.',
  params: [tokenid(), limit(), offset()],
  result: r.oneOf(
    'one page of transactions',
    r.object({
      result: r.choice('', 'success'),
      tokenid: r.txid(),
      total: r.int('total number of transactions'),
      rows: r.array(
        r.object({
          txid: r.txid(),
          height: r.height(),
          time: r.time('of its block'),
          type: r.choice(
            'action; order: placed, cancelled or filled an order',
            'create',
            'transfer',
            'burn',
            'order',
            'other',
          ),
          amount: r.int64('units moved'),
          from: r.optional(r.address('token address of the sender')),
          frompubkey: r.optional(r.pubkey('public key of the sender')),
          to: r.optional(r.address('token address of the receiver')),
          topubkey: r.optional(r.pubkey('public key of the receiver')),
        }),
      ),
    }),
    moduleError,
  ),
  examples: [{ params: [TXID_EXAMPLE] }, { params: [TXID_EXAMPLE, 20, 0] }],
  flags: { beyondReference: true },
})

export const tokenMethods = {
  tokenaddress,
  tokenbalance,
  tokencreate,
  tokeninfo,
  tokenlist,
  tokentransfer,
  tokensummary,
  tokenholders,
  tokenhistory,
} as const

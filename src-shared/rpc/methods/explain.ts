/**
 * Method that describes a transaction: owners of spent coins, payees, transferred tokens, and the contract's action.
 */
import { CONTRACT_ACTION_NAMES, SUPPORTED_CONTRACTS } from '../../protocol/evalCodes.ts'
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'
import { WALLET_OUTPUT_ROLES } from './walletViews.ts'

/** Owner of an address or key, as far as this node's wallet knows. */
export const OWNERS = ['own', 'imported', 'shared', 'watched', 'contract', 'foreign', 'unknown'] as const
export const OUTPUT_ROLES = ['payment', 'change', 'token', 'marker', 'contract', 'data'] as const
export const MODULES = [...SUPPORTED_CONTRACTS, 'other'] as const

const owner = () =>
  r.choice(
    'own: only keys that this wallet made itself can spend it; imported: its key was imported; shared: others can spend it or must sign too; watched; contract: anyone may spend it by a module’s rules; foreign; unknown: the output is not known',
    ...OWNERS,
  )
const outputType = r.choice(
  'kind of script',
  'pubkey',
  'pubkeyhash',
  'scripthash',
  'multisig',
  'nulldata',
  'cryptocondition',
  'nonstandard',
)
const address = () => r.oneOf('null for a script without one, or with several', r.address(), r.nothing)
const pubkey = () => r.optional(r.pubkey('the one key that it belongs to, where that is known'))
const units = r.int64('whole units')
const tokenOutput = () =>
  r.optional(
    r.object({
      tokenid: r.txid(),
      name: r.text('as its creator wrote it: any text'),
      units,
      nft: r.bool('not fungible'),
    }),
  )

const inputShape = r.object({
  txid: r.txid('transaction that is spent'),
  vout: r.int('its output'),
  address: address(),
  amount: r.oneOf('null where the output is not known', r.coins(), r.nothing),
  type: r.oneOf('null where the output is not known', outputType, r.nothing),
  owner: owner(),
  gone: r.bool('another transaction spends it already'),
  pubkey: pubkey(),
  token: tokenOutput(),
})

const outputShape = r.object({
  n: r.int('index of the output'),
  address: address(),
  amount: r.coins(),
  type: outputType,
  owner: owner(),
  change: r.bool(
    'comes back to the wallet that pays; at an imported key only if all coins of the wallet came from that same address',
  ),
  made: r.optional(
    r.choice('of an output of the wallet: what it was made for, as getwalletoutputs says', ...WALLET_OUTPUT_ROLES),
  ),
  role: r.choice(
    'what it is for; marker: by which a module finds its transactions; contract: held by a module; change: of this wallet, or what another payer gets back',
    ...OUTPUT_ROLES,
  ),
  pubkey: pubkey(),
  token: tokenOutput(),
  paidbefore: r.optional(
    r.bool('of what is not sent yet, at an address that is not the wallet’s: whether the wallet has paid that before'),
  ),
  resembles: r.optional(
    r.address('of an address that was not paid before: one of the wallet, or one that it has paid, with the same ends'),
  ),
})

const tokenShape = r.object({
  tokenid: r.txid(),
  name: r.text('as its creator wrote it: any text'),
  nft: r.bool('not fungible'),
  created: r.optional(
    r.object({
      creator: r.hex('public key'),
      description: r.text('any text'),
      data: r.optional(r.hex('of a token that is not fungible')),
      supply: units,
    }),
  ),
  moves: r.array(
    r.object({
      n: r.int('the output that holds them'),
      address: address(),
      pubkey: pubkey(),
      owner: owner(),
      units,
    }),
    'where its units are afterwards',
  ),
  burned: r.int64('units that nobody can move afterwards'),
})

const phrase = r.object({ key: r.text('of its text in src-shared/sentences'), values: r.dictionary(r.text()) })
const sentence = r.object({
  key: r.text('of its text in src-shared/sentences'),
  values: r.dictionary(r.oneOf('', r.text(), phrase), 'figures, names and parts in it'),
})

const coinsOrNull = (doc: string) => r.oneOf(doc, r.coins(), r.nothing)

const costShape = r.object(
  {
    total: r.coins('coins that the wallet spends less those that come back to it; negative if it gains'),
    fee: r.coins('0 if the wallet spends nothing'),
    paid: r.coins('payments to others, and coins that nobody can spend afterwards'),
    locked: r.coins('go into a contract or an order; an order gives them back when it is cancelled'),
    markers: r.coins('go into markers; only that of an ask comes back, when it is cancelled'),
    units: r.coins('go into token units, less what spent units held; minted units hold a satoshi each'),
    received: r.coins('from contracts and others'),
  },
  'total is fee + paid + locked + markers + units - received',
)

/** Maximum number of a payer's addresses per call */
export const MAX_PAYER_ADDRESSES = 500

const explaintransaction = defineMethod({
  name: 'explaintransaction',
  category: 'rawtransactions',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'wallet', 'identity'],
  summary: 'Tells what a transaction does, of its hex or its id: who pays whom, fee, change, tokens, module.',
  description:
    'Amounts add up exactly: what the inputs hold is paid + kept + change + fee. Token units count only where the transactions they come from are known and valid; what a transaction merely says of itself does not. It works without a wallet, and while the wallet is locked. Nothing is sent or stored.',
  params: [
    p.text('transaction', 'the transaction in hex, signed or not, or the id of one that is known').transaction(),
    p
      .text('before', 'transactions in hex, one after the other, that are sent before it; it may spend their outputs')
      .transaction()
      .optional()
      .nullable(),
    p
      .array(
        'payer',
        `addresses and public keys of one other wallet, at most ${MAX_PAYER_ADDRESSES}: if it pays, what it gets back there is change`,
        { type: 'string' },
      )
      .optional()
      .nullable(),
  ],
  returns: 'what people have to know before they sign, and what screens show afterwards',
  result: r.object({
    txid: r.txid(),
    size: r.int('bytes'),
    coinbase: r.bool(),
    state: r.choice('unsent: neither in the mempool nor in the chain', 'unsent', 'mempool', 'confirmed'),
    confirmations: r.optional(r.int('only of one in the chain')),
    complete: r.bool('whether all inputs are known and signed'),
    refused: r.oneOf('why this node would not take it now; null if it would, or has it', r.text(), r.nothing),
    inputs: r.array(inputShape, 'empty for a coinbase'),
    outputs: r.array(outputShape),
    spent: coinsOrNull('what all inputs hold; null where one is not known, and for a coinbase'),
    spentown: r.coins('what of it keys of this wallet hold, imported ones too'),
    paid: r.coins('outputs that are not own, change aside: payments, locked coins, destroyed ones'),
    kept: r.coins('outputs that stay the wallet’s own, change aside'),
    change: r.coins('outputs that are change'),
    fee: coinsOrNull('null where an input is not known, and for a coinbase'),
    feerate: coinsOrNull('fee for 1000 bytes'),
    cost: r.oneOf('what it costs this wallet; null where the fee is', costShape, r.nothing),
    module: r.oneOf('null: a plain payment', r.choice('other: none that this program knows', ...MODULES), r.nothing),
    action: r.oneOf('what the module does with it', r.choice('', ...CONTRACT_ACTION_NAMES), r.nothing),
    order: r.oneOf(
      'of orders: what is offered, changes hands or returns',
      r.object({
        units,
        coins: r.coins('asked, offered, paid or given back'),
        price: r.optional(r.text('coins for a unit, with 8 decimals; not of a cancel')),
        left: r.optional(
          r.object({ units, coins: r.coins('asked or offered for them') }, 'what a fill leaves of the order'),
        ),
      }),
      r.nothing,
    ),
    summary: r.text('what it does in a sentence or two; may hold a token’s name, which can be any text'),
    tokens: r.array(tokenShape, 'every token that it makes, moves or loses'),
    warnings: r.array(r.text(), 'what somebody should know before agreeing to it, for people'),
    said: r.object(
      { summary: r.array(sentence), warnings: r.array(sentence), refused: r.optional(sentence) },
      'these texts as keys and values, for programs that write them in another language',
    ),
  }),
  errors: [
    { code: -22, message: 'TX decode failed', when: 'the hex is no transaction' },
    { code: -5, message: 'No information available about transaction', when: 'the id is of none that is known' },
    { code: -8, message: 'The transaction is too large', when: 'it has more than 200,000 bytes' },
    { code: -8, message: `At most ${MAX_PAYER_ADDRESSES} addresses a call`, when: '"payer" has more' },
  ],
  examples: [{ params: [TXID_EXAMPLE] }],
  flags: { beyondReference: true },
})

export const explainMethods = { explaintransaction } as const

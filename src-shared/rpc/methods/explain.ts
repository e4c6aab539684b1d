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
    'spender; own: only keys that this wallet made; imported: an imported key; shared: others can spend the output or must sign too; watched: no key in the wallet; contract: anyone, by the rules of a module; foreign: others; unknown: the output is unknown',
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
const address = () => r.oneOf('address; null if the script has none, or several', r.address(), r.nothing)
const pubkey = () => r.optional(r.pubkey('public key of the owner, if there is only one and it is known'))
const units = r.int64('whole units')
const tokenOutput = () =>
  r.optional(
    r.object({
      tokenid: r.txid(),
      name: r.text('name as written by its creator: any text'),
      units,
      nft: r.bool('true if the token is not fungible'),
    }),
  )

const inputShape = r.object({
  txid: r.txid('id of the spent transaction'),
  vout: r.int('its output'),
  address: address(),
  amount: r.oneOf('amount; null if the output is unknown', r.coins(), r.nothing),
  type: r.oneOf('type; null if the output is unknown', outputType, r.nothing),
  owner: owner(),
  gone: r.bool('true if another transaction spends the output already'),
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
    'true if the output returns to the paying wallet; for an imported key only if all coins of the wallet came from the same address',
  ),
  made: r.optional(r.choice('purpose of an output of the wallet, as in getwalletoutputs', ...WALLET_OUTPUT_ROLES)),
  role: r.choice(
    'purpose; marker: a module finds its transactions by it; contract: held by a module; change: of this wallet, or of another payer',
    ...OUTPUT_ROLES,
  ),
  pubkey: pubkey(),
  token: tokenOutput(),
  paidbefore: r.optional(
    r.bool(
      'true if the wallet has paid this address before; only for unsent transactions and addresses outside the wallet',
    ),
  ),
  resembles: r.optional(
    r.address(
      'address with the same first and last characters that is in the wallet or was paid by it; only if this address was not paid before',
    ),
  ),
})

const tokenShape = r.object({
  tokenid: r.txid(),
  name: r.text('name as written by its creator: any text'),
  nft: r.bool('true if the token is not fungible'),
  created: r.optional(
    r.object({
      creator: r.hex('public key'),
      description: r.text('any text'),
      data: r.optional(r.hex('data of a non-fungible token')),
      supply: units,
    }),
  ),
  moves: r.array(
    r.object({
      n: r.int('index of the output that holds the units'),
      address: address(),
      pubkey: pubkey(),
      owner: owner(),
      units,
    }),
    'outputs that hold the units afterwards',
  ),
  burned: r.int64('units that cannot be moved afterwards'),
})

const phrase = r.object({ key: r.text('key of the text in src-shared/sentences'), values: r.dictionary(r.text()) })
const sentence = r.object({
  key: r.text('key of the text in src-shared/sentences'),
  values: r.dictionary(r.oneOf('', r.text(), phrase), 'numbers, names and parts of the text'),
})

const coinsOrNull = (doc: string) => r.oneOf(doc, r.coins(), r.nothing)

const costShape = r.object(
  {
    total: r.coins('coins that the wallet spends minus coins that return to the wallet; negative for a gain'),
    fee: r.coins('fee, 0 if the wallet spends nothing'),
    paid: r.coins('payments to others, and coins that become unspendable'),
    locked: r.coins('coins locked in a contract or an order; cancelling an order returns them'),
    markers: r.coins('coins in markers; only the marker of an ask is returned, on cancellation'),
    units: r.coins('coins in token units, minus coins in the spent units; each minted unit holds a satoshi'),
    received: r.coins('coins received from contracts and others'),
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
  summary: 'Explains a transaction, given as hex or id: payer, receivers, fee, change, tokens, module.',
  description:
    'Amounts add up exactly: the sum of the inputs is paid + kept + change + fee. Token units count only if their source transactions are known and valid, not merely because a transaction claims them. Works without a wallet, and with a locked one. Nothing is sent or stored.',
  params: [
    p.text('transaction', 'transaction in hex, signed or not, or the id of a known transaction').transaction(),
    p
      .text('before', 'concatenated transactions in hex that are sent first; the transaction may spend their outputs')
      .transaction()
      .optional()
      .nullable(),
    p
      .array(
        'payer',
        `addresses and public keys of another wallet, at most ${MAX_PAYER_ADDRESSES}: if that wallet pays, its outputs there are change`,
        { type: 'string' },
      )
      .optional()
      .nullable(),
  ],
  returns: 'facts to know before signing, and to show afterwards',
  result: r.object({
    txid: r.txid(),
    size: r.int('bytes'),
    coinbase: r.bool(),
    state: r.choice('state; unsent: neither in the mempool nor in the chain', 'unsent', 'mempool', 'confirmed'),
    confirmations: r.optional(r.int('confirmations, if the transaction is in the chain')),
    complete: r.bool('true if all inputs are known and signed'),
    refused: r.oneOf(
      'reason why this node would reject the transaction now; null if the node would accept it, or has it',
      r.text(),
      r.nothing,
    ),
    inputs: r.array(inputShape, 'inputs, empty for a coinbase'),
    outputs: r.array(outputShape),
    spent: coinsOrNull('sum of the inputs; null if an input is unknown, and for a coinbase'),
    spentown: r.coins('part of spent held by keys of this wallet, including imported ones'),
    paid: r.coins('outputs to others, change excluded: payments, locked coins, destroyed coins'),
    kept: r.coins('outputs that stay in the wallet, change excluded'),
    change: r.coins('sum of the change outputs'),
    fee: coinsOrNull('fee; null if an input is unknown, and for a coinbase'),
    feerate: coinsOrNull('fee per 1,000 bytes'),
    cost: r.oneOf('cost for this wallet; null if the fee is null', costShape, r.nothing),
    module: r.oneOf(
      'module; null: a plain payment',
      r.choice('module; other: unknown to this program', ...MODULES),
      r.nothing,
    ),
    action: r.oneOf('action of the module', r.choice('', ...CONTRACT_ACTION_NAMES), r.nothing),
    order: r.oneOf(
      'amounts offered, traded or returned; only for orders',
      r.object({
        units,
        coins: r.coins('coins asked, offered, paid or returned'),
        price: r.optional(r.text('coins per unit, with 8 decimals; not for a cancellation')),
        left: r.optional(
          r.object(
            { units, coins: r.coins('coins asked or offered for these units') },
            'rest of the order after a fill',
          ),
        ),
      }),
      r.nothing,
    ),
    summary: r.text('description in a sentence or two; may contain a token’s name, which can be any text'),
    tokens: r.array(tokenShape, 'tokens created, moved or lost by the transaction'),
    warnings: r.array(r.text(), 'warnings to show before approval'),
    said: r.object(
      { summary: r.array(sentence), warnings: r.array(sentence), refused: r.optional(sentence) },
      'the same texts as keys and values, for programs that translate them',
    ),
  }),
  errors: [
    { code: -22, message: 'TX decode failed', when: 'the hex is not a transaction' },
    { code: -5, message: 'No information available about transaction', when: 'the id is unknown' },
    { code: -8, message: 'The transaction is too large', when: 'the transaction has more than 200,000 bytes' },
    { code: -8, message: `At most ${MAX_PAYER_ADDRESSES} addresses a call`, when: '"payer" has more addresses' },
  ],
  examples: [{ params: [TXID_EXAMPLE] }],
  flags: { beyondReference: true },
})

export const explainMethods = { explaintransaction } as const

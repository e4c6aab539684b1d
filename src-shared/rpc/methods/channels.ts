/** Methods of payment channels: coins reserved for one receiver and paid in many small payments (channels.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtContract, CONTRACT_GATE, contractAddresses } from './contractShapes.ts'
import { moduleError, PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

const opening = () => p.text('opentxid', 'transaction that opened the channel')
const NOT_SENT = 'Nothing is sent: give the hex to sendrawtransaction.'

/** The reference returns the hex first here. */
const hexFirst = () =>
  r.oneOf(
    'signed transaction, not yet sent',
    r.object({
      hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
      result: r.choice('', 'success'),
    }),
    moduleError,
  )

const bareHex = () => r.oneOf('bare hex of a signed transaction that has not been sent yet', r.hex(), moduleError)

const channelsopen = defineMethod({
  name: 'channelsopen',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that opens a payment channel to a public key.',
  description: `The reserved coins can be paid in up to numpayments payments, without waiting for blocks between them; the rest can be returned. ${NOT_SENT}`,
  usage: 'channelsopen destpubkey numpayments payment [tokenid]',
  params: [
    p.text('destpubkey', 'public key of the receiver'),
    p.text('numpayments', 'number of payments, at most 1000'),
    p.text('payment', 'satoshis of one payment'),
    p.text('tokenid', 'rejected: the rules do not allow spending the outputs of a token channel').optional(),
  ],
  result: hexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [PUBKEY_EXAMPLE, '10', '100000'] }],
})

const channelspayment = defineMethod({
  name: 'channelspayment',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that pays through a channel.',
  description: `The receiver can build the transaction too, with the secret of the payment. ${NOT_SENT}`,
  usage: 'channelspayment opentxid amount [secret]',
  params: [
    opening(),
    p.text('amount', 'satoshis: one payment of the channel, or a multiple'),
    p.text('secret', 'secret of the payment, required from its receiver').optional(),
  ],
  result: hexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, '100000'] }],
})

const channelsclose = defineMethod({
  name: 'channelsclose',
  category: 'contracts',
  consent: 'never',
  changesWith: 'never',
  summary: 'Builds the transaction that announces the end of a channel opened by this node’s key.',
  description: `Once the transaction is confirmed, channelsrefund returns the rest. ${NOT_SENT}`,
  usage: 'channelsclose opentxid',
  params: [opening()],
  result: bareHex(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const channelsrefund = defineMethod({
  name: 'channelsrefund',
  category: 'contracts',
  consent: 'never',
  changesWith: 'never',
  summary: 'Builds the transaction that returns the rest of a closed channel.',
  description: NOT_SENT,
  usage: 'channelsrefund opentxid closetxid',
  params: [opening(), p.text('closetxid', 'transaction that closed the channel')],
  result: bareHex(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, TXID_EXAMPLE] }],
})

const channelslist = defineMethod({
  name: 'channelslist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'identity'],
  summary: 'Lists the channels that this node’s key opened, and those opened to it.',
  usage: 'channelslist',
  params: [],
  returns: 'result, name, and a member for each channel: the id of its opening transaction, and its description',
  result: r.dictionary(r.text()),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const getchannels = defineMethod({
  name: 'getchannels',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary:
    'Shows the channels with this node’s key as payer or receiver, newest first: terms, paid amounts and the rest.',
  description:
    'Only transactions that spend the coins of a channel count, including unconfirmed ones; end markers written by anyone else do not. Channels of tokens are left out, because the rules do not allow spending them.',
  params: [],
  returns: 'the channels with their terms and states, newest first',
  result: r.object({
    channels: r.array(
      r.object({
        opentxid: r.txid('id of the opening transaction'),
        role: r.choice('role of this node’s key; both: a channel opened to the own key', 'payer', 'receiver', 'both'),
        other: r.pubkey('public key of the other party'),
        otheraddress: r.address('of that key'),
        ccaddress: r.address('address of the channel’s coins'),
        payments: r.int('number of payments in the terms'),
        payment: r.coins('amount of one payment'),
        state: r.choice('state; closed: announced, rest not yet returned', 'open', 'closed', 'returned'),
        ready: r.bool(
          'true if the opening (for a closed channel, the closing) is deep enough in the chain for the next step: notarised and under one more block, or 101 blocks',
        ),
        confirmations: r.int('confirmations of that transaction, 0 in the mempool'),
        paid: r.coins('amount paid to the receiver, unconfirmed payments included'),
        waiting: r.coins('part of paid in unconfirmed payments'),
        left: r.coins('amount left in the channel'),
        returned: r.coins('amount returned to the payer'),
        steps: r.array(
          r.object({
            kind: r.choice('', 'payment', 'close', 'refund'),
            txid: r.txid(),
            amount: r.coins('amount that left the channel'),
            height: r.int('height of its block, -1 in the mempool'),
          }),
          'steps, oldest first',
        ),
      }),
    ),
  }),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

const preparechannelend = defineMethod({
  name: 'preparechannelend',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that closes a channel, or returns the rest of a closed one.',
  description: `Builds the same transaction as channelsclose or channelsrefund; the node finds the closing transaction. ${NOT_SENT}`,
  params: [opening(), p.str('step', 'close or refund')],
  result: builtContract(),
  errors: [
    CONTRACT_GATE,
    {
      code: -8,
      message: 'Invalid parameter, step must be close or refund',
      when: 'the step is neither close nor refund',
    },
  ],
  examples: [{ params: [TXID_EXAMPLE, 'close'] }],
  flags: { beyondReference: true },
})

const step = r.object({
  Open: r.optional(r.txid('id of the opening transaction')),
  Payment: r.optional(r.txid('id of a payment')),
  Close: r.optional(r.txid('id of the closing transaction')),
  Refund: r.optional(r.txid('id of the refund')),
  'Number of payments': r.optional(r.int64('payments made by this transaction')),
  Amount: r.optional(r.int64('satoshis')),
  Destination: r.optional(r.address('address that received the payment')),
  Secret: r.optional(r.text('secret revealed by the payment')),
  'Payments left': r.optional(r.int('after it')),
})

const channelsinfo = defineMethod({
  name: 'channelsinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows a channel and its transactions.',
  usage: 'channelsinfo [opentxid]',
  params: [opening().optional()],
  result: r.oneOf(
    'terms and transactions',
    r.object({
      result: r.choice('', 'success'),
      'Channel CC address': r.address('address of the channel’s coins'),
      'Destination address': r.address('address of the receiver'),
      'Number of payments': r.int(),
      'Token id': r.optional(r.txid()),
      'Denomination (satoshi)': r.optional(r.text('amount of one payment')),
      'Amount (satoshi)': r.optional(r.text('amount of all payments')),
      'Denomination (token satoshi)': r.optional(r.text('amount of one payment')),
      'Amount (token satoshi)': r.optional(r.text('amount of all payments')),
      Transactions: r.array(step, 'confirmed transactions, then unconfirmed payments'),
    }),
    r.object({ result: r.choice('', 'error'), Error: r.text('error text') }),
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const channelsaddress = defineMethod({
  name: 'channelsaddress',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the channel addresses of the contract and of this node, and those shared with a public key.',
  usage: 'channelsaddress pubkey',
  params: [p.text('pubkey', 'public key of the other party')],
  returns: 'addresses and their balances',
  result: contractAddresses('Channels', {
    ChannelsCC1of2Address: r.optional(r.address('address of the coins in channels to the key')),
    ChannelsCC1of2TokensAddress: r.optional(r.address('address of the tokens in channels to the key')),
  }),
  errors: [CONTRACT_GATE],
  examples: [{ params: [PUBKEY_EXAMPLE] }],
})

export const channelMethods = {
  channelsopen,
  channelspayment,
  channelsclose,
  channelsrefund,
  channelslist,
  channelsinfo,
  channelsaddress,
  getchannels,
  preparechannelend,
} as const

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
    'a signed transaction that nobody has sent yet',
    r.object({
      hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
      result: r.choice('', 'success'),
    }),
    moduleError,
  )

const bareHex = () => r.oneOf('the bare hex of a signed transaction that nobody has sent yet', r.hex(), moduleError)

const channelsopen = defineMethod({
  name: 'channelsopen',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that opens a payment channel to a public key.',
  description: `What is set aside can be paid in so many steps at once, each without waiting for a block; the rest can be returned. ${NOT_SENT}`,
  usage: 'channelsopen destpubkey numpayments payment [tokenid]',
  params: [
    p.text('destpubkey', 'public key of the receiver'),
    p.text('numpayments', 'number of payments, at most 1000'),
    p.text('payment', 'satoshis of one payment'),
    p.text('tokenid', 'refused: the rules let nobody spend what a channel of tokens holds').optional(),
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
  description: `The receiver can build it too, with the secret of the payment. ${NOT_SENT}`,
  usage: 'channelspayment opentxid amount [secret]',
  params: [
    opening(),
    p.text('amount', 'satoshis: one payment of the channel, or several'),
    p.text('secret', 'of the payment, for its receiver').optional(),
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
  summary: 'Builds the transaction that announces the end of a channel of this node’s key.',
  description: `Once it is confirmed, channelsrefund returns what is left. ${NOT_SENT}`,
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
  summary: 'Builds the transaction that returns what is left in a channel that was closed.',
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
  summary: 'Lists the channels that this node’s key opened, and those that were opened to it.',
  usage: 'channelslist',
  params: [],
  returns: 'result, name, and a member for each channel: the id of its opening, and what it is for',
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
    'Shows the channels of which this node’s key is one end, newest first: terms, what was paid and what is left.',
  description:
    'Only transactions that spend the coins of a channel count, waiting ones included; what anybody writes beside the markers of an end does not. Channels of tokens, whose rules let nobody spend, are left out.',
  params: [],
  returns: 'the channels with their terms and what became of them, newest first',
  result: r.object({
    channels: r.array(
      r.object({
        opentxid: r.txid('of the opening'),
        role: r.choice('both: opened to the own key', 'payer', 'receiver', 'both'),
        other: r.pubkey('of the other end'),
        otheraddress: r.address('of that key'),
        ccaddress: r.address('where its coins are'),
        payments: r.int('that it was opened for'),
        payment: r.coins('of one payment'),
        state: r.choice('closed: announced, and the rest not yet returned', 'open', 'closed', 'returned'),
        ready: r.bool(
          'whether the opening, or where it is closed the closing, is deep enough in the chain for the next step: notarised and under one more block, or 101 blocks',
        ),
        confirmations: r.int('of the same; 0 in the mempool'),
        paid: r.coins('to the receiver, waiting payments included'),
        waiting: r.coins('of it in payments that are in no block yet'),
        left: r.coins('still in it'),
        returned: r.coins('to the payer'),
        steps: r.array(
          r.object({
            kind: r.choice('', 'payment', 'close', 'refund'),
            txid: r.txid(),
            amount: r.coins('that left the channel'),
            height: r.int('of its block; -1 in the mempool'),
          }),
          'oldest first',
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
  description: `The same as channelsclose and channelsrefund build; the closing is found by the node. ${NOT_SENT}`,
  params: [opening(), p.str('step', 'close or refund')],
  result: builtContract(),
  errors: [
    CONTRACT_GATE,
    { code: -8, message: 'Invalid parameter, step must be close or refund', when: 'it is neither' },
  ],
  examples: [{ params: [TXID_EXAMPLE, 'close'] }],
  flags: { beyondReference: true },
})

const step = r.object({
  Open: r.optional(r.txid('of the opening')),
  Payment: r.optional(r.txid('of a payment')),
  Close: r.optional(r.txid('of the closing')),
  Refund: r.optional(r.txid('of the refund')),
  'Number of payments': r.optional(r.int64('made by it')),
  Amount: r.optional(r.int64('satoshis')),
  Destination: r.optional(r.address('who got it')),
  Secret: r.optional(r.text('that it revealed')),
  'Payments left': r.optional(r.int('after it')),
})

const channelsinfo = defineMethod({
  name: 'channelsinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows a channel and what happened in it.',
  usage: 'channelsinfo [opentxid]',
  params: [opening().optional()],
  result: r.oneOf(
    'terms and transactions',
    r.object({
      result: r.choice('', 'success'),
      'Channel CC address': r.address('where its coins are'),
      'Destination address': r.address('of its receiver'),
      'Number of payments': r.int(),
      'Token id': r.optional(r.txid()),
      'Denomination (satoshi)': r.optional(r.text('of one payment')),
      'Amount (satoshi)': r.optional(r.text('of all payments')),
      'Denomination (token satoshi)': r.optional(r.text('of one payment')),
      'Amount (token satoshi)': r.optional(r.text('of all payments')),
      Transactions: r.array(step, 'confirmed ones, then payments that wait'),
    }),
    r.object({ result: r.choice('', 'error'), Error: r.text('what is wrong') }),
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const channelsaddress = defineMethod({
  name: 'channelsaddress',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the addresses of channels, of this node, and those that it shares with a public key.',
  usage: 'channelsaddress pubkey',
  params: [p.text('pubkey', 'public key of the other end')],
  returns: 'addresses and what they hold',
  result: contractAddresses('Channels', {
    ChannelsCC1of2Address: r.optional(r.address('coins of channels to the key')),
    ChannelsCC1of2TokensAddress: r.optional(r.address('tokens of channels to the key')),
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

/** Payment channels: coins set aside for one receiver, who gets them in many small payments (channels.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE, contractAddresses } from './contractShapes.ts'
import { moduleError, PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

const opening = () => p.text('opentxid', 'transaction that opened the channel')
const NOT_SENT = 'Nothing is sent: give the hex to sendrawtransaction.'

/** The reference puts the hex first here. */
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
} as const

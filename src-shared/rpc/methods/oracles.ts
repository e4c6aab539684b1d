/** Methods of oracles: data that publishers put on the chain for subscribers (oracles.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtHexFirst, CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'

const oracle = () => p.text('oracletxid', 'id of the oracle: the id of its creating transaction')
const FORMAT =
  'One letter for each value of a data point: s, S for text and d, D for bytes, with a length of one or two bytes; c, t, i, l for signed numbers of 1, 2, 4, 8 bytes, and C, T, I, L for unsigned ones; h for a hash.'

const oraclesaddress = defineAddresses({ name: 'oraclesaddress', contract: 'Oracles', things: 'oracles' })

const oracleslist = defineMethod({
  name: 'oracleslist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the oracles of the chain, oldest first.',
  usage: 'oracleslist',
  params: [],
  returns: 'ids, one for each marker output that an oracle has made',
  result: r.array(r.txid('id of an oracle')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const oraclesinfo = defineMethod({
  name: 'oraclesinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows an oracle, its publishers and their prices.',
  usage: 'oraclesinfo oracletxid',
  params: [oracle()],
  result: r.oneOf(
    'the oracle, or the reason for the failure',
    r.object({
      result: r.choice('', 'success'),
      txid: r.txid('id of the oracle'),
      name: r.text('any text'),
      description: r.text('any text'),
      format: r.text(FORMAT),
      marker: r.address('address of the markers of registrations and subscriptions'),
      registered: r.array(
        r.object({
          publisher: r.hex('public key'),
          baton: r.address('address of the publisher’s batons'),
          batontxid: r.txid('transaction of the latest baton; zeros: the baton is spent'),
          lifetime: r.text('coins that the publisher subscribed to itself'),
          funds: r.text('coins available for publications now'),
          datafee: r.text('price of a data point in coins'),
        }),
      ),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const sampleValues = () => r.array(r.text('value of the format, as text; any text'))

const oraclessample = defineMethod({
  name: 'oraclessample',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the data published by one transaction.',
  usage: 'oraclessample oracletxid txid',
  params: [oracle(), p.text('txid', 'transaction that published the data')],
  result: r.oneOf(
    'the data, or the reason for the failure',
    r.object({ result: r.choice('', 'success'), txid: r.txid(), data: sampleValues() }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, TXID_EXAMPLE] }],
})

const oraclessamples = defineMethod({
  name: 'oraclessamples',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Lists the data that a publisher put on the chain, newest first.',
  usage: 'oraclessamples oracletxid batonaddress num',
  params: [
    oracle(),
    p.text('batonaddress', 'address of the publisher’s batons, as shown by oraclesinfo'),
    p.text('num', 'maximum number of data points; 0: all'),
  ],
  result: r.oneOf(
    'the data, or the reason for the failure',
    r.object({
      result: r.choice('', 'success'),
      samples: r.array(r.object({ txid: r.txid(), data: sampleValues() })),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, 'RJnchydPQgdZitvqj6yKaf7Pkjv3sEFwK9', '3'] }],
})

/** Methods that build and sign without sending. */
const building = { category: 'contracts', consent: 'none', changesWith: 'never', signed: ['hex'] } as const
const NOT_SENT = 'Nothing is sent: give the hex to sendrawtransaction.'

const oraclescreate = defineMethod({
  ...building,
  name: 'oraclescreate',
  summary: 'Builds the transaction that creates an oracle.',
  description: `${NOT_SENT}\n\n${FORMAT}`,
  usage: 'oraclescreate name description format',
  params: [
    p.text('name', 'name, at most 32 bytes'),
    p.text('description', 'description, at most 4096 bytes'),
    p.text('format', 'format of a data point'),
  ],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['weather', 'temperature in Berlin, tenths of a degree', 'Ii'] }],
})

const oraclesfund = defineMethod({
  ...building,
  name: 'oraclesfund',
  summary: 'Builds the transaction that reserves a coin for the registration of this node’s key as a publisher.',
  description: NOT_SENT,
  usage: 'oraclesfund oracletxid',
  params: [oracle()],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const oraclesregister = defineMethod({
  ...building,
  name: 'oraclesregister',
  summary: 'Builds the transaction that registers this node’s key as a publisher.',
  description: `${NOT_SENT} The transaction spends the coin that oraclesfund reserved.`,
  usage: 'oraclesregister oracletxid datafee',
  params: [
    oracle(),
    p.text('datafee', 'price of a data point in satoshis; a value below 1, such as 0.0002, is in coins'),
  ],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, '20000'] }],
})

const oraclessubscribe = defineMethod({
  ...building,
  name: 'oraclessubscribe',
  summary: 'Builds the transaction that pays a publisher for future data.',
  description: `${NOT_SENT} The payment cannot be refunded.`,
  usage: 'oraclessubscribe oracletxid publisher amount',
  params: [oracle(), p.text('publisher', 'public key of the publisher'), p.text('amount', 'coins')],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, `02${'11'.repeat(32)}`, '0.001'] }],
})

const oraclesdata = defineMethod({
  ...building,
  name: 'oraclesdata',
  summary: 'Builds the transaction that publishes data, paid from subscriptions to this node’s key.',
  description: NOT_SENT,
  usage: 'oraclesdata oracletxid hexstr',
  params: [oracle(), p.text('hexstr', 'the data in hex, in the format of the oracle; at most 8192 bytes')],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, '0548656c6c6f'] }],
})

export const oracleMethods = {
  oraclesaddress,
  oracleslist,
  oraclesinfo,
  oraclessample,
  oraclessamples,
  oraclescreate,
  oraclesfund,
  oraclesregister,
  oraclessubscribe,
  oraclesdata,
} as const

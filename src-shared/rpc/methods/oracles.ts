/** Methods of oracles: data that publishers put on the chain for subscribers (oracles.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtHexFirst, CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'

const oracle = () => p.text('oracletxid', 'id of the oracle: of the transaction that created it')
const FORMAT =
  'One letter for each value of a data point: s S text and d D bytes, with a length of one or two bytes; c t i l signed numbers of 1, 2, 4, 8 bytes, C T I L unsigned; h a hash.'

const oraclesaddress = defineAddresses({ name: 'oraclesaddress', contract: 'Oracles', things: 'oracles' })

const oracleslist = defineMethod({
  name: 'oracleslist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the oracles of the chain, oldest first.',
  usage: 'oracleslist',
  params: [],
  returns: 'ids, one for each mark that an oracle has made',
  result: r.array(r.txid('id of an oracle')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const oraclesinfo = defineMethod({
  name: 'oraclesinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows an oracle and who publishes by it, at what price.',
  usage: 'oraclesinfo oracletxid',
  params: [oracle()],
  result: r.oneOf(
    'the oracle, or why there is none',
    r.object({
      result: r.choice('', 'success'),
      txid: r.txid('id of the oracle'),
      name: r.text('any text'),
      description: r.text('any text'),
      format: r.text(FORMAT),
      marker: r.address('where registrations and subscriptions mark themselves'),
      registered: r.array(
        r.object({
          publisher: r.hex('public key'),
          baton: r.address('where the publisher’s batons lie'),
          batontxid: r.txid('transaction of the latest one; zeros: it is gone'),
          lifetime: r.text('coins that the publisher subscribed to himself'),
          funds: r.text('coins that publications can take now'),
          datafee: r.text('coins for each data point'),
        }),
      ),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const sampleValues = () => r.array(r.text('a value of the format, as text; any text'))

const oraclessample = defineMethod({
  name: 'oraclessample',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the data that one transaction published.',
  usage: 'oraclessample oracletxid txid',
  params: [oracle(), p.text('txid', 'transaction that published')],
  result: r.oneOf(
    'the data, or why there are none',
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
    p.text('batonaddress', 'where the publisher’s batons lie, as oraclesinfo shows it'),
    p.text('num', 'most data to return; 0: all'),
  ],
  result: r.oneOf(
    'the data, or why there are none',
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
    p.text('name', 'at most 32 bytes'),
    p.text('description', 'at most 4096 bytes'),
    p.text('format', 'what a data point consists of'),
  ],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['weather', 'temperature in Berlin, tenths of a degree', 'Ii'] }],
})

const oraclesfund = defineMethod({
  ...building,
  name: 'oraclesfund',
  summary: 'Builds the transaction that sets a coin aside with which this node’s key registers as a publisher.',
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
  description: `${NOT_SENT} It spends what oraclesfund set aside.`,
  usage: 'oraclesregister oracletxid datafee',
  params: [oracle(), p.text('datafee', 'for each data point, in satoshis; below one, as 0.0002, in coins')],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, '20000'] }],
})

const oraclessubscribe = defineMethod({
  ...building,
  name: 'oraclessubscribe',
  summary: 'Builds the transaction that pays a publisher for data to come.',
  description: `${NOT_SENT} Nobody can give it back.`,
  usage: 'oraclessubscribe oracletxid publisher amount',
  params: [oracle(), p.text('publisher', 'his public key'), p.text('amount', 'coins')],
  result: builtHexFirst(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, `02${'11'.repeat(32)}`, '0.001'] }],
})

const oraclesdata = defineMethod({
  ...building,
  name: 'oraclesdata',
  summary: 'Builds the transaction that publishes data, paid by what subscribers paid to this node’s key.',
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

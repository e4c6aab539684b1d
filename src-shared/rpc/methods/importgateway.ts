/** Methods of import gateways. Opening and moving them requires a chain that imports coins (importgateway.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE } from './contractShapes.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'

const flags = { unsupported: true } as const
const refusing = {
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  result: r.text('never'),
  flags,
} as const
const summary = 'Always fails: requires a chain that imports coins (-ac_import), which this program does not support.'
const onlyFor = (name: string) => [
  { code: -1, message: `${name} only works on -ac_import chains`, when: 'always, with any parameters' },
]
const given = <const N extends string>(name: N) => p.text(name, 'is not looked at').optional()

const importgatewayinfo = defineMethod({
  ...{ ...refusing, summary, name: 'importgatewayinfo', usage: 'importgatewayinfo bindtxid' },
  params: [given('bindtxid')],
  errors: onlyFor('importgatewaybind'),
  examples: [{ params: [TXID_EXAMPLE] }],
})

const importgatewaybind = defineMethod({
  ...{ ...refusing, summary, name: 'importgatewaybind' },
  usage: 'importgatewaybind coin orcletxid M N pubkeys pubtype p2shtype wiftype [taddr]',
  params: [
    given('coin'),
    given('oracletxid'),
    given('M'),
    given('N'),
    given('pubkeys'),
    given('pubtype'),
    given('p2shtype'),
    given('wiftype'),
    given('taddr'),
  ],
  errors: onlyFor('importgatewaybind'),
  examples: [{ params: ['KMD'] }],
})

const importgatewaydeposit = defineMethod({
  ...{ ...refusing, summary, name: 'importgatewaydeposit' },
  usage: 'importgatewaydeposit bindtxid height coin burntxid nvout rawburntx rawproof destpub amount',
  params: [
    given('bindtxid'),
    given('height'),
    given('coin'),
    given('burntxid'),
    given('nvout'),
    given('rawburntx'),
    given('rawproof'),
    given('destpub'),
    given('amount'),
  ],
  errors: onlyFor('importgatewaydeposit'),
  examples: [{ params: [TXID_EXAMPLE] }],
})

const importgatewaywithdraw = defineMethod({
  ...{ ...refusing, summary, name: 'importgatewaywithdraw' },
  usage: 'importgatewaywithdraw bindtxid coin withdrawpub amount',
  params: [given('bindtxid'), given('coin'), given('withdrawpub'), given('amount')],
  errors: onlyFor('importgatewaywithdraw'),
  examples: [{ params: [TXID_EXAMPLE] }],
})

const importgatewaypartialsign = defineMethod({
  ...{ ...refusing, summary, name: 'importgatewaypartialsign' },
  usage: 'importgatewaypartialsign txidaddr refcoin hex',
  params: [given('txidaddr'), given('refcoin'), given('hex')],
  errors: onlyFor('importgatewayspartialsign'),
  examples: [{ params: [TXID_EXAMPLE] }],
})

const importgatewaycompletesigning = defineMethod({
  ...{ ...refusing, summary, name: 'importgatewaycompletesigning' },
  usage: 'importgatewaycompletesigning withdrawtxid coin hex',
  params: [given('withdrawtxid'), given('coin'), given('hex')],
  errors: onlyFor('importgatewaycompletesigning'),
  examples: [{ params: [TXID_EXAMPLE] }],
})

const importgatewaymarkdone = defineMethod({
  name: 'importgatewaymarkdone',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  summary: 'Always fails: withdrawals from import gateways are only completed on chains with -ac_import.',
  usage: 'importgatewaymarkdone completesigningtx coin',
  params: [
    p.text('completesigningtx', 'transaction that completed the withdrawal'),
    p.text('coin', 'name of the coin'),
  ],
  returns: 'the error',
  result: moduleError,
  errors: [CONTRACT_GATE],
  flags,
  examples: [{ params: [TXID_EXAMPLE, 'KMD'] }],
})

const nothing = {
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns an empty text: only chains with -ac_import have import gateways.',
  result: r.text('always empty'),
  flags,
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE, 'KMD'] }],
} as const
const bind = () => [p.text('bindtxid', 'id of the gateway'), p.text('coin', 'name of the coin')] as const

const importgatewaypendingwithdraws = defineMethod({
  ...{ ...nothing, name: 'importgatewaypendingwithdraws', usage: 'importgatewaypendingwithdraws bindtxid coin' },
  params: bind(),
})

const importgatewayprocessed = defineMethod({
  ...{ ...nothing, name: 'importgatewayprocessed', usage: 'importgatewayprocessed bindtxid coin' },
  params: bind(),
})

export const importGatewayMethods = {
  importgatewaybind,
  importgatewaycompletesigning,
  importgatewaydeposit,
  importgatewayinfo,
  importgatewaymarkdone,
  importgatewaypartialsign,
  importgatewaypendingwithdraws,
  importgatewayprocessed,
  importgatewaywithdraw,
} as const

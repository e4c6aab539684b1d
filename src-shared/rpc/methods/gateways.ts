/** Methods that list gateways (gateways.md §7). Everyone can take the tokens that a gateway holds. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'

const gatewaysaddress = defineAddresses({ name: 'gatewaysaddress', contract: 'Gateways', things: 'gateways' })

const importgatewayddress = defineAddresses({
  name: 'importgatewayddress',
  contract: 'ImportGateway',
  things: 'import gateways',
  description: 'The reference spells it so.',
})

const gatewayslist = defineMethod({
  name: 'gatewayslist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the gateways of the chain, oldest first.',
  usage: 'gatewayslist',
  params: [],
  returns: 'ids, one for each mark that a gateway has made',
  result: r.array(r.txid('id of a gateway')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const gatewaysinfo = defineMethod({
  name: 'gatewaysinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows a gateway: its coin, who keeps it, and its tokens.',
  description:
    'Anybody can take the tokens that a gateway holds: the rules of the contract do not protect them. What remains counts every confirmed output at the address of all gateways that names the token, fakes included, so it may exceed the supply.',
  usage: 'gatewaysinfo bindtxid',
  params: [p.text('bindtxid', 'id of the gateway: of the transaction that opened it')],
  result: r.oneOf(
    'the gateway, or why there is none',
    r.object({
      result: r.choice('', 'success'),
      name: r.choice('', 'Gateways'),
      M: r.int('signatures that a withdrawal needs'),
      N: r.int('signers'),
      pubkeys: r.array(r.hex('public key of a signer')),
      coin: r.text('the other chain’s coin: any text'),
      oracletxid: r.txid('oracle that knows blocks of the other chain'),
      taddr: r.int('bytes that addresses of the other chain begin with'),
      prefix: r.int(),
      prefix2: r.int(),
      wiftype: r.int(),
      deposit: r.text('address of the signers on the other chain'),
      tokenid: r.txid('the token that stands for the coin'),
      totalsupply: r.text('all of its units, as coins'),
      remaining: r.text('what outputs at the address of gateways name of it'),
      issued: r.text('supply less what remains; negative if that exceeds the supply'),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

export const gatewayMethods = { gatewaysaddress, gatewaysinfo, gatewayslist, importgatewayddress } as const

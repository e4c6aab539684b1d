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
  description: 'The name has komodod’s spelling.',
})

const gatewayslist = defineMethod({
  name: 'gatewayslist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the gateways of the chain, oldest first.',
  usage: 'gatewayslist',
  params: [],
  returns: 'ids, one for each marker output that a gateway has made',
  result: r.array(r.txid('id of a gateway')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const gatewaysinfo = defineMethod({
  name: 'gatewaysinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows a gateway: its coin, the keys that control it, and its tokens.',
  description:
    'Anyone can take the tokens that a gateway holds, because the rules of the contract do not protect them. The remaining amount counts every confirmed output that names the token at the address of all gateways, including fake ones, so it may exceed the supply.',
  usage: 'gatewaysinfo bindtxid',
  params: [p.text('bindtxid', 'id of the gateway: the id of its opening transaction')],
  result: r.oneOf(
    'the gateway, or the reason for the failure',
    r.object({
      result: r.choice('', 'success'),
      name: r.choice('', 'Gateways'),
      M: r.int('number of signatures required for a withdrawal'),
      N: r.int('signers'),
      pubkeys: r.array(r.hex('public key of a signer')),
      coin: r.text('name of the other chain’s coin: any text'),
      oracletxid: r.txid('id of the oracle that reports blocks of the other chain'),
      taddr: r.int('prefix bytes of addresses on the other chain'),
      prefix: r.int(),
      prefix2: r.int(),
      wiftype: r.int(),
      deposit: r.text('address of the signers on the other chain'),
      tokenid: r.txid('id of the token that represents the coin'),
      totalsupply: r.text('total supply of the token, as coins'),
      remaining: r.text('amount of the token named by outputs at the address of gateways'),
      issued: r.text('supply minus remaining; negative if remaining exceeds the supply'),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

export const gatewayMethods = { gatewaysaddress, gatewaysinfo, gatewayslist, importgatewayddress } as const

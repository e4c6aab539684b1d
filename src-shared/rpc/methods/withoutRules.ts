/** Contracts without rules: state machines, auctions, lotteries (other-evals.md §4). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE, contractAddresses } from './contractShapes.ts'
import { PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

const LOST = 'The contract has no rules: coins that are sent there are lost.'

const FSMaddress = defineMethod({
  name: 'FSMaddress',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the addresses of state machines, of this node, and of a public key if one is given.',
  description: LOST,
  usage: 'FSMaddress [pubkey]',
  params: [p.text('pubkey', 'public key to show the address of').optional()],
  returns: 'addresses and what they hold',
  result: contractAddresses('FSM'),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }, { params: [PUBKEY_EXAMPLE] }],
})

const FSMlist = defineMethod({
  name: 'FSMlist',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns an empty text: there are no state machines.',
  usage: 'FSMlist',
  params: [],
  result: r.text('always empty'),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const FSMinfo = defineMethod({
  name: 'FSMinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns an empty text: there are no state machines.',
  usage: 'FSMinfo fundingtxid',
  params: [p.text('fundingtxid', 'is not looked at')],
  result: r.text('always empty'),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const auctionaddress = defineMethod({
  name: 'auctionaddress',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the addresses of auctions, of this node, and of a public key if one is given.',
  description: LOST,
  usage: 'auctionaddress [pubkey]',
  params: [p.text('pubkey', 'public key to show the address of').optional()],
  returns: 'addresses and what they hold',
  result: contractAddresses('Auction'),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }, { params: [PUBKEY_EXAMPLE] }],
})

const lottoaddress = defineMethod({
  name: 'lottoaddress',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the addresses of lotteries, of this node, and of a public key if one is given.',
  description: LOST,
  usage: 'lottoaddress [pubkey]',
  params: [p.text('pubkey', 'public key to show the address of').optional()],
  returns: 'addresses and what they hold',
  result: contractAddresses('Lotto'),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }, { params: [PUBKEY_EXAMPLE] }],
})

export const withoutRulesMethods = { FSMaddress, FSMlist, FSMinfo, auctionaddress, lottoaddress } as const

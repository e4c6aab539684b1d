/**
 * Methods of contracts without rules: state machines, auctions, lotteries (other-evals.md §4), and a method that always
 * fails.
 */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { moduleError, PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

const flags = { unsupported: true } as const
const LOST = 'The contract has no rules: coins sent to its addresses are lost.'

const FSMaddress = defineAddresses({
  name: 'FSMaddress',
  contract: 'FSM',
  things: 'state machines',
  description: LOST,
  flags,
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
  flags,
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
  flags,
  examples: [{ params: [TXID_EXAMPLE] }],
})

const FSMcreate = defineMethod({
  name: 'FSMcreate',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  summary: 'Always fails: state machines have no rules, so no node accepts a transaction that creates one.',
  usage: 'FSMcreate name states',
  params: [p.text('name', 'is not looked at'), p.text('states', 'is not looked at')],
  returns: 'the error',
  result: r.object({ error: r.text('error text') }),
  errors: [CONTRACT_GATE],
  flags,
  examples: [{ params: ['lift', 'up,down'] }],
})

const tokenconvert = defineMethod({
  name: 'tokenconvert',
  category: 'tokens',
  consent: 'none',
  changesWith: 'never',
  summary: 'Always fails, as in komodod: the method is deprecated. Use tokentransfer to move tokens.',
  usage: 'tokenconvert evalcode tokenid pubkey amount',
  params: [
    p.text('evalcode', 'is not looked at'),
    p.text('tokenid', 'a token'),
    p.text('pubkey', 'is not looked at'),
    p.text('amount', 'units'),
  ],
  returns: 'the error',
  result: moduleError,
  errors: [CONTRACT_GATE],
  flags,
  examples: [{ params: ['244', TXID_EXAMPLE, PUBKEY_EXAMPLE, '1'] }],
})

const auctionaddress = defineAddresses({
  name: 'auctionaddress',
  contract: 'Auction',
  things: 'auctions',
  description: LOST,
  flags,
})

const lottoaddress = defineAddresses({
  name: 'lottoaddress',
  contract: 'Lotto',
  things: 'lotteries',
  description: LOST,
  flags,
})

export const withoutRulesMethods = {
  ...{ FSMaddress, FSMcreate, FSMlist, FSMinfo, auctionaddress, lottoaddress, tokenconvert },
} as const

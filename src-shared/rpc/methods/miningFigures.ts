/** Statistics of mining and fees, and a transaction's priority for the miner (rpc.md §8). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const NO_ESTIMATE =
  'No estimate is available: fees do not decide about confirmation while blocks have room for all transactions.'

const estimatefee = defineMethod({
  name: 'estimatefee',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Estimates the fee per 1,000 bytes for confirmation within a number of blocks.',
  description: NO_ESTIMATE,
  params: [p.int('nblocks', 'number of blocks').typed()],
  result: r.int('always -1: unknown'),
  examples: [{ params: [6], result: -1 }],
})

const estimatepriority = defineMethod({
  name: 'estimatepriority',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Estimates the priority for confirmation of a free transaction within a number of blocks.',
  description: NO_ESTIMATE,
  params: [p.int('nblocks', 'number of blocks').typed()],
  result: r.int('always -1: unknown'),
  examples: [{ params: [6], result: -1 }],
})

const networkRate = <const Name extends string>(name: Name) =>
  defineMethod({
    name,
    category: 'mining',
    consent: 'none',
    changesWith: ['tip'],
    summary: 'Estimates the solutions per second of the whole network.',
    params: [
      p.int('blocks', 'number of blocks to use; 0 or less: one averaging window').default(120),
      p.int('height', 'height of the last of these blocks; -1: the tip').default(-1),
    ],
    result: r.int('solutions per second, 0 if unknown'),
    examples: [{ params: [], result: 0 }, { params: [120, 1000] }],
  })

const prioritisetransaction = defineMethod({
  name: 'prioritisetransaction',
  category: 'mining',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Raises or lowers the priority of a transaction in blocks built by this node.',
  description:
    'Nothing is paid: the transaction only counts as if it paid more or less. The setting is lost when the node stops.',
  params: [
    p.str('txid', 'id of the transaction, in the mempool or not'),
    p.num('priority delta', 'priority to add, negative to subtract'),
    p.int64('fee delta', 'satoshis to add to the fee for this purpose, negative to subtract'),
  ],
  result: r.bool('always true'),
  errors: [{ code: -1, message: "txid must be hexadecimal string (not 'X')", when: 'the id is not hex' }],
  examples: [{ params: [TXID_EXAMPLE, 0, 10000], result: true }],
})

export const miningFigureMethods = {
  estimatefee,
  estimatepriority,
  getnetworkhashps: networkRate('getnetworkhashps'),
  getnetworksolps: networkRate('getnetworksolps'),
  prioritisetransaction,
} as const

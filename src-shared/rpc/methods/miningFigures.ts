/** Statistics of mining and fees, and a transaction's priority for the miner (rpc.md §8). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const NO_ESTIMATE =
  'There is none: fees do not decide which transactions are confirmed while blocks have room for all of them.'

const estimatefee = defineMethod({
  name: 'estimatefee',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Estimates the fee for 1000 bytes with which a transaction is confirmed within some blocks.',
  description: NO_ESTIMATE,
  params: [p.int('nblocks', 'how many').typed()],
  result: r.int('always -1: unknown'),
  examples: [{ params: [6], result: -1 }],
})

const estimatepriority = defineMethod({
  name: 'estimatepriority',
  category: 'util',
  consent: 'none',
  changesWith: 'never',
  summary: 'Estimates the priority with which a free transaction is confirmed within some blocks.',
  description: NO_ESTIMATE,
  params: [p.int('nblocks', 'how many').typed()],
  result: r.int('always -1: unknown'),
  examples: [{ params: [6], result: -1 }],
})

const networkRate = <const Name extends string>(name: Name) =>
  defineMethod({
    name,
    category: 'mining',
    consent: 'none',
    changesWith: ['tip'],
    summary: 'Estimates the solutions a second of the whole network.',
    params: [
      p.int('blocks', 'how many to look at; 0 or less: those of one averaging window').default(120),
      p.int('height', 'where they end; -1: at the tip').default(-1),
    ],
    result: r.int('0 where nothing can be said'),
    examples: [{ params: [], result: 0 }, { params: [120, 1000] }],
  })

const prioritisetransaction = defineMethod({
  name: 'prioritisetransaction',
  category: 'mining',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Makes a transaction come sooner or later into blocks that are made here.',
  description:
    'Nothing is paid: the transaction only counts as if it paid more or less. Forgotten when the node stops.',
  params: [
    p.str('txid', 'id of the transaction, waiting or not'),
    p.num('priority delta', 'priority to add or, below 0, to take away'),
    p.int64('fee delta', 'satoshis that count as if they were paid, or not'),
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

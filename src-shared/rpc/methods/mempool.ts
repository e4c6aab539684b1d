/** Methods about the mempool (rpc.md §6), and those for the window's overview. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { transactionKind } from './explorer.ts'

const getmempoolinfo = defineMethod({
  name: 'getmempoolinfo',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows how much is in the mempool.',
  params: [],
  returns: 'how many and how large',
  result: r.object({
    size: r.int('transactions'),
    bytes: r.int('their serialised size'),
    usage: r.int('memory they take'),
    fullyNotified: r.optional(r.bool('regtest only: nothing waits to be announced')),
  }),
  examples: [{ params: [], result: { size: 0, bytes: 0, usage: 0, fullyNotified: true } }],
})

const getrawmempool = defineMethod({
  name: 'getrawmempool',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Lists the transactions of the mempool.',
  params: [p.bool('verbose', 'objects rather than ids').default(false)],
  result: r.oneOf(
    'ids, or objects by id, as verbose says',
    r.array(r.txid()),
    r.dictionary(
      r.object({
        size: r.int('bytes'),
        fee: r.coins(),
        time: r.time('of admission'),
        height: r.height('at admission'),
        startingpriority: r.double(),
        currentpriority: r.double(),
        depends: r.array(r.txid(), 'unconfirmed transactions it spends'),
      }),
      'by transaction id',
    ),
  ),
  examples: [
    { params: [], result: [] },
    { params: [true], result: new Map() },
  ],
})

const getmempoolsummary = defineMethod({
  name: 'getmempoolsummary',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Adds up the mempool and lists its newest transactions.',
  params: [p.int('count', 'most transactions to list', { min: 0, max: 1000 }).default(20).nullable()],
  returns: 'sums over all, and a row for each of the newest',
  result: r.object({
    size: r.int('transactions'),
    bytes: r.int('their serialised size'),
    fees: r.coins('all their fees'),
    transactions: r.array(
      r.object({
        txid: r.txid(),
        kind: transactionKind(),
        size: r.int('bytes'),
        fee: r.coins(),
        time: r.time('of admission'),
      }),
      'newest first',
    ),
  }),
  examples: [{ params: [], result: { size: 0, bytes: 0, fees: 0n, transactions: [] } }, { params: [5] }],
  flags: { beyondReference: true },
})

export const mempoolMethods = {
  getmempoolinfo,
  getmempoolsummary,
  getrawmempool,
} as const

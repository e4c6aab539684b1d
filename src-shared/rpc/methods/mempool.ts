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
  summary: 'Shows the size of the mempool.',
  params: [],
  returns: 'number and size of the transactions',
  result: r.object({
    size: r.int('transactions'),
    bytes: r.int('serialised size of the transactions'),
    usage: r.int('memory used by the transactions'),
    fullyNotified: r.optional(r.bool('regtest only: true if all changes have been announced')),
  }),
  examples: [{ params: [], result: { size: 0, bytes: 0, usage: 0, fullyNotified: true } }],
})

const getrawmempool = defineMethod({
  name: 'getrawmempool',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Lists the transactions of the mempool.',
  params: [p.bool('verbose', 'return objects instead of ids').default(false)],
  result: r.oneOf(
    'ids, or objects by id, depending on verbose',
    r.array(r.txid()),
    r.dictionary(
      r.object({
        size: r.int('bytes'),
        fee: r.coins(),
        time: r.time('time of admission'),
        height: r.height('at admission'),
        startingpriority: r.double(),
        currentpriority: r.double(),
        depends: r.array(r.txid(), 'unconfirmed parent transactions'),
      }),
      'transactions by id',
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
  summary: 'Shows the totals of the mempool and its newest transactions.',
  params: [p.int('count', 'maximum number of transactions to list', { min: 0, max: 1000 }).default(20).nullable()],
  returns: 'totals, and a row for each of the newest transactions',
  result: r.object({
    size: r.int('transactions'),
    bytes: r.int('serialised size of all transactions'),
    fees: r.coins('sum of all fees'),
    transactions: r.array(
      r.object({
        txid: r.txid(),
        kind: transactionKind(),
        size: r.int('bytes'),
        fee: r.coins(),
        time: r.time('time of admission'),
      }),
      'newest first',
    ),
  }),
  examples: [{ params: [], result: { size: 0, bytes: 0, fees: 0n, transactions: [] } }, { params: [5] }],
  flags: { beyondReference: true },
})

const savemempool = defineMethod({
  name: 'savemempool',
  category: 'blockchain',
  consent: 'never',
  changesWith: 'never',
  summary: 'Writes the mempool to a file, which the next start loads. A normal stop writes the same file.',
  description: 'Transactions keep their times. With -persistmempool=0 neither stop nor start uses the file.',
  params: [],
  returns: 'path of the file',
  result: r.object({ filename: r.text('absolute path of the file') }),
  errors: [
    { code: -1, message: 'The mempool was not loaded yet', when: 'the previous file is still being loaded' },
    { code: -1, message: 'Unable to dump mempool to disk', when: 'writing fails; the log has the reason' },
  ],
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

export const mempoolMethods = {
  getmempoolinfo,
  getmempoolsummary,
  getrawmempool,
  savemempool,
} as const

/** Methods of Bitcoin Core about the running node. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const uptime = defineMethod({
  name: 'uptime',
  category: 'control',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns how long the node has been running; can be called during start-up too.',
  params: [],
  result: r.int('seconds since the start'),
  examples: [{ params: [], result: 3600 }],
  flags: { duringWarmup: true, beyondReference: true },
})

const getindexinfo = defineMethod({
  name: 'getindexinfo',
  category: 'util',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Shows the indexes of this node.',
  description: 'Indexes are built at the start, before calls are answered. From then on they follow the tip.',
  params: [p.str('index_name', 'the index to show; default: all').optional().nullable()],
  result: r.dictionary(
    r.object({
      synced: r.bool('false if the last check found an error, until the index is repaired'),
      best_block_height: r.height('height up to which the index is complete'),
    }),
    'by name: txindex, spentindex, addressindex, timestampindex, and one for each contract with an index',
  ),
  examples: [
    { params: [], result: new Map([['txindex', { synced: true, best_block_height: 262 }]]) },
    { params: ['txindex'] },
  ],
  flags: { beyondReference: true },
})

const getzmqnotifications = defineMethod({
  name: 'getzmqnotifications',
  category: 'network',
  consent: 'none',
  changesWith: 'never',
  summary: 'Lists the topics that the node publishes by ZeroMQ.',
  params: [],
  returns: 'one row for each topic and address',
  result: r.array(
    r.object({
      type: r.text('name of the option without -zmq, such as pubhashblock'),
      address: r.text('address to which subscribers connect'),
      hwm: r.int('always 0: waiting messages are limited in bytes, not in number'),
    }),
  ),
  examples: [{ params: [], result: [{ type: 'pubhashblock', address: 'tcp://127.0.0.1:28332', hwm: 0 }] }],
  flags: { beyondReference: true },
})

export const nodeInfoMethods = { getindexinfo, getzmqnotifications, uptime } as const

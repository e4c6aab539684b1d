/** Statistics of one block, with the fields of Bitcoin Core. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { BLOCK_HASH_EXAMPLE, BLOCK_NOT_FOUND } from './blocks.ts'

const rate = (doc: string) => r.optional(r.satoshis(`${doc}, satoshis per byte`))
const fee = (doc: string) => r.optional(r.satoshis(`${doc} in satoshis`))
const size = (doc: string) => r.optional(r.int(`${doc} in bytes`))
const count = (doc: string) => r.optional(r.int(doc))

const getblockstats = defineMethod({
  name: 'getblockstats',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Computes statistics of a block of the active chain.',
  description: 'Fees and sizes leave out the coinbase. Amounts are in satoshis, as in Bitcoin Core.',
  params: [
    p.any('hash_or_height', 'hash of the block, or its height', 'text'),
    p.array('stats', 'names of the values to return; default: all', { type: 'string' }).optional().nullable(),
  ],
  returns: 'the values, or only those that were requested',
  result: r.object({
    avgfee: fee('average fee'),
    avgfeerate: rate('average fee rate'),
    avgtxsize: size('average size of a transaction'),
    blockhash: r.optional(r.blockHash()),
    feerate_percentiles: r.optional(
      r.array(r.satoshis(), 'fee rates below which 10, 25, 50, 75 and 90 percent of the bytes are, satoshis per byte'),
    ),
    height: r.optional(r.height()),
    ins: count('number of inputs'),
    maxfee: fee('highest fee'),
    maxfeerate: rate('highest fee rate'),
    maxtxsize: size('largest transaction'),
    medianfee: fee('median of the fees'),
    mediantime: r.optional(r.time('median time of the last 11 blocks')),
    mediantxsize: size('median size of a transaction'),
    minfee: fee('lowest fee'),
    minfeerate: rate('lowest fee rate'),
    mintxsize: size('smallest transaction'),
    outs: count('number of outputs, with those of the coinbase'),
    subsidy: r.optional(r.satoshis('new coins in satoshis')),
    swtotal_size: count('always 0, because transactions have no witnesses'),
    swtotal_weight: count('always 0'),
    swtxs: count('always 0'),
    time: r.optional(r.time()),
    total_out: r.optional(r.satoshis('sum of the outputs in satoshis')),
    total_size: size('size of all transactions'),
    total_weight: count('four times total_size'),
    totalfee: fee('sum of the fees'),
    txs: count('number of transactions, with the coinbase'),
    utxo_increase: count('outputs minus inputs'),
    utxo_size_inc: size('growth of the coins with all outputs,'),
    utxo_increase_actual: count('outputs minus inputs, without unspendable outputs'),
    utxo_size_inc_actual: size('growth of the coins without unspendable outputs,'),
  }),
  errors: [
    BLOCK_NOT_FOUND,
    { code: -5, message: 'Requested block is not part of the main chain', when: 'the block is on another branch' },
    { code: -8, message: 'Block height out of range', when: 'the height is above the tip' },
    { code: -8, message: 'Invalid block height parameter', when: 'the text is neither a hash nor digits' },
    { code: -8, message: "Invalid selected statistic '<name>'", when: 'there is no such value' },
  ],
  examples: [
    { params: [100] },
    { params: [BLOCK_HASH_EXAMPLE, ['totalfee', 'txs']], note: 'two values, by the hash of the block' },
  ],
  flags: { beyondReference: true },
})

export const blockStatsMethods = { getblockstats } as const

/** Block templates and submission for external miners (rpc.md §8). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const transaction = {
  data: r.hex('the transaction'),
  hash: r.txid('id of the transaction'),
  depends: r.array(r.int('position in this list, counted from 1'), 'transactions that must precede this one'),
  fee: r.satoshis('fee; negative for the coinbase, which collects the fees'),
  sigops: r.int(),
}

const template = r.object({
  capabilities: r.array(r.text()),
  version: r.int('of the block'),
  previousblockhash: r.blockHash(),
  finalsaplingroothash: r.hex(),
  transactions: r.array(r.object(transaction)),
  coinbasetxn: r.optional(
    r.object({
      ...transaction,
      foundersreward: r.optional(r.satoshis('second output of the coinbase, if there is one')),
      coinbasevalue: r.satoshis('new coins'),
      required: r.bool('always true'),
    }),
  ),
  longpollid: r.text('id for the call that waits for the next template'),
  target: r.hex('maximum value of the block hash'),
  PoSperc: r.optional(r.int('percentage of staked blocks among the last blocks; chains with -ac_staked only')),
  ac_staked: r.optional(r.int('target percentage of staked blocks')),
  origtarget: r.optional(r.hex('target for staked blocks, the expanded form of bits')),
  mintime: r.time(),
  mutable: r.array(r.text()),
  noncerange: r.hex(),
  sigoplimit: r.int(),
  sizelimit: r.int('bytes'),
  curtime: r.time(),
  bits: r.hex('target in compact form'),
  height: r.height('of the block'),
})

const getblocktemplate = defineMethod({
  name: 'getblocktemplate',
  // A proposal is a complete block.
  maxText: 8_500_000,
  category: 'mining',
  consent: 'none',
  changesWith: 'never',
  summary: 'Returns a block template without proof of work, or validates a proposed block.',
  description:
    'With longpollid, the call returns when a better template is available: at the next block, or after a minute if other transactions wait. With mode "proposal", it returns the reason why the block in data could not follow the tip, without checking proof of work.',
  params: [
    p
      .object('jsonrequestobject', 'options of the request', {
        properties: {
          mode: { type: 'string', enum: ['template', 'disablecb', 'proposal'] },
          capabilities: { type: 'array', items: { type: 'string' } },
          longpollid: { type: 'string' },
          data: { type: 'string' },
        },
      })
      .optional(),
  ],
  result: r.oneOf(
    'a template; or the verdict on a proposed block, null if it is valid',
    r.nothing,
    r.text('verdict on a proposal: duplicate, duplicate-invalid, inconclusive-not-best-prevblk, rejected or a reason'),
    template,
  ),
  errors: [
    { code: -8, message: 'Invalid mode', when: 'the mode is unknown' },
    { code: -3, message: 'Missing data String key for proposal', when: 'a proposal has no block' },
    { code: -22, message: 'Block decode failed', when: 'the data is not a block' },
    {
      code: -9,
      message: 'Komodo is not connected!',
      when: 'the node has no peers; not required on regtest and with -testnode=1',
    },
    { code: -9, message: 'Shutting down', when: 'the node stops during the call' },
    {
      code: -1,
      message: 'CreateNewBlock(): create block failed',
      when: 'there is no address for the reward, or no block is valid',
    },
  ],
  examples: [{ params: [] }, { params: [{ mode: 'disablecb' }] }],
  flags: { longRunning: true },
})

export const blockTemplateMethods = { getblocktemplate } as const

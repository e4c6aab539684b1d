/** Block templates and submission for external miners (rpc.md §8). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const transaction = {
  data: r.hex('the transaction'),
  hash: r.txid('its id'),
  depends: r.array(r.int('position in this list, counted from 1'), 'transactions that must stand before it'),
  fee: r.satoshis('below 0 for the coinbase: what it takes'),
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
      foundersreward: r.optional(r.satoshis('its second output, if it has one')),
      coinbasevalue: r.satoshis('new coins'),
      required: r.bool('always true'),
    }),
  ),
  longpollid: r.text('to wait for the next template with'),
  target: r.hex('which the hash of the block must not exceed'),
  PoSperc: r.optional(r.int('per cent of the last blocks that are staked; chains with -ac_staked only')),
  ac_staked: r.optional(r.int('per cent that are aimed at')),
  origtarget: r.optional(r.hex('what a staked block is measured by: the target that bits stands for')),
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
  summary: 'Returns a block that lacks only its proof of work, or judges one.',
  description:
    'With longpollid it answers when a better template than that one can be made: at the next block, or after a minute when other transactions wait. With mode "proposal" it says why the block in data could not follow the tip, proof of work aside.',
  params: [
    p
      .object('jsonrequestobject', 'what is wanted', {
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
    r.text('of a proposal: duplicate, duplicate-invalid, inconclusive-not-best-prevblk, rejected or a reason'),
    template,
  ),
  errors: [
    { code: -8, message: 'Invalid mode', when: 'the mode is none of them' },
    { code: -3, message: 'Missing data String key for proposal', when: 'a proposal has no block' },
    { code: -22, message: 'Block decode failed', when: 'it is not a block' },
    { code: -9, message: 'Komodo is not connected!', when: 'there are no peers; regtest and -testnode=1 need none' },
    { code: -9, message: 'Shutting down', when: 'the node stops while the call waits' },
    { code: -1, message: 'CreateNewBlock(): create block failed', when: 'nobody can be paid, or no block is valid' },
  ],
  examples: [{ params: [] }, { params: [{ mode: 'disablecb' }] }],
  flags: { longRunning: true },
})

export const blockTemplateMethods = { getblocktemplate } as const

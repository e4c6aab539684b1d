/** Methods that wait for a block, as in Bitcoin Core. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { BLOCK_HASH_EXAMPLE } from './blocks.ts'

const timeout = p
  .int('timeout', 'milliseconds to wait; 0: until the client disconnects', { min: 0 })
  .default(0)
  .nullable()
const LIMIT =
  'A waiting call takes no slot of the work queue. It ends when the client disconnects, and cannot be part of a batch.'
const TOO_MANY = { code: -1, message: 'Too many calls wait for a block', when: '64 calls wait already' } as const
const result = r.object({ hash: r.blockHash(), height: r.height() })
const flags = { longRunning: true, waits: true, beyondReference: true } as const

const waitfornewblock = defineMethod({
  name: 'waitfornewblock',
  category: 'blockchain',
  consent: 'never',
  changesWith: 'never',
  summary: 'Waits for another tip and returns it.',
  description: LIMIT,
  params: [
    timeout,
    p.looseHash('current_tip', 'hash of the tip that the caller knows; default: the current one').optional().nullable(),
  ],
  returns: 'the new tip; after the timeout, or if the node stops, the current one',
  result,
  errors: [TOO_MANY],
  examples: [{ params: [1000] }],
  flags,
})

const waitforblock = defineMethod({
  name: 'waitforblock',
  category: 'blockchain',
  consent: 'never',
  changesWith: 'never',
  summary: 'Waits until a block is part of the active chain, and returns it.',
  description: LIMIT,
  params: [p.looseHash('blockhash', 'hash of the block'), timeout],
  returns: 'the block; after the timeout, or if the node stops, the current tip',
  result,
  errors: [TOO_MANY],
  examples: [{ params: [BLOCK_HASH_EXAMPLE, 1000] }],
  flags,
})

const waitforblockheight = defineMethod({
  name: 'waitforblockheight',
  category: 'blockchain',
  consent: 'never',
  changesWith: 'never',
  summary: 'Waits until the active chain has a height, and returns the tip.',
  description: LIMIT,
  params: [p.int('height', 'minimum height of the tip'), timeout],
  returns: 'the tip; after the timeout, or if the node stops, it may be lower',
  result,
  errors: [TOO_MANY],
  examples: [{ params: [100, 1000] }],
  flags,
})

export const tipWaitMethods = { waitforblock, waitforblockheight, waitfornewblock } as const

/** Proofs that transactions are in blocks, and checks of stored data (rpc.md §3). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const gettxoutproof = defineMethod({
  name: 'gettxoutproof',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Proves that transactions are in a block.',
  description:
    'The proof is the block’s header and the branches of the merkle tree that lead to these transactions (BIP 37).',
  params: [
    p.array('txids', 'ids of transactions, all of one block', { type: 'string', pattern: '^[0-9a-fA-F]{64}$' }),
    p.looseHash('blockhash', 'hash of the block; default: the block of the last transaction').optional(),
  ],
  result: r.hex('the proof'),
  errors: [
    { code: -8, message: 'Invalid txid', when: 'an id is not 64 hexadecimal digits' },
    { code: -8, message: 'Invalid parameter, duplicated txid', when: 'an id is listed twice' },
    { code: -5, message: 'Block not found', when: 'no block has this hash' },
    { code: -5, message: 'Transaction not yet in block', when: 'the last transaction is not in the chain' },
    {
      code: -5,
      message: '(Not all) transactions not found in specified block',
      when: 'one of the transactions is not in this block',
    },
  ],
  examples: [{ params: [[TXID_EXAMPLE]] }],
})

const verifytxoutproof = defineMethod({
  name: 'verifytxoutproof',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Returns the transactions that a proof of gettxoutproof proves.',
  params: [p.hex('proof', 'proof returned by gettxoutproof')],
  result: r.array(r.txid(), 'the transactions; none if the proof does not lead to the merkle root of the block'),
  errors: [
    { code: -1, message: 'CBaseDataStream::read(): end of data: iostream error', when: 'the proof ends too early' },
    { code: -5, message: 'Block not found in chain', when: 'the block is not in the active chain' },
  ],
  examples: [{ params: ['00'], note: 'rejected: the proof ends too early' }],
})

const verifychain = defineMethod({
  name: 'verifychain',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Verifies the newest blocks on disk.',
  description:
    'Level 0 reads them; 1 also checks structure and proof of work; 2 the spent coins; 3 the created coins; 4 the signatures of all inputs. Other calls are answered during the check, and the check can be cancelled.',
  params: [
    p.int('checklevel', 'level, 0 to 4; other values are clamped').default(3),
    p.int('numblocks', 'number of blocks; 0: all').default(288),
  ],
  result: r.bool('true if all blocks are intact; false if a block is damaged or does not match the tables'),
  examples: [{ params: [], result: true }, { params: [4, 10] }],
  flags: { longRunning: true },
})

export const proofMethods = { gettxoutproof, verifychain, verifytxoutproof } as const

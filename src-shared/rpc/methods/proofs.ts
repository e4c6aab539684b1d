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
  description: 'The proof is the block’s header and as much of the tree of its transactions as leads to them (BIP 37).',
  params: [
    p.array('txids', 'ids of transactions, all of one block', { type: 'string', pattern: '^[0-9a-fA-F]{64}$' }),
    p.looseHash('blockhash', 'of the block; default: the one that the last of them is in').optional(),
  ],
  result: r.hex('the proof'),
  errors: [
    { code: -8, message: 'Invalid txid', when: 'one is not 64 hexadecimal digits' },
    { code: -8, message: 'Invalid parameter, duplicated txid', when: 'one is there twice' },
    { code: -5, message: 'Block not found', when: 'no block has that hash' },
    { code: -5, message: 'Transaction not yet in block', when: 'the last of them is not in the chain' },
    { code: -5, message: '(Not all) transactions not found in specified block', when: 'not all are in that block' },
  ],
  examples: [{ params: [[TXID_EXAMPLE]] }],
})

const verifytxoutproof = defineMethod({
  name: 'verifytxoutproof',
  category: 'blockchain',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Tells which transactions a proof of gettxoutproof proves.',
  params: [p.hex('proof', 'as gettxoutproof answers it')],
  result: r.array(r.txid(), 'the transactions; none if the proof does not lead to the block’s root'),
  errors: [
    { code: -1, message: 'CBaseDataStream::read(): end of data: iostream error', when: 'it ends too early' },
    { code: -5, message: 'Block not found in chain', when: 'its block is not in the active chain' },
  ],
  examples: [{ params: ['00'], note: 'refused: the proof ends too early' }],
})

const verifychain = defineMethod({
  name: 'verifychain',
  category: 'blockchain',
  consent: 'none',
  changesWith: 'never',
  summary: 'Checks the newest blocks as they are stored.',
  description:
    'Level 0 reads them; 1 checks their structure and proof of work too; 2 the coins that they spend; 3 the coins that they make; 4 the signatures of all their inputs. Other calls are answered meanwhile, and it can be cancelled.',
  params: [
    p.int('checklevel', '0 to 4; what is beyond counts as the nearest').default(3),
    p.int('numblocks', 'how many; 0: all').default(288),
  ],
  result: r.bool('false: a block is damaged or does not fit the tables'),
  examples: [{ params: [], result: true }, { params: [4, 10] }],
  flags: { longRunning: true },
})

export const proofMethods = { gettxoutproof, verifychain, verifytxoutproof } as const

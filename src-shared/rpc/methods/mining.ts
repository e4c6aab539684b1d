/** Mining methods (rpc.md §8). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const generate = defineMethod({
  name: 'generate',
  category: 'mining',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Mines blocks immediately, on regtest only.',
  description: 'The reward goes to -pubkey if set, otherwise to a new key of the wallet.',
  params: [p.int('numblocks', 'number of blocks')],
  result: r.array(r.blockHash(), 'the new blocks'),
  errors: [
    { code: -32601, message: 'Mining Enabled', when: 'the chain is not a regtest chain' },
    { code: -32601, message: 'Wallet disabled and -mineraddress not set', when: 'there is no address for the reward' },
    {
      code: -1,
      message: 'The newest block is … s ahead of the clock, …',
      when: 'the next block must wait some seconds',
    },
    { code: -1, message: 'no valid block can be made: …', when: 'not even an empty block would be valid' },
    { code: -25, message: 'the mined block was rejected: …', when: 'the chain rejects the block' },
  ],
  examples: [{ params: [1], result: ['0a795a4278110f2beb77d4e34940fca0bf54e9c0859ba55dbbf49c59fe94965e'] }],
  flags: { longRunning: true },
})

const getmininginfo = defineMethod({
  name: 'getmininginfo',
  category: 'mining',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'mining'],
  summary: 'Shows the state of mining.',
  params: [],
  returns: 'the node’s miner and the next block',
  result: r.object({
    blocks: r.height('of the tip'),
    currentblocksize: r.int('size of the last block built by this node, in bytes'),
    currentblocktx: r.int('number of transactions in that block'),
    difficulty: r.double('of the next block'),
    errors: r.text(),
    genproclimit: r.int('maximum number of mining threads'),
    localsolps: r.double('Equihash solutions per second found by this node'),
    networksolps: r.int('estimate for the network'),
    networkhashps: r.int('the same'),
    pooledtx: r.int('transactions in the mempool'),
    testnet: r.bool('always false'),
    chain: r.choice('', 'main', 'regtest'),
    staking: r.bool('true if the wallet’s coins stake'),
    generate: r.bool('true if the node mines'),
    numthreads: r.int(),
  }),
  examples: [
    {
      params: [],
      result: {
        blocks: 262,
        currentblocksize: 1000,
        currentblocktx: 0,
        difficulty: 1.000015199416342,
        errors: '',
        genproclimit: -1,
        localsolps: 0,
        networksolps: 0,
        networkhashps: 0,
        pooledtx: 0,
        testnet: false,
        chain: 'regtest',
        staking: false,
        generate: false,
        numthreads: -1,
      },
    },
  ],
})

const submitblock = defineMethod({
  name: 'submitblock',
  // Maximum block size, in hex.
  maxText: 8_500_000,
  category: 'mining',
  consent: 'never',
  changesWith: 'never',
  summary: 'Submits a block to the node.',
  params: [p.str('hexdata', 'the block'), p.any('jsonparametersobject', 'ignored', 'string').optional()],
  result: r.oneOf(
    'null if the block is part of the chain now, otherwise the reason',
    r.nothing,
    r.text(
      'reason why the block is not part of the chain: duplicate, duplicate-invalid, inconclusive, rejected or another reason',
    ),
  ),
  errors: [{ code: -22, message: 'Block decode failed', when: 'the hex is not a block' }],
  examples: [{ params: ['00'] }],
})

const setautomine = defineMethod({
  name: 'setautomine',
  category: 'mining',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Switches automatic mining of a block for each new transaction on or off, on regtest only.',
  params: [p.bool('enabled', 'true to switch on')],
  returns: 'the new setting',
  result: r.object({ automaticMining: r.bool() }),
  errors: [{ code: -32601, message: 'Mining Enabled', when: 'the chain is not a regtest chain' }],
  examples: [{ params: [true], result: { automaticMining: true } }],
  flags: { beyondReference: true },
})

export const miningMethods = { generate, getmininginfo, setautomine, submitblock } as const

/** Methods for raw transactions (rpc.md §7). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { decodedScript, decodedTransaction, TXID_EXAMPLE, verboseTransaction } from './shapes.ts'

const DECODE_FAILED = { code: -22, message: 'TX decode failed', when: 'the hex is not a transaction' } as const
/** one input and one OP_RETURN output: the minimum for decoding */
const TX_EXAMPLE =
  '0400008085202f89010f2326cc159e2d322159bd5cefaa42ae1bd1e1f36cf8f151718b5203f9a312750000000000ffffffff0100000000000000000' +
  '26a00000000003b0100000000000000000000000000'
const OUTPOINT = { txid: TXID_EXAMPLE, vout: 0 }

const createrawtransaction = defineMethod({
  name: 'createrawtransaction',
  // More inputs and outputs would make the transaction too long.
  maxText: 700_000,
  category: 'rawtransactions',
  consent: 'none',
  changesWith: 'never',
  summary: 'Builds an unsigned transaction from given inputs and outputs.',
  description: 'Nothing is signed, stored or sent.',
  params: [
    p
      .array('inputs', 'outputs to spend: objects with txid, vout and, optionally, sequence', {
        type: 'object',
        required: ['txid', 'vout'],
        properties: { txid: { type: 'string' }, vout: { type: 'integer' }, sequence: { type: 'integer' } },
      })
      .typed()
      .nullable(),
    p
      .object('outputs', 'amounts by address; the name "data" takes hex for an OP_RETURN output', {
        additionalProperties: { type: ['number', 'string'] },
      })
      .typed()
      .nullable(),
    p.int64('locktime', 'lock time; a value other than 0 enables lock times').typed().default(0n).nullable(),
    p
      .int64('expiryheight', 'last height at which the transaction may be mined; default: 200 blocks from now')
      .typed()
      .optional()
      .nullable(),
  ],
  result: r.hex('the transaction'),
  errors: [
    { code: -8, message: 'Invalid parameter, missing vout key', when: 'an input has no numeric vout' },
    { code: -5, message: 'Invalid Komodo address or script: X', when: 'an output is neither an address nor a script' },
  ],
  examples: [
    {
      params: [[OUTPOINT], { RPqwQA9AENGE4dLKb3WsH33N73477gX7zs: '0.01' }],
      result:
        '0400008085202f8901b8035a81a08a0232b112d7ee8ea422e6ab8548cea4f053746a52ee36b2895ce40000000000ffffffff0140420f00000000001976a9149fc33c120ab653bcba69bbc56aaf9c7187cca6c788ac00000000cf0100000000000000000000000000',
    },
    { params: [[OUTPOINT], { data: '00010203' }], note: 'an output with data' },
  ],
})

const decoderawtransaction = defineMethod({
  name: 'decoderawtransaction',
  category: 'rawtransactions',
  consent: 'none',
  changesWith: 'never',
  summary: 'Decodes a serialised transaction.',
  params: [p.str('hexstring', 'the transaction').typed().transaction()],
  returns: 'decoded transaction',
  result: decodedTransaction,
  errors: [DECODE_FAILED],
  examples: [{ params: [TX_EXAMPLE] }],
})

const decodescript = defineMethod({
  name: 'decodescript',
  // Maximum transaction size, in hex.
  maxText: 400_000,
  category: 'rawtransactions',
  consent: 'none',
  changesWith: 'never',
  summary: 'Decodes a script and shows its addresses.',
  params: [p.hex('hexstring', 'the script; may be empty', { label: 'argument', empty: true }).typed()],
  returns: 'decoded script',
  result: decodedScript,
  examples: [
    {
      params: ['76a914e7948c7995f4347f31eb55c8ea77e8f6e97b372c88ac'],
      result: {
        asm: 'OP_DUP OP_HASH160 e7948c7995f4347f31eb55c8ea77e8f6e97b372c OP_EQUALVERIFY OP_CHECKSIG',
        reqSigs: 1,
        type: 'pubkeyhash',
        addresses: ['RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'],
        p2sh: 'bHt7VVnhCwCvHGwe6CKEZr9Kb3n1NDLfTs',
      },
    },
  ],
})

const getrawtransaction = defineMethod({
  name: 'getrawtransaction',
  category: 'rawtransactions',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Returns a transaction of the mempool or of the chain.',
  params: [
    p.hash('txid', 'id of the transaction', 'parameter 1'),
    p.int('verbose', '0: hex, otherwise an object').default(0),
  ],
  result: r.oneOf(
    'hex, or an object, depending on verbose',
    r.hex('the transaction, if verbose is 0'),
    verboseTransaction,
  ),
  errors: [{ code: -5, message: 'No information available about transaction', when: 'the transaction is unknown' }],
  examples: [{ params: [TXID_EXAMPLE] }, { params: [TXID_EXAMPLE, 1] }],
})

const sendrawtransaction = defineMethod({
  name: 'sendrawtransaction',
  category: 'rawtransactions',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Checks a signed transaction, admits it to the mempool and relays it.',
  params: [
    p.str('hexstring', 'the transaction').typed().transaction(),
    p.bool('allowhighfees', 'allow absurdly high fees').typed().default(false),
  ],
  result: r.txid('id of the transaction'),
  errors: [
    DECODE_FAILED,
    { code: -25, message: 'Missing inputs', when: 'a spent output is unknown' },
    { code: -26, message: '<code>: <reason>', when: 'a consensus or policy rule rejects the transaction' },
    {
      code: -27,
      message: 'transaction already in block chain',
      when: 'the transaction is mined and one of its outputs is unspent',
    },
  ],
  examples: [{ params: [TX_EXAMPLE] }],
})

/** Maximum number of transactions per call, as in Bitcoin Core. */
export const MAX_TESTED_TRANSACTIONS = 25

const testmempoolaccept = defineMethod({
  name: 'testmempoolaccept',
  // Several transactions of maximum size, in hex.
  maxText: 2_000_000,
  category: 'rawtransactions',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Checks whether the mempool would accept transactions, without adding them.',
  description: 'A transaction may spend outputs of earlier ones in the list.',
  params: [
    p.array('rawtxs', `transactions in hex, at most ${MAX_TESTED_TRANSACTIONS}`, { type: 'string' }),
    p
      .amount('maxfeerate', 'maximum fee for 1,000 bytes, 0 for none; default: the limit of sendrawtransaction')
      .optional()
      .nullable(),
  ],
  returns: 'one row for each transaction, in the same order',
  result: r.array(
    r.object({
      txid: r.txid(),
      wtxid: r.txid('same as txid, because transactions have no witnesses'),
      allowed: r.bool('true if the mempool would accept the transaction now'),
      vsize: r.optional(r.int('size in bytes; only if allowed')),
      fees: r.optional(
        r.object({
          base: r.coins('fee'),
          'effective-feerate': r.coins('fee for 1,000 bytes, with the changes of prioritisetransaction'),
          'effective-includes': r.array(r.txid(), 'transactions whose fees and sizes count, always this one'),
        }),
      ),
      'reject-reason': r.optional(r.text('reason; only if not allowed')),
    }),
  ),
  errors: [
    DECODE_FAILED,
    {
      code: -8,
      message: `Array must contain between 1 and ${MAX_TESTED_TRANSACTIONS} transactions.`,
      when: 'it does not',
    },
  ],
  examples: [{ params: [[TX_EXAMPLE]] }],
  flags: { beyondReference: true },
})

const signrawtransaction = defineMethod({
  name: 'signrawtransaction',
  // Maximum transaction size with all spent outputs.
  maxText: 2_000_000,
  category: 'rawtransactions',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Signs the inputs of a transaction for which keys are available.',
  description: 'Keys come from the wallet, or only from the third parameter if present.',
  params: [
    p
      .hex('hexstring', 'transaction in hex; may be several concatenated variants of the transaction', {
        label: 'argument 1',
      })
      .typed()
      .transaction(),
    p
      .array('prevtxs', 'spent outputs that this node does not know', {
        type: 'object',
        required: ['txid', 'vout', 'scriptPubKey'],
        properties: {
          txid: { type: 'string' },
          vout: { type: 'integer' },
          scriptPubKey: { type: 'string' },
          redeemScript: { type: 'string' },
          amount: { type: ['number', 'string'] },
        },
      })
      .typed()
      .optional()
      .nullable(),
    p
      .array('privkeys', 'keys to sign with instead of the wallet’s', { type: 'string' })
      .typed()
      .secret()
      .optional()
      .nullable(),
    p.str('sighashtype', 'ALL, NONE or SINGLE, each optionally with |ANYONECANPAY').typed().default('ALL').nullable(),
    p
      .str('branchid', 'consensus branch as 8 hex digits; default: the branch of the next block', '^[0-9a-fA-F]{8}$')
      .typed()
      .optional()
      .nullable(),
  ],
  returns: 'the transaction with all possible signatures',
  result: r.object({
    hex: r.hex('transaction with all possible signatures'),
    complete: r.bool('true if every input is signed'),
    errors: r.optional(
      r.array(
        r.object({
          txid: r.txid('id of the spent transaction'),
          vout: r.int('its output'),
          scriptSig: r.hex(),
          sequence: r.int(),
          error: r.text('reason why the input is not signed'),
        }),
      ),
    ),
  }),
  errors: [DECODE_FAILED, { code: -5, message: 'Invalid private key', when: 'a given key is invalid' }],
  examples: [{ params: [TX_EXAMPLE] }],
})

export const rawTransactionMethods = {
  createrawtransaction,
  decoderawtransaction,
  decodescript,
  getrawtransaction,
  sendrawtransaction,
  signrawtransaction,
  testmempoolaccept,
} as const

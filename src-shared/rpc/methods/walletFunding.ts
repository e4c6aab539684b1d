/** Methods that send several transactions in one step: coins are moved to the token key first. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'
import { LOCKED } from './wallet.ts'

/** Contract methods whose coins can first be collected on the token key. */
export const FUNDABLE = [
  'tokencreate',
  'tokenask',
  'tokenbid',
  'tokencancelask',
  'tokencancelbid',
  'tokenfillask',
  'tokenfillbid',
] as const
/** Maximum number of transactions sent per call */
export const MAX_TOGETHER = 8

const preparefunded = defineMethod({
  name: 'preparefunded',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  signed: ['move', 'hex'],
  summary:
    'Builds and signs the transaction of a contract method and, if the available coins do not suffice, a payment that precedes it.',
  description:
    'A token is created from coins of the token key only; an order uses any confirmed coins, but a limited number of them. If these do not suffice, two transactions are built: the first moves coins of the wallet to the token key, the second spends only that output. Nothing is sent or recorded: send both with sendtogether, the payment first.',
  params: [p.str('method', FUNDABLE.join(', ')), p.array('params', 'parameters of the method')],
  result: r.oneOf(
    'signed transactions, not yet sent',
    r.object({
      result: r.choice('', 'success'),
      move: r.optional(r.hex('payment to the token key; left out if not required')),
      hex: r.hex('the transaction of the contract'),
    }),
    moduleError,
  ),
  errors: [
    { code: -8, message: 'Invalid parameter, method must be …', when: 'the method is not in this list' },
    { code: -6, message: 'Insufficient funds', when: 'the whole wallet has too few coins' },
    LOCKED,
  ],
  examples: [
    { params: ['tokencreate', ['GOLD', '1', 'a first token']] },
    { params: ['tokenbid', ['100', TXID_EXAMPLE, '10']] },
  ],
  flags: { wallet: true, beyondReference: true },
})

const sendtogether = defineMethod({
  name: 'sendtogether',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Sends several signed transactions, each of which may spend outputs of earlier ones.',
  description:
    'The transactions are sent in the given order. Known ones are skipped, so the same call can be repeated. If one is rejected, the transactions before it have been sent, and those after it have not.',
  params: [p.hex('hexstring', `concatenated signed transactions, at most ${MAX_TOGETHER}`).transaction()],
  returns: 'ids of the transactions',
  result: r.array(r.txid()),
  errors: [
    { code: -22, message: 'TX decode failed', when: 'the hex is not a sequence of transactions' },
    { code: -26, message: '<code>: <reason>', when: 'a rule of the network rejects one of them' },
    { code: -25, message: 'Missing inputs', when: 'an input is no longer available' },
  ],
  examples: [{ params: ['0400008085202f8900'] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletPurseMethods = { preparefunded, sendtogether } as const

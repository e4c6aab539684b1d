/** Methods for payments to several receivers (rpc.md §9). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

const sendmany = defineMethod({
  name: 'sendmany',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Sends coins to several addresses in one transaction.',
  description: 'Coins locked in crypto-condition outputs, such as tokens, are never spent.',
  params: [
    p.str('fromaccount', 'must be empty'),
    p.object('amounts', 'coins by receiver: an address, or a public key in hex', {
      additionalProperties: { type: ['number', 'string'] },
    }),
    p.int('minconf', 'required number of confirmations of the wallet’s coins').default(1),
    p.str('comment', 'purpose; kept in the wallet only').default('').nullable(),
    p.array('subtractfeefromamount', 'receivers that share the fee; others are ignored', { type: 'string' }).optional(),
  ],
  result: r.txid('id of the transaction'),
  errors: [
    {
      code: -5,
      message: 'Invalid Komodo address or pubkey: X',
      when: 'a receiver is neither an address nor a public key',
    },
    { code: -3, message: 'Invalid amount for send', when: 'an amount is 0' },
    { code: -6, message: 'Account has insufficient funds', when: 'the wallet has less, or an account is given' },
    { code: -6, message: 'Transaction amounts must be positive', when: 'there is no receiver' },
    { code: -4, message: 'Transaction commit failed', when: 'a rule of the network rejects the transaction' },
    {
      code: -13,
      message: 'Error: Please enter the wallet passphrase with walletpassphrase first.',
      when: 'the wallet is locked',
    },
  ],
  examples: [
    {
      params: ['', { [ADDRESS_EXAMPLE]: '0.1' }, 1, 'rent'],
      result: '315b7894eac5259dabf6d60cff3cf9c46fb1256e8ae8dbd1dd2266f42a3c43e3',
    },
  ],
  flags: { wallet: true },
})

/** Methods that build, sign and send in a single call. */
export const PAYING = ['sendfrom', 'sendmany', 'sendtoaddress'] as const

const preparepayment = defineMethod({
  name: 'preparepayment',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds and signs the transaction of sendtoaddress, sendmany or sendfrom without sending it.',
  description:
    'Coins, fee and errors are the same as in a real call. Nothing is recorded: send the result with sendprepared.',
  params: [p.str('method', `${PAYING.join(', ')}`), p.array('params', 'parameters of the method')],
  returns: 'the signed transaction',
  result: r.object({ hex: r.hex('the signed transaction, for sendprepared'), txid: r.txid() }),
  errors: [{ code: -8, message: 'Invalid parameter, method must be …', when: 'the method is not in this list' }],
  examples: [{ params: ['sendtoaddress', [ADDRESS_EXAMPLE, '0.1']] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletSendMethods = { preparepayment, sendmany } as const

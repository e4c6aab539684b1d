/** Methods for a payment in steps: estimated while the user writes it, built and signed for review, then sent. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { TXID_EXAMPLE } from './shapes.ts'
import { LOCKED } from './wallet.ts'

const ADDRESS_EXAMPLE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
/** Maximum number of receivers of a payment, and of coins selected for it */
export const MAX_PREPARED = 500
/** Maximum number of characters in a comment */
export const MAX_COMMENT = 1000

const BAD_INPUT = {
  code: -8,
  message: 'The output X is locked: unlock it first.',
  when: 'an input is locked, immature, not of this wallet, spent, or an output of a token or another module',
} as const
const paid = r.object({
  address: r.oneOf('address; null if the script has none', r.address(), r.nothing),
  amount: r.coins(),
})

const payment = p.object(
  'payment',
  `object: "outputs" (list of {"address", "amount"}, at most ${MAX_PREPARED}), "inputs" (list of {"txid", "vout"} to spend, or null: the wallet chooses), "feerate" (coins per 1,000 bytes, or null: the default), "subtractfee" (true: the receivers pay the fee)`,
)
const BAD_PAYMENT = [
  { code: -5, message: 'Invalid address: X', when: 'a receiver is not an address' },
  { code: -3, message: 'Invalid amount for send', when: 'an amount is 0' },
  BAD_INPUT,
  { code: -6, message: 'Insufficient funds', when: 'the coins are worth less than the amounts plus the fee' },
] as const

const estimatesend = defineMethod({
  name: 'estimatesend',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  summary: 'Estimates the cost of a payment. The wallet may be locked.',
  description:
    'The payment is built as by preparesend, but with signatures of maximum size: with the same coins, the real payment never costs more. The wallet may choose other coins when the payment is really built.',
  params: [payment],
  returns: 'cost and size of the transaction',
  result: r.object({
    fee: r.coins('maximum fee'),
    size: r.int('bytes, at most'),
    inputs: r.int('number of coins to spend'),
    change: r.oneOf('minimum change', r.coins(), r.nothing),
  }),
  errors: BAD_PAYMENT,
  examples: [
    {
      params: [{ outputs: [{ address: ADDRESS_EXAMPLE, amount: '0.1' }] }],
      result: { fee: 5000n, size: 335, inputs: 2, change: 1989000n },
    },
  ],
  flags: { wallet: true, beyondReference: true },
})

const preparesend = defineMethod({
  name: 'preparesend',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds and signs a payment without sending it, so that it can be reviewed first.',
  description:
    'Nothing is recorded and no coin is reserved. If inputs are given, exactly these are spent. Outputs of tokens and of other modules are never spent.',
  params: [payment],
  returns: 'the signed transaction, and facts to know before sending',
  result: r.object({
    hex: r.hex('the signed transaction, for sendprepared'),
    txid: r.txid(),
    fee: r.coins(),
    size: r.int('bytes'),
    feerate: r.coins('actual fee per 1,000 bytes'),
    change: r.oneOf('change of the wallet', r.object({ address: r.address(), amount: r.coins() }), r.nothing),
    inputs: r.array(
      r.object({
        txid: r.txid(),
        vout: r.int(),
        address: r.oneOf('address; null if the script has none', r.address(), r.nothing),
        amount: r.coins(),
      }),
    ),
    outputs: r.array(paid, 'amounts of the receivers, in the given order'),
  }),
  errors: [...BAD_PAYMENT, LOCKED],
  examples: [
    { params: [{ outputs: [{ address: ADDRESS_EXAMPLE, amount: '0.1' }] }] },
    {
      params: [
        {
          outputs: [{ address: ADDRESS_EXAMPLE, amount: '0.1' }],
          inputs: [{ txid: TXID_EXAMPLE, vout: 1 }],
          feerate: '0.0001',
          subtractfee: true,
        },
      ],
    },
  ],
  flags: { wallet: true, beyondReference: true },
})

const sendprepared = defineMethod({
  name: 'sendprepared',
  category: 'wallet',
  consent: 'ask',
  stake: 'money',
  changesWith: 'never',
  summary: 'Sends a payment built by preparesend.',
  description:
    'Everything is checked again: all inputs must be spendable coins of this wallet, and the fee must not be absurdly high. If the same payment is sent twice, only one transaction results.',
  params: [
    p.hex('hex', 'the signed transaction').transaction(),
    p.str('comment', `purpose, at most ${MAX_COMMENT} characters; kept in the wallet only`).default('').nullable(),
    p.str('commentto', 'receiver; kept in the wallet only, same limit').default('').nullable(),
  ],
  result: r.txid('id of the transaction'),
  errors: [
    { code: -22, message: 'TX decode failed', when: 'the hex is not a transaction' },
    BAD_INPUT,
    { code: -8, message: 'The fee is more than X coins', when: 'the fee exceeds the wallet’s maximum' },
    { code: -26, message: '<code>: <reason>', when: 'a rule of the network rejects the transaction' },
    { code: -25, message: 'Missing inputs', when: 'an input is no longer available' },
  ],
  examples: [{ params: ['0400008085202f8900', 'rent'] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletPreparedMethods = { estimatesend, preparesend, sendprepared } as const

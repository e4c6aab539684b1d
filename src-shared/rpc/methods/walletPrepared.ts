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
const paid = r.object({ address: r.oneOf('null for a script without one', r.address(), r.nothing), amount: r.coins() })

const payment = p.object(
  'payment',
  `object: "outputs" (list of {"address", "amount"}, at most ${MAX_PREPARED}), "inputs" (list of {"txid", "vout"} to spend, or null: the wallet chooses), "feerate" (coins for 1000 bytes, or null: the usual), "subtractfee" (true: the receivers pay the fee)`,
)
const BAD_PAYMENT = [
  { code: -5, message: 'Invalid address: X', when: 'a receiver is not an address' },
  { code: -3, message: 'Invalid amount for send', when: 'an amount is 0' },
  BAD_INPUT,
  { code: -6, message: 'Insufficient funds', when: 'the coins are worth less than the amounts and the fee' },
] as const

const estimatesend = defineMethod({
  name: 'estimatesend',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  summary: 'Tells what a payment would cost. The wallet may be locked.',
  description:
    'The payment is put together as preparesend does it, but signatures count with the most bytes that they may have: of the same coins it never costs more. The wallet may choose others when the payment is really built.',
  params: [payment],
  returns: 'cost and size of the transaction that would be made',
  result: r.object({
    fee: r.coins('at most'),
    size: r.int('bytes, at most'),
    inputs: r.int('coins that it would spend'),
    change: r.oneOf('what would come back, at least', r.coins(), r.nothing),
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
  summary: 'Builds and signs a payment without sending it, so that it can be looked at first.',
  description:
    'Nothing is recorded and no coin is kept back. Coins that are named are all spent, and no others; outputs of tokens and of other modules are never among them.',
  params: [payment],
  returns: 'the transaction, signed, and what to know before it is sent',
  result: r.object({
    hex: r.hex('the signed transaction, for sendprepared'),
    txid: r.txid(),
    fee: r.coins(),
    size: r.int('bytes'),
    feerate: r.coins('what it really pays for 1000 bytes'),
    change: r.oneOf('what comes back to the wallet', r.object({ address: r.address(), amount: r.coins() }), r.nothing),
    inputs: r.array(
      r.object({
        txid: r.txid(),
        vout: r.int(),
        address: r.oneOf('null for a script without one', r.address(), r.nothing),
        amount: r.coins(),
      }),
    ),
    outputs: r.array(paid, 'what the receivers get, in the order asked for'),
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
  summary: 'Sends a payment that preparesend has built.',
  description:
    'Everything is checked again: that all inputs are coins of this wallet that may be spent, and that the fee is none that is sent by mistake. The same payment sent twice is sent once.',
  params: [
    p.hex('hex', 'the signed transaction').transaction(),
    p
      .str('comment', `what it is for, at most ${MAX_COMMENT} characters; kept in the wallet only`)
      .default('')
      .nullable(),
    p.str('commentto', 'who it is for; the same').default('').nullable(),
  ],
  result: r.txid('id of the transaction'),
  errors: [
    { code: -22, message: 'TX decode failed', when: 'the hex is no transaction' },
    BAD_INPUT,
    { code: -8, message: 'The fee is more than X coins', when: 'it pays more than the wallet does at most' },
    { code: -26, message: '<code>: <reason>', when: 'the network’s rules refuse it' },
    { code: -25, message: 'Missing inputs', when: 'an input is not there any more' },
  ],
  examples: [{ params: ['0400008085202f8900', 'rent'] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletPreparedMethods = { estimatesend, preparesend, sendprepared } as const

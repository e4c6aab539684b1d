/** Methods of payment plans, which pay coins of any sender to a fixed list of receivers (payments.md §4). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const NOT_SENT = 'Unlike in komodod, nothing is sent: give the hex to sendrawtransaction.'

const request = (doc: string) => p.text('request', `${doc}, as an array in one text; write quotation marks as %22 or '`)

const success = {
  hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
  txid: r.txid('id of the transaction'),
  result: r.choice('', 'success'),
}
const notes = r.int('number of receivers that require a script at the end of a release')

const built = () =>
  r.oneOf(
    'signed transaction, not yet sent',
    r.object(success),
    r.object({
      result: r.choice('', 'error'),
      error: r.text('error text'),
      n: r.optional(r.int('number of items of the request')),
      numoprets: r.optional(notes),
    }),
  )

const release = () =>
  r.oneOf(
    'signed transaction, not yet sent',
    r.object({ numoprets: notes, amount: r.coins('asked for'), newamount: r.coins('paid'), ...success }),
    r.object({
      numoprets: r.optional(notes),
      amount: r.optional(r.coins('asked for')),
      newamount: r.optional(r.coins('amount that would be paid')),
      result: r.choice('', 'error'),
      error: r.text('error text'),
    }),
  )

const paymentstxidopret = defineMethod({
  name: 'paymentstxidopret',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that describes one receiver of a payment plan.',
  description: NOT_SENT,
  usage: 'paymentstxidopret "[allocation,%22scriptPubKey%22(,%22destopret%22)]"',
  params: [request('share, address or script in hex, and optionally a script that each release must end with')],
  result: built(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['[9,%22RCXuLCqUQpSKN9aMSzjEkdumYACmKcasmZ%22]'] }],
})

const paymentscreate = defineMethod({
  name: 'paymentscreate',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that creates a payment plan.',
  description: `The rules of the contract allow anyone to take the funds of a plan by merging its outputs. ${NOT_SENT}`,
  usage: 'paymentscreate "[lockedblocks,minamount,%22paytxid0%22,...,%22paytxidN%22]"',
  params: [
    request(
      'number of blocks that coins stay locked, minimum coins of a release, and the receivers’ transactions, at least two',
    ),
  ],
  result: built(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [`[0,0,%22${TXID_EXAMPLE}%22,%22${TXID_EXAMPLE}%22]`] }],
})

const paymentsfund = defineMethod({
  name: 'paymentsfund',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that pays into a payment plan.',
  description: NOT_SENT,
  usage: 'paymentsfund "[%22createtxid%22,amount(,useopret)]"',
  params: [request('the plan, the coins, and whether they go to the address of all plans')],
  result: built(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [`[%22${TXID_EXAMPLE}%22,5]`] }],
})

const paymentsrelease = defineMethod({
  name: 'paymentsrelease',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that pays the receivers of a payment plan their shares.',
  description: NOT_SENT,
  usage: 'paymentsrelease "[%22createtxid%22,amount,(skipminimum)]"',
  params: [request('the plan, the coins, and whether receivers of too small amounts are left out')],
  result: release(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [`[%22${TXID_EXAMPLE}%22,1]`] }],
})

const paymentsmerge = defineMethod({
  name: 'paymentsmerge',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that merges the outputs of a payment plan.',
  description: NOT_SENT,
  usage: 'paymentsmerge "[%22createtxid%22]"',
  params: [request('the plan')],
  result: built(),
  errors: [CONTRACT_GATE],
  examples: [{ params: [`[%22${TXID_EXAMPLE}%22]`] }],
})

const paymentsairdrop = defineMethod({
  name: 'paymentsairdrop',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  summary: 'Always fails: no chain supported by this program has the required snapshots.',
  usage:
    'paymentsairdrop "[lockedblocks,minamount,mintoaddress,top,bottom,fixedFlag,%22excludeAddress%22,...,%22excludeAddressN%22]"',
  params: [request('terms')],
  result: r.json('result and error'),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['[]'] }],
})

const paymentsairdroptokens = defineMethod({
  name: 'paymentsairdroptokens',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  summary: 'Always fails, as in komodod: the method is unusable there too.',
  usage:
    'paymentsairdroptokens "[%22tokenid%22,lockedblocks,minamount,mintoaddress,top,bottom,fixedFlag,%22excludePubKey%22,...,%22excludePubKeyN%22]"',
  params: [request('terms')],
  result: r.json('result and error'),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['[]'] }],
})

const paymentslist = defineMethod({
  name: 'paymentslist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the payment plans of this chain, oldest first.',
  usage: 'paymentslist',
  params: [],
  returns: 'the plans',
  result: r.object({
    result: r.choice('', 'success'),
    createtxids: r.array(r.text(), 'ids of the transactions that created the plans'),
  }),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const paymentsinfo = defineMethod({
  name: 'paymentsinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the receivers of a payment plan, its funds, and when the plan can pay.',
  usage: 'paymentsinfo "[%22createtxid%22]"',
  params: [request('the plan')],
  result: r.json('terms and funds, with the funds under the addresses that hold them; or result and error'),
  errors: [CONTRACT_GATE],
  examples: [{ params: [`[%22${TXID_EXAMPLE}%22]`] }],
})

const paymentsaddress = defineAddresses({ name: 'paymentsaddress', contract: 'Payments', things: 'payments' })

export const paymentsMethods = {
  paymentstxidopret,
  paymentscreate,
  paymentsfund,
  paymentsrelease,
  paymentsmerge,
  paymentsairdrop,
  paymentsairdroptokens,
  paymentslist,
  paymentsinfo,
  paymentsaddress,
} as const

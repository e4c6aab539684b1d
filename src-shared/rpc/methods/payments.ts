/** Methods of payment plans, which pay coins of any sender to a fixed list of receivers (payments.md §4). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { TXID_EXAMPLE } from './shapes.ts'

const NOT_SENT = 'Unlike on the reference nothing is sent: give the hex to sendrawtransaction.'

const request = (doc: string) =>
  p.text('request', `${doc}, as an array in one text; %22 and ' stand for quotation marks`)

const success = {
  hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
  txid: r.txid('its id'),
  result: r.choice('', 'success'),
}
const notes = r.int('receivers that want a script at the end of a release')

const built = () =>
  r.oneOf(
    'a signed transaction that nobody has sent yet',
    r.object(success),
    r.object({
      result: r.choice('', 'error'),
      error: r.text('what is wrong'),
      n: r.optional(r.int('items of the request')),
      numoprets: r.optional(notes),
    }),
  )

const release = () =>
  r.oneOf(
    'a signed transaction that nobody has sent yet',
    r.object({ numoprets: notes, amount: r.coins('asked for'), newamount: r.coins('paid'), ...success }),
    r.object({
      numoprets: r.optional(notes),
      amount: r.optional(r.coins('asked for')),
      newamount: r.optional(r.coins('would be paid')),
      result: r.choice('', 'error'),
      error: r.text('what is wrong'),
    }),
  )

const paymentstxidopret = defineMethod({
  name: 'paymentstxidopret',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that describes one receiver of a plan of payments.',
  description: NOT_SENT,
  usage: 'paymentstxidopret "[allocation,%22scriptPubKey%22(,%22destopret%22)]"',
  params: [request('share, address or script in hex, and maybe a script that each release must end with')],
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
  summary: 'Builds the transaction that creates a plan of payments.',
  description: `Its rules let anybody take what is in it, by putting its outputs together. ${NOT_SENT}`,
  usage: 'paymentscreate "[lockedblocks,minamount,%22paytxid0%22,...,%22paytxidN%22]"',
  params: [request('blocks that coins lie, least coins of a release, and the receivers’ transactions, at least two')],
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
  summary: 'Builds the transaction that pays into a plan of payments.',
  description: NOT_SENT,
  usage: 'paymentsfund "[%22createtxid%22,amount(,useopret)]"',
  params: [request('the plan, coins, and whether they go to the address of all plans')],
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
  summary: 'Builds the transaction that pays the receivers of a plan their shares.',
  description: NOT_SENT,
  usage: 'paymentsrelease "[%22createtxid%22,amount,(skipminimum)]"',
  params: [request('the plan, coins, and whether receivers of too little are left out')],
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
  summary: 'Builds the transaction that puts the outputs of a plan of payments together.',
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
  summary: 'Refused: no chain of this program has the snapshots that it needs.',
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
  summary: 'Refused, as on the reference: nobody can use it.',
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
  summary: 'Lists the plans of payments of this chain, oldest first.',
  usage: 'paymentslist',
  params: [],
  returns: 'the plans',
  result: r.object({
    result: r.choice('', 'success'),
    createtxids: r.array(r.text(), 'ids of the transactions that created them'),
  }),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const paymentsinfo = defineMethod({
  name: 'paymentsinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the receivers of a plan of payments, what it holds, and when it can pay.',
  usage: 'paymentsinfo "[%22createtxid%22]"',
  params: [request('the plan')],
  result: r.json('terms and funds, the latter under the addresses that hold them; or result and error'),
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

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
    'Builds and signs what a contract method would build, and, where its coins do not suffice as they are, the payment before it.',
  description:
    'A token is made of coins of the token key alone; an order takes any confirmed coins, but not too many of them. Where those do not suffice, two transactions are built: the first moves coins of the wallet to the token key, the second takes its coins from that output alone. Nothing is sent or recorded: sendtogether sends both, the first one first.',
  params: [p.str('method', FUNDABLE.join(', ')), p.array('params', 'the parameters that it would be called with')],
  result: r.oneOf(
    'signed transactions that nobody has sent yet',
    r.object({
      result: r.choice('', 'success'),
      move: r.optional(r.hex('the payment to the token key; left out where none is needed')),
      hex: r.hex('the transaction of the contract'),
    }),
    moduleError,
  ),
  errors: [
    { code: -8, message: 'Invalid parameter, method must be …', when: 'it is none of them' },
    { code: -6, message: 'Insufficient funds', when: 'the whole wallet holds too little' },
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
  summary: 'Sends several signed transactions, each of which may spend outputs of those before it.',
  description:
    'They are sent in the order given. Those that are known already are passed over, so that the same call can be made again. If one is refused, those before it were sent and those after it are not.',
  params: [p.hex('hexstring', `signed transactions, one after the other, at most ${MAX_TOGETHER}`).transaction()],
  returns: 'their ids',
  result: r.array(r.txid()),
  errors: [
    { code: -22, message: 'TX decode failed', when: 'the hex is no row of transactions' },
    { code: -26, message: '<code>: <reason>', when: 'the network’s rules refuse one' },
    { code: -25, message: 'Missing inputs', when: 'an input is not there any more' },
  ],
  examples: [{ params: ['0400008085202f8900'] }],
  flags: { wallet: true, beyondReference: true },
})

export const walletPurseMethods = { preparefunded, sendtogether } as const

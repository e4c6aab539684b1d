/** Several transactions in one step: coins that are moved to the token key first, and tokens that are moved to the phrase. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'
import { LOCKED } from './wallet.ts'

/** Contract methods whose coins can be brought together on the token key first. */
export const FUNDABLE = [
  'tokencreate',
  'tokenask',
  'tokenbid',
  'tokencancelask',
  'tokencancelbid',
  'tokenfillask',
  'tokenfillbid',
] as const
/** Transactions that are sent in one call */
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

const preparetokensweep = defineMethod({
  name: 'preparetokensweep',
  category: 'wallet',
  consent: 'none',
  changesWith: 'never',
  signed: ['transactions'],
  summary:
    'Builds and signs the moves of tokens from keys that the recovery phrase does not restore to its first account.',
  description: `One transaction for each token of each key, at most ${MAX_TOGETHER} in a call; each may spend the change of those before it, which goes to the account, too. Nothing is sent or recorded: sendtogether sends them in this order, and another call then builds the next. NFTs stay where they are: no module accepts their transfer.`,
  params: [],
  result: r.oneOf(
    'signed transactions that nobody has sent yet',
    r.object({
      result: r.choice('', 'success'),
      destination: r.pubkey('of the first account'),
      moves: r.array(
        r.object({
          pubkey: r.pubkey('that holds them now'),
          tokenid: r.txid(),
          name: r.text(),
          units: r.int64('all that are confirmed and free'),
        }),
      ),
      transactions: r.array(r.hex('of the move at the same place')),
      left: r.int('moves that are not among these'),
      unmovable: r.int('NFTs at such keys'),
    }),
    moduleError,
  ),
  errors: [{ code: -4, message: 'Error: the wallet has no recovery phrase', when: 'it has none' }, LOCKED],
  examples: [{ params: [] }],
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

export const walletPurseMethods = { preparefunded, preparetokensweep, sendtogether } as const

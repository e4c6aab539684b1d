/** Methods of betting plans, whose dealers accept bets (dice.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtContract, CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'

const planName = () => p.text('name', 'name of the plan, at most 8 bytes')
const funding = () => p.text('fundingtxid', 'transaction that created the plan')

const UNFAIR =
  'The rules protect neither side: a dealer can take all coins of a plan and its bets, and the party that ends a bet chooses its outcome.'

const dicefund = defineMethod({
  name: 'dicefund',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that creates and funds a betting plan.',
  description: `Names are unique on a chain. ${UNFAIR} Nothing is sent: give the hex to sendrawtransaction.`,
  usage: 'dicefund name funds minbet maxbet maxodds timeoutblocks',
  params: [
    planName(),
    p.text('funds', 'coins to pay wins from, at least 100'),
    p.text('minbet', 'minimum bet in coins'),
    p.text('maxbet', 'maximum bet in coins'),
    p.text('maxodds', 'maximum odds of a bet, 1 to 9999'),
    p.text('timeoutblocks', 'number of blocks, at most 1440, after which a bet that was not ended counts as won'),
  ],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['DICE', '1000', '1', '10', '50', '5'] }],
})

const diceaddfunds = defineMethod({
  name: 'diceaddfunds',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction by which a dealer adds coins to the plan.',
  description:
    'Each such transaction adds one output to bet on; nodes bet only on plans with at least a hundred. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'diceaddfunds name fundingtxid amount',
  params: [planName(), funding(), p.text('amount', 'coins to pay in')],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['DICE', TXID_EXAMPLE, '5'] }],
})

const dicebet = defineMethod({
  name: 'dicebet',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction of a bet.',
  description: `A win pays the bet plus the bet times the odds. ${UNFAIR} Nothing is sent: give the hex to sendrawtransaction.`,
  usage: 'dicebet name fundingtxid amount odds',
  params: [planName(), funding(), p.text('amount', 'coins to bet'), p.text('odds', 'odds, 2 to 9999')],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['DICE', TXID_EXAMPLE, '1', '2'] }],
})

const dicefinish = defineMethod({
  name: 'dicefinish',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary:
    'Builds the transaction that ends a bet: by the draw if this node is the dealer, or after the timeout if it is the bettor.',
  description:
    'After the timeout, the bettor gets the amount of a win; the fee then requires a separate small coin. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'dicefinish name fundingtxid bettxid',
  params: [planName(), funding(), p.text('bettxid', 'transaction of the bet')],
  result: r.oneOf(
    'signed transaction, not yet sent',
    r.object({
      result: r.choice('', 'success'),
      hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
      funcid: r.choice('outcome: win, loss or timeout', 'W', 'L', 'T'),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['DICE', TXID_EXAMPLE, TXID_EXAMPLE] }],
})

const dicestatus = defineMethod({
  name: 'dicestatus',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the outcome of a bet.',
  description:
    'Sends nothing and does not end a bet: use dicefinish for that. Without a bet, only the dealer gets an answer, always the same, because this node does not end bets automatically.',
  usage: 'dicestatus name fundingtxid bettxid',
  params: [planName(), funding(), p.text('bettxid', 'transaction of the bet').optional()],
  result: r.oneOf(
    'state of the bet',
    r.object({
      result: r.choice('', 'success'),
      status: r.choice('', 'win', 'loss', 'bet still pending', 'no pending bets'),
      won: r.optional(r.coins('coins that the bettor got; only for a win')),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['DICE', TXID_EXAMPLE, TXID_EXAMPLE] }],
})

const dicelist = defineMethod({
  name: 'dicelist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the plans of this chain that accept bets, oldest first.',
  usage: 'dicelist',
  params: [],
  returns: 'ids of the transactions that created the plans',
  result: r.array(r.txid('transaction that created the plan')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const diceinfo = defineMethod({
  name: 'diceinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the terms of a plan, and its funds by confirmed outputs.',
  description: UNFAIR,
  usage: 'diceinfo fundingtxid',
  params: [funding()],
  result: r.oneOf(
    'terms and funds',
    r.object({
      result: r.choice('', 'success'),
      fundingtxid: r.txid(),
      name: r.text('name as written by the dealer'),
      sbits: r.int64('the name as a number'),
      minbet: r.text('minimum bet in coins, 8 decimals'),
      maxbet: r.text('maximum bet in coins, 8 decimals'),
      maxodds: r.int64('maximum odds of a bet'),
      timeoutblocks: r.int64('number of blocks after which a bet that was not ended counts as won'),
      funding: r.text('coins available for wins, 8 decimals'),
      entropytxs: r.int('number of outputs to bet on'),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const diceaddress = defineAddresses({ name: 'diceaddress', contract: 'Dice', things: 'dice' })

export const diceMethods = {
  dicefund,
  diceaddfunds,
  dicebet,
  dicefinish,
  dicestatus,
  dicelist,
  diceinfo,
  diceaddress,
} as const

/** Methods of betting plans, whose dealers accept bets (dice.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtContract, CONTRACT_GATE, defineAddresses } from './contractShapes.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'

const planName = () => p.text('name', 'name of the plan, at most 8 bytes')
const funding = () => p.text('fundingtxid', 'transaction that created the plan')

const UNFAIR =
  'The rules protect neither side: a dealer can take all that a plan and its bets hold, and whoever ends a bet chooses how it ends.'

const dicefund = defineMethod({
  name: 'dicefund',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that creates a plan on which others can bet, and pays into it.',
  description: `Names are unique on a chain. ${UNFAIR} Nothing is sent: give the hex to sendrawtransaction.`,
  usage: 'dicefund name funds minbet maxbet maxodds timeoutblocks',
  params: [
    planName(),
    p.text('funds', 'coins that wins are paid from, at least 100'),
    p.text('minbet', 'least coins of a bet'),
    p.text('maxbet', 'most coins of a bet'),
    p.text('maxodds', 'most odds of a bet, 1 to 9999'),
    p.text('timeoutblocks', 'blocks, at most 1440, after which a bet that nobody ended counts as won'),
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
  summary: 'Builds the transaction by which a dealer pays more coins into his plan.',
  description:
    'Each makes one more output to bet on; nodes bet only on plans that have a hundred. Nothing is sent: give the hex to sendrawtransaction.',
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
  description: `A win pays the bet and that times the odds. ${UNFAIR} Nothing is sent: give the hex to sendrawtransaction.`,
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
  summary: 'Builds the transaction that ends a bet: as its dealer by the draw, as its bettor once its time is over.',
  description:
    'After that time the bettor gets what a win would pay; the fee then needs a small coin of its own. Nothing is sent: give the hex to sendrawtransaction.',
  usage: 'dicefinish name fundingtxid bettxid',
  params: [planName(), funding(), p.text('bettxid', 'transaction of the bet')],
  result: r.oneOf(
    'a signed transaction that nobody has sent yet',
    r.object({
      result: r.choice('', 'success'),
      hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
      funcid: r.choice('win, loss or timeout', 'W', 'L', 'T'),
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
  summary: 'Shows how a bet ended.',
  description:
    'Sends nothing and ends no bet: that is what dicefinish is for. Without a bet only the dealer gets an answer, and always the same, because no bets wait to be ended by this node itself.',
  usage: 'dicestatus name fundingtxid bettxid',
  params: [planName(), funding(), p.text('bettxid', 'transaction of the bet').optional()],
  result: r.oneOf(
    'what became of it',
    r.object({
      result: r.choice('', 'success'),
      status: r.choice('', 'win', 'loss', 'bet still pending', 'no pending bets'),
      won: r.optional(r.coins('what the bettor got; of a win only')),
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
  summary: 'Lists the plans of this chain on which one can bet, oldest first.',
  usage: 'dicelist',
  params: [],
  returns: 'ids of the transactions that created them',
  result: r.array(r.txid('transaction that created the plan')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const diceinfo = defineMethod({
  name: 'diceinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the terms of a plan, and what it holds by confirmed outputs.',
  description: UNFAIR,
  usage: 'diceinfo fundingtxid',
  params: [funding()],
  result: r.oneOf(
    'terms and funds',
    r.object({
      result: r.choice('', 'success'),
      fundingtxid: r.txid(),
      name: r.text('as the dealer wrote it'),
      sbits: r.int64('the name as a number'),
      minbet: r.text('least coins of a bet, 8 decimals'),
      maxbet: r.text('most coins of a bet, 8 decimals'),
      maxodds: r.int64('most odds of a bet'),
      timeoutblocks: r.int64('blocks after which a bet that nobody ended counts as won'),
      funding: r.text('coins that wins can be paid from, 8 decimals'),
      entropytxs: r.int('outputs to bet on'),
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

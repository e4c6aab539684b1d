import { type Difference, entry } from './difference.ts'

export const ORDER_METHODS = [
  'assetsaddress',
  'mytokenorders',
  'tokenask',
  'tokenbid',
  'tokencancelask',
  'tokencancelbid',
  'tokenfillask',
  'tokenfillbid',
  'tokenorders',
]

/**
 * Lines whose transactions never confirm. They fill or cancel orders that are filled already, of another key, of
 * another token, or of none. Or they are orders for NFTs that cannot be moved.
 */
const NEVER_CONFIRMED: readonly number[] = [1921, 1988, 2034, 2050, 2101, 2102, 2167, 2200, 2208]
/** cancels a bid with a coin of 0.0001, and pays no fee */
const FREE_CANCEL = 2176

export const TOKEN_ORDERS: readonly Difference[] = [
  entry('why there is no order', 'We append the reason to the message of the reference.', {
    methods: ORDER_METHODS,
    place: /result\.error/,
    when: (_line, { expected, got }) =>
      expected !== undefined && got?.startsWith(`${expected.slice(0, -1)}: `) === true,
  }),
  entry(
    'orders that cannot confirm',
    'We return an error. The reference returns a transaction, or a text instead of one, that every node rejects.',
    {
      methods: ORDER_METHODS,
      place: /result\.(result|hex|error)/,
      when: ({ chain, seq }, { expected, got }) =>
        chain === 'regtest' &&
        NEVER_CONFIRMED.includes(seq) &&
        (got === undefined || got === '"error"' || (expected === undefined && got.startsWith('"couldnt '))),
    },
  ),
  entry('a cancelled bid pays its fee', 'The reference selects coins without it, and may pay none.', {
    methods: ['tokencancelbid'],
    place: /result\.hex/,
    when: ({ chain, seq }) => chain === 'regtest' && seq === FREE_CANCEL,
  }),
  entry('eval codes', 'A code is a number: the reference reads f2 and x as 0.', {
    methods: ['mytokenorders'],
    place: /result|error|status/,
    when: ({ paramsText }) => /"(f2|x)"/.test(paramsText),
  }),
]

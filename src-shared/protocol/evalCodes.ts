/**
 * Contracts (crypto-condition modules) of the family and the actions of their transactions. Node and window use the
 * same table.
 */

/** Eval code of each contract (crypto-conditions.md §5), by the name of its module's folder. */
export const EVAL_CODES = {
  tokens: 0xf2,
  assets: 0xe3,
  faucet: 0xe4,
  dice: 0xe6,
  oracles: 0xec,
  channels: 0xeb,
  gateways: 0xf1,
  heir: 0xea,
  rewards: 0xe5,
  payments: 0xf0,
  auction: 0xe8,
  lotto: 0xe9,
  fsm: 0xe7,
  importpayout: 0xe1,
  importcoin: 0xe2,
  importgateway: 0xf3,
} as const

export type ContractName = keyof typeof EVAL_CODES

/**
 * Usable contracts, each with its actions in `explaintransaction`. No transaction satisfies the rules of the other
 * contracts (other-evals.md §1).
 */
export const CONTRACT_ACTIONS = {
  gateways: [
    'gateway-bind',
    'gateway-deposit',
    'gateway-claim',
    'gateway-withdraw',
    'gateway-sign',
    'gateway-complete',
    'gateway-done',
  ],
  heir: ['heir-plan', 'heir-add', 'heir-claim'],
  channels: ['channel-open', 'channel-pay', 'channel-close', 'channel-refund'],
  tokens: ['token-create', 'token-transfer', 'token-burn'],
  assets: ['ask', 'bid', 'fill-ask', 'fill-bid', 'cancel-ask', 'cancel-bid'],
  faucet: ['faucet-fund', 'faucet-claim'],
  oracles: ['oracle-create', 'oracle-fund', 'oracle-register', 'oracle-subscribe', 'oracle-data'],
  importgateway: ['import-bind', 'import-deposit', 'import-withdraw', 'import-sign', 'import-complete', 'import-done'],
  rewards: ['rewards-plan', 'rewards-add', 'rewards-lock', 'rewards-unlock'],
  payments: ['payments-payee', 'payments-plan', 'payments-fund', 'payments-release', 'payments-merge'],
  dice: ['dice-plan', 'dice-entropy', 'dice-bet', 'dice-win', 'dice-loss', 'dice-timeout', 'dice-refund'],
} as const satisfies { readonly [Name in ContractName]?: readonly string[] }

/** Name of a usable contract. */
export type OwnContract = keyof typeof CONTRACT_ACTIONS

/** Action of a transaction of this contract. */
export type ActionOf<Name extends OwnContract> = (typeof CONTRACT_ACTIONS)[Name][number]

/** Actions of all usable contracts. */
export const CONTRACT_ACTION_NAMES = Object.values(CONTRACT_ACTIONS).flat()

export const SUPPORTED_CONTRACTS = Object.keys(CONTRACT_ACTIONS) as readonly OwnContract[]

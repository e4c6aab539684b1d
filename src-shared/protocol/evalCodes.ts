/**
 * The contracts (crypto-condition modules) of the family: which there are, which of them this program has, and what their
 * transactions can do. Node and window read the same table.
 */

/** Eval code of each contract (crypto-conditions.md §5), under the name of its module's folder. */
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

/** What people call a contract. */
const CONTRACT_TITLES: Readonly<Record<ContractName, string>> = {
  tokens: 'tokens',
  assets: 'token orders',
  faucet: 'faucet',
  dice: 'dice',
  oracles: 'oracles',
  channels: 'channels',
  gateways: 'gateways',
  heir: 'heirs',
  rewards: 'rewards',
  payments: 'payments',
  auction: 'auctions',
  lotto: 'lotto',
  fsm: 'state machines',
  importpayout: 'coin imports',
  importcoin: 'coin imports',
  importgateway: 'coin imports',
}

/** The contracts that this program has, each with what a transaction can do by it: the actions of `explaintransaction`. */
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

/** A contract that this program has. */
export type OwnContract = keyof typeof CONTRACT_ACTIONS

/** What a transaction does by this contract. */
export type ActionOf<Name extends OwnContract> = (typeof CONTRACT_ACTIONS)[Name][number]

/** Every action of the contracts that this program has. */
export const MODULE_ACTIONS = Object.values(CONTRACT_ACTIONS).flat()

export const OWN_CONTRACTS = Object.keys(CONTRACT_ACTIONS) as readonly OwnContract[]

/** Contracts that nobody can use: their rules are satisfied by no transaction (other-evals.md §1). */
const REFUSED_CONTRACTS: readonly ContractName[] = ['auction', 'lotto', 'fsm', 'importpayout', 'importcoin']

/** Contracts that other nodes have and this program does not: eval code and title. */
export const FOREIGN_CONTRACTS: ReadonlyMap<number, string> = new Map(
  (Object.keys(EVAL_CODES) as ContractName[])
    .filter((name) => !Object.hasOwn(CONTRACT_ACTIONS, name) && !REFUSED_CONTRACTS.includes(name))
    .map((name) => [EVAL_CODES[name], CONTRACT_TITLES[name]]),
)

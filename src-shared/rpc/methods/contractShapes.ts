/** Shapes shared by the methods of contracts other than tokens and faucet. */
import type { Address } from '../../units.ts'
import { defineMethod, type Flags } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtTransaction, moduleError, PUBKEY_EXAMPLE } from './shapes.ts'

export const CONTRACT_GATE = {
  code: -1,
  message: 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet',
  when: 'the node runs without -pubkey, or the chain or its indexes do not allow the contract',
} as const

export const builtContract = () => r.oneOf('signed transaction, not yet sent', builtTransaction, moduleError)

/** A built transaction with the hex first, as in the reference's contracts that use its newer helpers. */
export const builtHexFirst = () =>
  r.oneOf(
    'signed transaction, not yet sent',
    r.object({
      hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
      result: r.choice('', 'success'),
    }),
    moduleError,
  )

/** A member whose name depends on the contract. */
const member = <K extends string, S>(key: K, shape: S) => ({ [key]: shape }) as { readonly [Q in K]: S }

type Members = Readonly<Record<string, ReturnType<typeof r.optional<Address>>>>

/** Addresses of a contract's key, of this node and of a given key, with their balances. */
export const contractAddresses = <const N extends string, More extends Members = Record<never, never>>(
  name: N,
  more: More = {} as More,
) =>
  r.object({
    result: r.choice('', 'success'),
    ...member(`${name}CCAddress` as `${N}CCAddress`, r.address('crypto-condition address of the contract’s key')),
    ...member(`${name}CCBalance` as `${N}CCBalance`, r.coins()),
    ...member(`${name}NormalAddress` as `${N}NormalAddress`, r.address('normal address of the contract’s key')),
    ...member(`${name}NormalBalance` as `${N}NormalBalance`, r.coins()),
    GatewaysPubkey: r.optional(r.pubkey('key of the contract; for gateways only')),
    ...member(
      `${name}CCTokensAddress` as `${N}CCTokensAddress`,
      r.optional(r.address('token address of the contract’s key')),
    ),
    ...more,
    ...member(
      `PubkeyCCaddress(${name})` as `PubkeyCCaddress(${N})`,
      r.optional(r.address('address of the given public key')),
    ),
    ...member(`PubkeyCCbalance(${name})` as `PubkeyCCbalance(${N})`, r.optional(r.coins())),
    ...member(`myCCAddress(${name})` as `myCCAddress(${N})`, r.address('address of this node')),
    ...member(`myCCbalance(${name})` as `myCCbalance(${N})`, r.coins()),
    myaddress: r.address('normal address of this node'),
    mybalance: r.coins(),
  })

interface AddressesOf<Name extends string, Contract extends string> {
  readonly name: Name
  /** name of the contract in the names of result members */
  readonly contract: Contract
  /** description of the addresses, in the form `of …` */
  readonly things: string
  readonly description?: string
  readonly flags?: Flags
}

/** Defines a contract's method that returns the contract's addresses and this node's addresses in it. */
export const defineAddresses = <const Name extends string, const Contract extends string>({
  name,
  contract,
  things,
  description,
  flags,
}: AddressesOf<Name, Contract>) =>
  defineMethod({
    name,
    category: 'contracts',
    consent: 'none',
    changesWith: ['tip', 'mempool', 'identity'],
    summary: `Shows the addresses of ${things}, of this node for this contract, and of a public key if one is given.`,
    ...(description !== undefined && { description }),
    usage: `${name} [pubkey]`,
    params: [p.text('pubkey', 'public key of the address to show; ignored if invalid').optional()],
    returns: 'addresses and their confirmed balances',
    result: contractAddresses(contract),
    errors: [CONTRACT_GATE],
    examples: [{ params: [] }, { params: [PUBKEY_EXAMPLE] }],
    ...(flags !== undefined && { flags }),
  })

/** What methods of several contracts share. */

import type { Address } from '../../units.ts'
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r, type Shape } from '../result.ts'
import { builtTransaction, moduleError, PUBKEY_EXAMPLE } from './shapes.ts'

export const CONTRACT_GATE = {
  code: -1,
  message: 'to use CC contracts, you need to launch daemon with valid -pubkey= for an address in your wallet',
  when: 'the node runs without -pubkey, or the chain or its indexes do not allow the contract',
} as const

/** A transaction of a contract, in the order of members that most of the reference's have. */
export const builtByContract = r.oneOf(
  'a signed transaction that nobody has sent yet',
  r.object({
    hex: r.hex('the signed transaction, to be broadcast with sendrawtransaction'),
    result: r.choice('', 'success'),
  }),
  moduleError,
)

/**
 * The method that shows the addresses of a contract, whose members carry its name. @param title as the reference writes it
 */
export function defineContractAddress<const Name extends string>(name: Name, title: string) {
  return defineMethod({
    name,
    category: 'contracts',
    consent: 'none',
    changesWith: ['tip', 'mempool', 'identity'],
    summary: `Shows the addresses of the contract ${title}, of this node there, and of a public key if one is given.`,
    usage: `${name} [pubkey]`,
    params: [p.text('pubkey', 'public key to show the address of; what is none is left out').optional()],
    returns: 'addresses and confirmed balances',
    // The names of its members are computed, of which the compiler makes no type.
    result: r.object({
      result: r.choice('', 'success'),
      [`${title}CCAddress`]: r.address('crypto-condition address of the contract’s key'),
      [`${title}CCBalance`]: r.coins(),
      [`${title}NormalAddress`]: r.address('normal address of the contract’s key'),
      [`${title}NormalBalance`]: r.coins(),
      GatewaysPubkey: r.optional(r.pubkey('key of the contract; of gateways only')),
      [`${title}CCTokensAddress`]: r.address('token address of the contract’s key'),
      [`PubkeyCCaddress(${title})`]: r.optional(r.address('of the given public key')),
      [`PubkeyCCbalance(${title})`]: r.optional(r.coins()),
      [`myCCAddress(${title})`]: r.address('of this node'),
      [`myCCbalance(${title})`]: r.coins(),
      myaddress: r.address('normal address of this node'),
      mybalance: r.coins(),
    }) as unknown as Shape<Readonly<Record<string, string | bigint>>>,
    errors: [CONTRACT_GATE],
    examples: [{ params: [] }, { params: [PUBKEY_EXAMPLE] }],
  })
}

export const builtContract = () =>
  r.oneOf('a signed transaction that nobody has sent yet', builtTransaction, moduleError)

/** A member under a name that depends on the contract's. */
const member = <K extends string, S>(key: K, shape: S) => ({ [key]: shape }) as { readonly [Q in K]: S }

type Members = Readonly<Record<string, ReturnType<typeof r.optional<Address>>>>

/** Addresses of a contract's key, of this node's and of a given one; what they hold. */
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
    ...member(
      `${name}CCTokensAddress` as `${N}CCTokensAddress`,
      r.optional(r.address('token address of the contract’s key')),
    ),
    ...more,
    ...member(`PubkeyCCaddress(${name})` as `PubkeyCCaddress(${N})`, r.optional(r.address('of the given public key'))),
    ...member(`PubkeyCCbalance(${name})` as `PubkeyCCbalance(${N})`, r.optional(r.coins())),
    ...member(`myCCAddress(${name})` as `myCCAddress(${N})`, r.address('of this node')),
    ...member(`myCCbalance(${name})` as `myCCbalance(${N})`, r.coins()),
    myaddress: r.address('normal address of this node'),
    mybalance: r.coins(),
  })

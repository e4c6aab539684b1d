import type { Explanation } from '#shared/rpc/index.ts'
import { findCommonAddress } from '../../contracts/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { createOutputRoles, type Wallet } from '../../wallet/index.ts'
import type { DescribedOutput } from './parts.ts'

interface Subject {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly spent: readonly (TxOut | undefined)[]
}

/** Purposes of the wallet's own outputs, by output index. */
export type OutputPurposes = ReadonlyMap<number, NonNullable<Explanation['outputs'][number]['made']>>

export function findOutputPurposes(wallet: Wallet | undefined, { tx, txid, spent }: Subject): OutputPurposes {
  if (!wallet) return new Map()
  const places = new Map(tx.vin.map(({ prevout }, i) => [prevout, spent[i]]))
  const rolesOf = createOutputRoles({
    ...{ ledger: wallet.ledger, keys: wallet.keys, identity: () => wallet.keyring.identity() },
    outputOf: (outpoint) => places.get(outpoint),
  })
  const known = wallet.ledger.get(txid)
  const changeAt = known ? known.changeAt : (wallet.sender.changeOf(tx) ?? null)
  return new Map(rolesOf({ tx, changeAt }).map(({ index, role }) => [index, role]))
}

/**
 * Returns the own outputs that are change. For keys that the wallet created, the stored or derived purpose decides.
 * Coins at an imported key are change only if all coins that the wallet spends came from the same address.
 */
export function changeAmong(
  purposes: OutputPurposes,
  inputs: Explanation['inputs'],
  outputs: readonly DescribedOutput[],
): ReadonlySet<number> {
  // Token outputs are not coins and have their own addresses, so they are ignored here.
  const home = findCommonAddress(inputs.filter(({ token }) => token === undefined))
  const comesBack = (output: DescribedOutput | undefined) =>
    output?.owner === 'own' || (output?.owner === 'imported' && home !== null && output.address === home)
  return new Set([...purposes].flatMap(([n, role]) => (role === 'change' && comesBack(outputs[n]) ? [n] : [])))
}

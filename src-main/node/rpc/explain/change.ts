import type { Transaction, TxOut } from '../../primitives/index.ts'
import { createOutputRoles, type Wallet } from '../../wallet/index.ts'
import type { Described } from './parts.ts'

interface Subject {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly spent: readonly (TxOut | undefined)[]
}

/**
 * Which own outputs are change. What the wallet remembers or its keys give away counts for keys that it made itself; coins
 * at an imported key are change only where they came from that same address.
 */
export function changeOf(
  wallet: Wallet | undefined,
  { tx, txid, spent }: Subject,
  inputs: readonly (Described | undefined)[],
  outputs: readonly Described[],
): ReadonlySet<number> {
  if (!wallet) return new Set()
  const places = new Map(tx.vin.map(({ prevout }, i) => [prevout, spent[i]]))
  const rolesOf = createOutputRoles({
    ...{ ledger: wallet.ledger, keys: wallet.keys, identity: wallet.custody.identity },
    outputOf: (outpoint) => places.get(outpoint),
  })
  const known = wallet.ledger.get(txid)
  const changeAt = known ? known.changeAt : (wallet.sender.changeOf(tx) ?? null)
  const from = new Set(
    inputs.flatMap((input) => (input?.address && ['own', 'imported'].includes(input.owner) ? [input.address] : [])),
  )
  const isChange = (index: number) => {
    const output = outputs[index]
    if (output?.owner === 'own') return true
    return output?.owner === 'imported' && output.address !== null && from.has(output.address)
  }
  const roles = rolesOf({ tx, changeAt })
  return new Set(roles.filter(({ index, role }) => role === 'change' && isChange(index)).map(({ index }) => index))
}

import type { TxOut } from '../primitives/types.ts'
import { addressOf, decodeAddress } from '../script/index.ts'
import { compareBytes } from '../util/index.ts'
import type { AddressBook } from './addressBook.ts'
import type { Ledger, WalletTx } from './ledger.ts'

export interface GroupMember {
  readonly address: string
  /** satoshis that can be spent */
  readonly balance: bigint
  /** null: an address of change */
  readonly label: string | null
}

interface Parts {
  readonly ledger: Ledger
  readonly book: AddressBook
}

/** Kind and hash decide the order, keys before scripts. */
function compareAddresses(a: string, b: string): number {
  const [left, right] = [decodeAddress(a), decodeAddress(b)]
  if (!left || !right) return 0
  if (left.kind !== right.kind) return left.kind === 'pubkeyhash' ? -1 : 1
  return compareBytes(left.hash, right.hash)
}

/** Sets of addresses that are joined whenever a set names members of two. */
function createUnions() {
  const groupOf = new Map<string, Set<string>>()
  return {
    join(addresses: readonly string[]): void {
      const [first] = addresses
      if (first === undefined) return
      const group = groupOf.get(first) ?? new Set([first])
      groupOf.set(first, group)
      for (const address of addresses) {
        for (const member of groupOf.get(address) ?? [address]) {
          group.add(member)
          groupOf.set(member, group)
        }
      }
    },
    groups: (): readonly (readonly string[])[] =>
      [...new Set(groupOf.values())].map((group) => [...group].sort(compareAddresses)),
  }
}

/**
 * Addresses of the wallet that the chain shows to be of one owner: those that paid for a transaction together, and its
 * change (listaddressgroupings, rpc.md §9).
 */
export function addressGroups({ ledger, book }: Parts, ccEnabled: boolean): readonly (readonly GroupMember[])[] {
  const addressOfOwn = (output: TxOut | undefined) =>
    output && ledger.isMine(output) ? addressOf(output.scriptPubKey, { cc: ccEnabled }) : undefined
  const labelOf = (address: string) => book.labelOf(address) ?? null
  const payers = ({ tx, coinbase }: WalletTx) =>
    (coinbase ? [] : tx.vin).flatMap(({ prevout }) => {
      return addressOfOwn(ledger.get(prevout.hash)?.tx.vout[prevout.index]) ?? []
    })

  const unions = createUnions()
  for (const wtx of ledger.transactions()) {
    const received = wtx.tx.vout.flatMap((output) => addressOfOwn(output) ?? [])
    const paying = payers(wtx)
    if (paying.length > 0) unions.join([...paying, ...received.filter((address) => labelOf(address) === null)])
    for (const address of received) unions.join([address])
  }
  const balances = new Map<string, bigint>()
  for (const coin of ledger.coins()) {
    const address = ledger.isTrusted(coin.source) ? addressOfOwn(coin) : undefined
    if (address !== undefined) balances.set(address, (balances.get(address) ?? 0n) + coin.value)
  }
  return unions
    .groups()
    .toSorted(([a = ''], [b = '']) => compareAddresses(a, b))
    .map((group) =>
      group.map((address) => ({ address, balance: balances.get(address) ?? 0n, label: labelOf(address) })),
    )
}

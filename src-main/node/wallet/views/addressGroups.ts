import type { TxOut } from '../../primitives/types.ts'
import { addressOf, decodeAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import type { AddressBook } from '../ownership/index.ts'
import type { WalletLedger } from '../transactions/index.ts'
import { mapped, type Steps, sorted } from '../turns.ts'

export interface GroupMember {
  readonly address: string
  /** satoshis that can be spent */
  readonly balance: bigint
  /** null: an address of change */
  readonly label: string | null
}

interface Parts {
  readonly ledger: WalletLedger
  readonly book: AddressBook
}

/** Outputs that are looked at, or addresses that are put in order, between two pauses. */
const AT_A_TIME = 500

/** Kind and hash decide the order, keys before scripts: a text that compares as they do. */
function createOrder() {
  const texts = new Map<string, string>()
  const textOf = (address: string): string => {
    const known = texts.get(address)
    if (known !== undefined) return known
    const decoded = decodeAddress(address)
    const text = decoded ? `${decoded.kind === 'pubkeyhash' ? 1 : 2}${hashKey(decoded.hash)}` : ''
    texts.set(address, text)
    return text
  }
  return {
    prepare: textOf,
    compare(a: string, b: string): number {
      const [left, right] = [textOf(a), textOf(b)]
      return left < right ? -1 : left > right ? 1 : 0
    },
  }
}

/** Sets of addresses that are joined whenever a set names members of two. */
function createUnions() {
  const groupOf = new Map<string, Set<string>>()
  return {
    join(addresses: readonly string[]): void {
      const joined = new Set(addresses.flatMap((address) => groupOf.get(address) ?? []))
      // Into the largest: no member moves more often than its group doubles.
      const [largest = new Set<string>(), ...others] = [...joined].sort((a, b) => b.size - a.size)
      for (const members of [...others, addresses]) {
        for (const member of members) {
          largest.add(member)
          groupOf.set(member, largest)
        }
      }
    },
    groups: (): readonly ReadonlySet<string>[] => [...new Set(groupOf.values())],
  }
}

/**
 * Addresses of the wallet that the chain shows to be of one owner: those that paid for a transaction together, and its
 * change (listaddressgroupings, rpc.md §9).
 */
export function* addressGroups(
  { ledger, book }: Parts,
  ccEnabled: boolean,
): Steps<readonly (readonly GroupMember[])[]> {
  const addressOfOwn = (output: TxOut | undefined) =>
    output && ledger.isMine(output) ? addressOf(output.scriptPubKey, { cc: ccEnabled }) : undefined
  const labelOf = (address: string) => book.labelOf(address) ?? null
  // Before the first pause: all balances are of one state of the chain.
  const coins = ledger.coins().filter(({ source }) => ledger.isTrusted(source))
  const all = [...ledger.transactions()]

  const pushTo = (list: string[], address: string | undefined) => {
    if (address !== undefined) list.push(address)
  }

  const unions = createUnions()
  const order = createOrder()
  let done = 0
  for (const { tx, coinbase } of all) {
    const received: string[] = []
    const paying: string[] = []
    for (const output of tx.vout) {
      pushTo(received, addressOfOwn(output))
      if (++done % AT_A_TIME === 0) yield
    }
    for (const { prevout } of coinbase ? [] : tx.vin) {
      pushTo(paying, addressOfOwn(ledger.get(prevout.hash)?.tx.vout[prevout.index]))
      if (++done % AT_A_TIME === 0) yield
    }
    if (paying.length > 0) unions.join([...paying, ...received.filter((address) => labelOf(address) === null)])
    for (const address of received) {
      unions.join([address])
      order.prepare(address)
      if (++done % AT_A_TIME === 0) yield
    }
  }
  const balances = new Map<string, bigint>()
  for (const coin of coins) {
    const address = addressOfOwn(coin)
    if (address !== undefined) balances.set(address, (balances.get(address) ?? 0n) + coin.value)
    if (++done % AT_A_TIME === 0) yield
  }
  const groups: string[][] = []
  for (const group of unions.groups()) {
    groups.push(yield* sorted([...group], order.compare))
    if (++done % AT_A_TIME === 0) yield
  }
  const inOrder = yield* sorted(groups, ([a = ''], [b = '']) => order.compare(a, b))
  const member = (address: string) => ({ address, balance: balances.get(address) ?? 0n, label: labelOf(address) })
  const members: GroupMember[][] = []
  for (const group of inOrder) {
    members.push(yield* mapped(group, AT_A_TIME, member))
    if (++done % AT_A_TIME === 0) yield
  }
  return members
}

import type { TxOut } from '../../primitives/types.ts'
import { decodeAddress, findScriptAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import { mapped, type Steps, sorted } from '../../util/runInSlices.ts'
import type { AddressBook } from '../ownership/index.ts'
import type { WalletCoin, WalletLedger, WalletTx } from '../transactions/index.ts'

export interface GroupMember {
  readonly address: string
  /** spendable satoshis */
  readonly balance: bigint
  /** null for a change address */
  readonly label: string | null
}

interface Parts {
  readonly ledger: WalletLedger
  readonly book: AddressBook
}

/** Outputs or addresses processed per event-loop slice. */
const ITEMS_PER_BATCH = 500

/**
 * Creates the order of addresses: keys before scripts, then by hash. Caches a sortable text per address, so that each
 * is decoded once.
 */
function createOrder() {
  const texts = new Map<string, string>()
  const toSortText = (address: string): string => {
    const known = texts.get(address)
    if (known !== undefined) return known
    const decoded = decodeAddress(address)
    const text = decoded ? `${decoded.kind === 'pubkeyhash' ? 1 : 2}${hashKey(decoded.hash)}` : ''
    texts.set(address, text)
    return text
  }
  return {
    prepare: toSortText,
    compare(a: string, b: string): number {
      const [left, right] = [toSortText(a), toSortText(b)]
      return left < right ? -1 : left > right ? 1 : 0
    },
  }
}

/** Disjoint sets of addresses. Joining addresses merges their sets (union-find). */
function createUnions() {
  const groupOf = new Map<string, Set<string>>()
  return {
    join(addresses: readonly string[]): void {
      const joined = new Set(addresses.flatMap((address) => groupOf.get(address) ?? []))
      // Merge into the largest set (union by size), so that each member moves at most log2(n) times.
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

interface Grouping {
  readonly ledger: WalletLedger
  readonly book: AddressBook
  readonly unions: ReturnType<typeof createUnions>
  readonly order: ReturnType<typeof createOrder>
  /** returns the address of an output of the wallet, or undefined for foreign outputs */
  readonly ownAddress: (output: TxOut | undefined) => string | undefined
  /** returns true when an event-loop slice is used up */
  readonly isDue: () => boolean
}

/** Returns a counter that returns true after every `size` calls, when a pause is due. */
function countTo(size: number): () => boolean {
  let done = 0
  return () => ++done % size === 0
}

function* spentOutputs(ledger: WalletLedger, { tx, coinbase }: WalletTx): Generator<TxOut | undefined> {
  for (const { prevout } of coinbase ? [] : tx.vin) yield ledger.get(prevout.hash)?.tx.vout[prevout.index]
}

function* ownAddresses({ ownAddress, isDue }: Grouping, outputs: Iterable<TxOut | undefined>): Steps<string[]> {
  const addresses: string[] = []
  for (const output of outputs) {
    const address = ownAddress(output)
    if (address !== undefined) addresses.push(address)
    if (isDue()) yield
  }
  return addresses
}

/** Joins the addresses that paid for a transaction with each other and with its change. */
function* joinTransaction(grouping: Grouping, wtx: WalletTx): Steps<void> {
  const { ledger, book, unions, order, isDue } = grouping
  const received = yield* ownAddresses(grouping, wtx.tx.vout)
  const paying = yield* ownAddresses(grouping, spentOutputs(ledger, wtx))
  const isChange = (address: string) => (book.labelOf(address) ?? null) === null
  if (paying.length > 0) unions.join([...paying, ...received.filter(isChange)])
  for (const address of received) {
    unions.join([address])
    order.prepare(address)
    if (isDue()) yield
  }
}

function* balancesByAddress({ ownAddress, isDue }: Grouping, coins: readonly WalletCoin[]) {
  const balances = new Map<string, bigint>()
  for (const coin of coins) {
    const address = ownAddress(coin)
    if (address !== undefined) balances.set(address, (balances.get(address) ?? 0n) + coin.value)
    if (isDue()) yield
  }
  return balances
}

/** Returns the groups in order, each with sorted addresses. */
function* sortedGroups({ unions, order, isDue }: Grouping): Steps<readonly (readonly string[])[]> {
  const groups: string[][] = []
  for (const group of unions.groups()) {
    groups.push(yield* sorted([...group], order.compare))
    if (isDue()) yield
  }
  return yield* sorted(groups, ([a = ''], [b = '']) => order.compare(a, b))
}

/**
 * Returns groups of wallet addresses that the chain shows to have one owner: addresses that paid for a transaction
 * together, and its change (listaddressgroupings, rpc.md §9).
 */
export function* addressGroups(
  { ledger, book }: Parts,
  ccEnabled: boolean,
): Steps<readonly (readonly GroupMember[])[]> {
  const grouping: Grouping = {
    ...{ ledger, book, unions: createUnions(), order: createOrder(), isDue: countTo(ITEMS_PER_BATCH) },
    ownAddress: (output) =>
      output && ledger.isMine(output) ? findScriptAddress(output.scriptPubKey, { cc: ccEnabled }) : undefined,
  }
  // Read the coins before the first pause: all balances must be of one chain state.
  const coins = ledger.coins().filter(({ source }) => ledger.isTrusted(source))
  for (const wtx of [...ledger.transactions()]) yield* joinTransaction(grouping, wtx)
  const balances = yield* balancesByAddress(grouping, coins)
  const groups = yield* sortedGroups(grouping)
  const member = (address: string) => ({
    address,
    balance: balances.get(address) ?? 0n,
    label: book.labelOf(address) ?? null,
  })
  const members: GroupMember[][] = []
  for (const group of groups) {
    members.push(yield* mapped(group, ITEMS_PER_BATCH, member))
    if (grouping.isDue()) yield
  }
  return members
}

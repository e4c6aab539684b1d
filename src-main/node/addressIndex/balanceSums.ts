import type { IndexedAddress } from '../core/index.ts'
import type { Reading } from './longReads.ts'
import { fromSumCell } from './sums.ts'
import type { AddressBalance } from './types.ts'

/** Addresses looked up between two yields to the event loop. */
const ADDRESSES_PER_TURN = 200

/** Adds up the balances and received sums of all given addresses, as of the block of the reading. */
export async function sumBalances(
  { db, pause }: Pick<Reading, 'db' | 'pause'>,
  addresses: readonly IndexedAddress[],
): Promise<AddressBalance> {
  const select = db
    .prepare<[Uint8Array, number], [unknown, unknown]>(
      'SELECT balance, received FROM addresses WHERE hash = ? AND type = ?',
    )
    .raw(true)
    .safeIntegers(true)
  const sum = { balance: 0n, received: 0n }
  for (const [at, { hash, type }] of addresses.entries()) {
    const [balance, received] = select.get(hash, type) ?? [0n, 0n]
    sum.balance += fromSumCell(balance)
    sum.received += fromSumCell(received)
    if ((at + 1) % ADDRESSES_PER_TURN === 0) await pause(at, addresses.length)
  }
  return sum
}

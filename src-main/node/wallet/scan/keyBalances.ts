import type { AddressIndexView, ChainView } from '../../core/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import { type KeyHashes, scanKeyHistories } from './keyHistory.ts'
import type { ScanOptions } from './rescan.ts'

/** Addresses read per event-loop slice. */
const ADDRESSES_PER_BATCH = 500

interface KeyBalancesDeps {
  readonly chain: ChainView
  readonly addressIndex: AddressIndexView | undefined
}

type Balances = ReadonlyMap<string, bigint>

async function indexedBalances(index: AddressIndexView, hashes: Iterable<string>, { signal }: ScanOptions) {
  const balances = new Map<string, bigint>()
  for (const hash of hashes) {
    balances.set(hash, index.balance({ type: 1, hash: Buffer.from(hash, 'hex') }).balance)
    if (balances.size % ADDRESSES_PER_BATCH === 0) await yieldToEventLoop()
    if (signal?.aborted) return undefined
  }
  return balances
}

async function scannedBalances(chain: ChainView, wanted: KeyHashes, scan: ScanOptions) {
  try {
    const histories = await scanKeyHistories(chain, wanted, scan)
    return new Map([...histories].map(([hash, { balance }]) => [hash, balance]))
  } catch (error) {
    if (scan.signal?.aborted) return undefined
    throw error
  }
}

/**
 * Returns the confirmed coins of each set of keys, in satoshis: outputs to a key or its hash, including immature
 * rewards. Uses the address index if available, else reads all blocks.
 * @returns undefined if aborted
 */
export async function keyBalances(
  { chain, addressIndex }: KeyBalancesDeps,
  sets: readonly KeyHashes[],
  scan: ScanOptions = {},
): Promise<readonly bigint[] | undefined> {
  const all = new Set(sets.flatMap((set) => [...set]))
  const balances: Balances | undefined = addressIndex
    ? await indexedBalances(addressIndex, all, scan)
    : await scannedBalances(chain, all, scan)
  return balances && sets.map((set) => [...set].reduce((sum, hash) => sum + (balances.get(hash) ?? 0n), 0n))
}

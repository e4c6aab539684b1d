import type { AddressIndexView, ChainView } from '../../core/index.ts'
import { computeTxid } from '../../primitives/index.ts'
import type { Block } from '../../primitives/types.ts'
import { indexedAddress } from '../../script/index.ts'
import { hashKey, outpointKey, yieldToEventLoop } from '../../util/index.ts'
import type { ScanOptions } from './rescan.ts'

/** Blocks read per event-loop slice. */
const BLOCKS_PER_BATCH = 20
/** Addresses read per event-loop slice. */
const ADDRESSES_PER_BATCH = 500

/** Hashes of keys, as encoded by hashKey. */
export type KeyHashes = ReadonlySet<string>

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

/** Unspent outputs to keys, by outpoint key. */
type Unspent = Map<string, { readonly hash: string; readonly value: bigint }>

function followBlock(unspent: Unspent, { txs }: Block, wanted: KeyHashes): void {
  for (const tx of txs) {
    for (const { prevout } of tx.vin) unspent.delete(outpointKey(prevout))
    const txid = computeTxid(tx)
    for (const [index, { scriptPubKey, value }] of tx.vout.entries()) {
      const address = indexedAddress(scriptPubKey)
      const hash = address?.type === 1 ? hashKey(address.hash) : undefined
      if (hash !== undefined && wanted.has(hash)) unspent.set(outpointKey({ hash: txid, index }), { hash, value })
    }
  }
}

async function scannedBalances(chain: ChainView, wanted: KeyHashes, { signal, onProgress }: ScanOptions) {
  const unspent: Unspent = new Map()
  for (let height = 1; height <= chain.tip().height; height++) {
    if (signal?.aborted) return undefined
    const entry = chain.byHeight(height)
    const block = entry && chain.block(entry)
    if (block) followBlock(unspent, block, wanted)
    if (height % BLOCKS_PER_BATCH !== 0) continue
    onProgress?.(height, chain.tip().height)
    await yieldToEventLoop()
  }
  const balances = new Map<string, bigint>()
  for (const { hash, value } of unspent.values()) balances.set(hash, (balances.get(hash) ?? 0n) + value)
  return balances
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

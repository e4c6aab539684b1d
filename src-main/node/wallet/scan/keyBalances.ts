import type { AddressIndexView, ChainView } from '../../interfaces.ts'
import { txidOf } from '../../primitives/index.ts'
import { indexedAddress } from '../../script/index.ts'
import { hashKey, outpointKey } from '../../util/index.ts'
import { yieldToEventLoop } from '../yieldToEventLoop.ts'
import type { ScanOptions } from './rescan.ts'

/** Blocks that are read between two pauses. */
const SLICE = 20

/** Hashes of keys, as hashKey writes them. */
export type KeyHashes = ReadonlySet<string>

interface Deps {
  readonly chain: ChainView
  readonly addressIndex: AddressIndexView | undefined
}

/**
 * What the chain says that keys own, in satoshis, for each of several sets of them: confirmed outputs to the key or its hash,
 * rewards that wait included. From the address index where there is one, else by reading all blocks. Undefined: called off.
 */
export async function keyBalances(
  { chain, addressIndex }: Deps,
  sets: readonly KeyHashes[],
  scan: ScanOptions = {},
): Promise<readonly bigint[] | undefined> {
  const all = new Set(sets.flatMap((set) => [...set]))
  if (addressIndex) {
    const held = new Map<string, bigint>()
    for (const hash of all) {
      held.set(hash, addressIndex.balance({ type: 1, hash: Buffer.from(hash, 'hex') }).balance)
      if (held.size % 500 === 0) await yieldToEventLoop()
      if (scan.signal?.aborted) return undefined
    }
    return sets.map((set) => [...set].reduce((sum, hash) => sum + (held.get(hash) ?? 0n), 0n))
  }
  const unspent = new Map<string, { readonly hash: string; readonly value: bigint }>()
  for (let height = 1; height <= chain.tip().height; height++) {
    if (scan.signal?.aborted) return undefined
    const entry = chain.byHeight(height)
    for (const { txid, tx } of entry ? transactionsOf(chain, entry) : []) {
      for (const { prevout } of tx.vin) unspent.delete(outpointKey(prevout))
      for (const [index, { scriptPubKey, value }] of tx.vout.entries()) {
        const address = indexedAddress(scriptPubKey)
        const hash = address?.type === 1 ? hashKey(address.hash) : undefined
        if (hash !== undefined && all.has(hash)) unspent.set(outpointKey({ hash: txid, index }), { hash, value })
      }
    }
    if (height % SLICE !== 0) continue
    scan.onProgress?.(height, chain.tip().height)
    await yieldToEventLoop()
  }
  return sets.map((set) =>
    [...unspent.values()].reduce((sum, { hash, value }) => sum + (set.has(hash) ? value : 0n), 0n),
  )
}

function transactionsOf(chain: ChainView, entry: Parameters<ChainView['block']>[0]) {
  return (chain.block(entry)?.txs ?? []).map((tx) => ({ tx, txid: txidOf(tx) }))
}

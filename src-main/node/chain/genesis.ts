import { serializeBlock } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import type { ChainContext } from './context.ts'
import type { BlockImporter } from './importer/blockImporter.ts'
import { supplyDeltas } from './importer/connect.ts'

/** Stores genesis without connecting it: its output is not a coin (chain-params.md §5). */
export function storeGenesis({ params, tree, storage }: ChainContext, importer: BlockImporter): void {
  const { genesis } = params
  importer.run(() => {
    const bytes = serializeBlock(genesis)
    const entry = tree.insert(genesis.header, null)
    const place = findGenesis(storage, bytes) ?? storage.files.append(bytes)
    tree.setStored(entry, place, bytes.length, genesis.txs.length)
    // The amount of genesis counts as supply nevertheless (finding 9).
    const { transparentDelta, burnedDelta } = supplyDeltas(genesis, 0n)
    const supply = { transparentDelta, transparent: transparentDelta, burnedDelta, burned: burnedDelta }
    storage.blocks.setConnected(entry.id, supply)
    tree.setValid(entry)
    tree.setGenesis(entry)
  })
}

/** With -reindex the block files already begin with genesis. */
function findGenesis(storage: Storage, genesis: Uint8Array): { file: number; pos: number } | undefined {
  for (const { file, pos, bytes } of storage.files.scan({ file: 0, offset: 0 }))
    return Buffer.compare(bytes, genesis) === 0 ? { file, pos } : undefined
  return undefined
}

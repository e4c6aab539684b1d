import { createHash } from 'node:crypto'
import { addressIndexMigrations, createAddressIndex } from '../../src-main/node/addressIndex/index.ts'
import type { Block } from '../../src-main/node/primitives/index.ts'
import { serializeBlock } from '../../src-main/node/primitives/index.ts'
import type { TestNode, TestNodeOptions } from '../../src-main/node/testing/index.ts'
import { createTestNode, testKey } from '../../src-main/node/testing/index.ts'

/** Node options with the address index, whose consistency with the chain is tested too. */
export function indexed(): TestNodeOptions {
  return {
    migrations: [addressIndexMigrations],
    observers: (db) => [createAddressIndex({ db }).observer],
  }
}

const TABLES = ['txs', 'tx_keys', 'outputs', 'addresses', 'address_deltas', 'address_unspent', 'address_totals']

/** Returns one hash over all tables that the active chain determines. */
export function tableDigest({ storage }: TestNode): string {
  const hash = createHash('sha256')
  for (const table of TABLES)
    for (const row of storage.db.prepare(`SELECT * FROM ${table}`).safeIntegers().raw().iterate())
      for (const cell of row as unknown[]) hash.update(cell instanceof Uint8Array ? cell : `|${String(cell)}`)
  return hash.digest('hex')
}

/**
 * Makes a chain with spends. Returns it with the table digests that each of its blocks must have as the tip, by block
 * hash.
 */
export function makeChain(height: number): { bootstrap: Buffer; digests: Map<string, string> } {
  const node = createTestNode({ ...indexed(), time: 1_700_100_000 })
  const digests = new Map<string, string>()
  const records: Buffer[] = []
  const note = (): void => void digests.set(node.chain.tip().hashHex, tableDigest(node))
  note()
  for (let i = 0; i < height; i++) {
    const from = testKey(i % 5)
    const coins = i < 5 ? [] : node.coins(from)
    const txs =
      coins.length === 0 ? [] : [node.pay(from, [{ value: 1000n, scriptPubKey: testKey((i * 3 + 1) % 5).p2pkh }])]
    records.push(record(node.params.magicBytes, node.mineBlock({ txs, script: testKey((i + 1) % 5).p2pk })))
    note()
  }
  node.close()
  return { bootstrap: Buffer.concat(records), digests }
}

function record(magic: Uint8Array, block: Block): Buffer {
  const bytes = serializeBlock(block)
  const head = Buffer.alloc(8)
  head.set(magic)
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}

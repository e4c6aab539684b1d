import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../consensus/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import { readVector } from '../testing/vectors.ts'
import { concat, fromHex } from '../util/index.ts'
import { addressTables, createIndexedNode, timeTable } from './testing/testChain.ts'

describe('address index on a real chain', () => {
  it('equals after a bulk import the index built from single blocks', async () => {
    const { args } = JSON.parse(readVector('regtest/params.json')) as { args: string }
    const blocks = readVector('regtest/blocks.jsonl')
      .trim()
      .split('\n')
      .map((line) => fromHex((JSON.parse(line) as { hex: string }).hex))
    const open = () => createIndexedNode(args.split(' '), new ContractEvaluator(chainParamsFromArgs(args.split(' '))))
    const [single, bulk] = [open(), open()]
    try {
      for (const node of [single, bulk]) node.clock.set(1_800_000_000)
      for (const bytes of blocks.slice(1)) expect(single.chain.submitBlock(bytes)).toBeNull()
      const path = join(bulk.dir, 'bootstrap.dat')
      const length = (size: number): Uint8Array => new Uint8Array(Uint32Array.of(size).buffer)
      writeFileSync(path, concat(...blocks.flatMap((bytes) => [bulk.params.magicBytes, length(bytes.length), bytes])))
      await bulk.chain.importFiles([path])
      expect(bulk.chain.tip().height).toBe(blocks.length - 1)
      expect(addressTables(bulk.storage.db)).toEqual(addressTables(single.storage.db))
      expect(timeTable(bulk.storage.db)).toEqual(timeTable(single.storage.db))
      expect(await bulk.index.audit(undefined)).toMatchObject({ ok: true, count: 0 })
    } finally {
      single.close()
      bulk.close()
    }
  })
})

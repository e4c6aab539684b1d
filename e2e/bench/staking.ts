import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestNode, readVector, vectorLines } from '../../src-main/node/testing/index.ts'
import { fromHex } from '../../src-main/node/util/index.ts'
import { createFigures, type Record } from './figures.ts'

const CHAINS = ['STKR', 'STKG', 'STK1'] as const
const ROUNDS = 3

interface Recorded {
  readonly hex: string
  readonly time: number
}

/** Writes the blocks in the format of `-loadblock`. */
function writeBlocks(path: string, blocks: readonly Recorded[], magic: Uint8Array): void {
  const parts = blocks.flatMap(({ hex }) => {
    const bytes = fromHex(hex)
    const length = new Uint8Array(4)
    new DataView(length.buffer).setUint32(0, bytes.length, true)
    return [magic, length, bytes]
  })
  writeFileSync(path, Buffer.concat(parts))
}

/** Imports recorded proof-of-stake chains: two are regtest, one has full proof of work. */
export async function measureStaking(record: Record): Promise<void> {
  for (const name of CHAINS) {
    const { options, network } = JSON.parse(readVector(`staked/${name}/params.json`)) as {
      options: string[]
      network: string
    }
    const blocks = vectorLines<Recorded>(`staked/${name}/blocks.jsonl`)
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS; round++) {
      const folder = mkdtempSync(join(tmpdir(), 'bench-staking-'))
      const node = createTestNode({ args: options, dataDir: join(folder, 'chain'), time: blocks.at(-1)!.time })
      const file = join(folder, 'bootstrap.dat')
      writeBlocks(file, blocks, node.params.magicBytes)
      const start = process.cpuUsage()
      const { accepted } = await node.chain.importFiles([file])
      const { user, system } = process.cpuUsage(start)
      node.close()
      rmSync(folder, { recursive: true })
      if (accepted !== blocks.length) throw new Error(`${name}: ${accepted} of ${blocks.length} blocks were imported`)
      best = Math.min(best, (user + system) / 1000 / blocks.length)
    }
    record({ name: `staked: import of ${name} (${network}), a block`, value: best, unit: 'ms' })
  }
}

if (import.meta.main) {
  const { record, summarise } = createFigures()
  await measureStaking(record)
  summarise()
}

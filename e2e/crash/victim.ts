/**
 * Node without network that processes blocks until it is killed. First it reports the state found on the disk. Then it
 * continues forever, with single blocks and reorganisations or with bulk imports. It reports each block while it
 * connects it, before any part is committed.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { BlockObserver } from '../../src-main/node/core/index.ts'
import { createTestNode } from '../../src-main/node/testing/index.ts'
import { indexed, tableDigest } from './chainUnderTest.ts'

const [dataDir, bootstrap, mode, random] = process.argv.slice(2) as [string, string, 'single' | 'bulk', string]
const reindex = mode === 'bulk' && Number(random) % 4 === 0 && existsSync(dataDir)

const reporter: BlockObserver = {
  name: 'reporter',
  connect: () => void process.send!('connecting'),
  disconnect() {},
}
const base = indexed()
const node = createTestNode({
  ...base,
  observers: (db) => [...(base.observers?.(db) ?? []), reporter],
  dataDir,
  reindex,
  time: 1_700_100_000,
})
const { chain } = node
process.send!({ tip: chain.tip().hashHex, height: chain.tip().height, digest: tableDigest(node), check: quickCheck() })

if (mode === 'bulk') {
  // Slightly slower on purpose, so that groups end before the chain does.
  await chain.start()
  await chain.importFiles([bootstrap])
}
await chain.start()
const blocks = readBlocks()
for (const block of blocks) chain.submitBlock(block)
for (let depth = Number(random) % 7; ; depth = (depth + 1) % 7) {
  const top = chain.tip()
  const first = chain.byHeight(top.height - depth)!
  chain.invalidateBlock(first)
  chain.reconsiderBlock(first)
}

function quickCheck(): unknown {
  return node.storage.db.pragma('quick_check', { simple: true })
}

function readBlocks(): Uint8Array[] {
  const file = readFileSync(bootstrap)
  const found: Uint8Array[] = []
  for (let at = 0; at < file.length; ) {
    const length = file.readUInt32LE(at + 4)
    found.push(new Uint8Array(file.subarray(at + 8, at + 8 + length)))
    at += 8 + length
  }
  return found
}

/**
 * Node that rebuilds its address index until it is killed. First it reports the progress of the existing index. Then it
 * continues from there and reports each chunk. When the index is complete, it reports the digest and starts again.
 */
import {
  type AddressIndex,
  addressIndexMigrations,
  createAddressIndex,
} from '../../src-main/node/addressIndex/index.ts'
import { IndexStates, reconcileIndex } from '../../src-main/node/storage/index.ts'
import { createTestNode, silentLogger } from '../../src-main/node/testing/index.ts'
import { tableDigest } from './chainUnderTest.ts'

const [dataDir, bootstrap] = process.argv.slice(2) as [string, string]
/** Small, so that there are many chunks to be killed in. */
const OUTPUTS_PER_CHUNK = 3

let index: AddressIndex | undefined
const node = createTestNode({
  migrations: [addressIndexMigrations],
  observers: (db) => {
    index = createAddressIndex({ db, rebuildChunk: OUTPUTS_PER_CHUNK })
    return [index.observer]
  },
  dataDir,
  time: 1_700_100_000,
})
const { db } = node.storage
await node.chain.start()
if (node.chain.tip().height === 0) await node.chain.importFiles([bootstrap])
const { rebuild, audit, rebuildAtNextStart } = index!

const found = new IndexStates(db).read(rebuild.name)
process.send!({ kind: 'found', step: found?.step ?? null, next: found?.next ?? 0 })
for (;;) {
  const onProgress = ({ unit, done }: { unit: string; done: number }) =>
    void process.send!({ kind: 'chunk', unit, done })
  await reconcileIndex(rebuild, true, { db, logger: silentLogger, onProgress })
  const { ok, count } = await audit(undefined)
  process.send!({ kind: 'complete', tip: node.chain.tip().hashHex, digest: tableDigest(node), ok, count })
  rebuildAtNextStart()
}

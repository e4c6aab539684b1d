import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import { COIN } from '../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey } from '../testing/index.ts'
import { waitFor } from '../testing/waitFor.ts'
import { openPublishers } from './openPublishers.ts'
import type { Parts } from './parts.ts'
import type { StartContext } from './startContext.ts'

/** No server listens on port 1. */
const POSTGRES = 'postgres://publisher:secret@127.0.0.1:1/chain'
const NATS = { url: 'nats://127.0.0.1:1', credentialsFile: undefined, tls: false, from: 0 }

let folder: string
let node: TestNode
let context: StartContext
afterEach(async () => {
  for (const publisher of context.running.publishers) await publisher.close()
  node.close()
  rmSync(folder, { recursive: true })
})

function open(): Parts['mempool'] {
  folder = mkdtempSync(join(tmpdir(), 'publishers-'))
  node = createTestNode({ args: ['-ac_name=PUBLISHED', '-ac_supply=1000', '-regtest'], dataDir: folder })
  const { params, chain, verifier, clock } = node
  const mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
  chain.subscribe((update) => mempool.update(update))
  context = {
    options: {
      directories: { network: folder },
      chain: { args: [], name: 'PUBLISHED' },
      publish: { postgres: POSTGRES, nats: NATS },
      indexes: { spent: true, addresses: true, timestamps: true },
      rpc: { port: 1 },
      storage: { dpowConfirmations: 0 },
    },
    deps: { logger: silentLogger },
    running: { publishers: [] },
  } as unknown as StartContext
  openPublishers(context, { chain, mempool, params } as unknown as Parts)
  return mempool
}

describe('openPublishers', () => {
  it('opens publishers that follow the chain and the mempool, retry while no server answers, and end', async () => {
    const mempool = open()
    const { publishers } = context.running
    expect(publishers.map((publisher) => publisher.status())).toMatchObject([
      { to: 'postgres', state: 'connecting', height: -1 },
      { to: 'nats', state: 'connecting', height: -1 },
    ])
    node.mine(3)
    mempool.accept(node.pay(testKey(0), [{ value: COIN, scriptPubKey: testKey(1).p2pkh }], 1_000n), {
      rejectAbsurdFee: false,
    })
    for (const publisher of publishers) publisher.settled()
    await waitFor(() => {
      for (const publisher of publishers)
        expect(publisher.status()).toMatchObject({
          state: 'connecting',
          behind: 4,
          problem: expect.stringMatching(/./),
        })
    })
  })
})

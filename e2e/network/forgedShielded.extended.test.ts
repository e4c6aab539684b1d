/** Tests shielded data that the built daemon validates in its verification threads. */
import { afterEach, describe, expect, it } from 'vitest'
import { serializeBlock } from '../../src-main/node/primitives/index.ts'
import { createTestNode, TEST_ARGS, testKey } from '../../src-main/node/testing/index.ts'
import { toHex } from '../../src-main/node/util/index.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { connectNodes, type NetworkNode, startNetworkNode, untilSameTip } from '../support/network.ts'

let nodes: NetworkNode[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop().catch(() => node.kill())))
  nodes = []
})

/** Returns three ordinary blocks, and one that shields coins with a forged proof. */
function blocks(): { readonly ordinary: readonly string[]; readonly forged: string } {
  const maker = createTestNode()
  const ordinary = maker.mine(3)
  const tx = maker.pay(testKey(0), [])
  const shieldedOutputs = [new Uint8Array(948).fill(3)]
  const hidden = { ...tx, vout: [], valueBalance: -tx.vout[0]!.value, shieldedOutputs, bindingSig: new Uint8Array(64) }
  const forged = maker.buildBlock({ txs: [hidden] })
  maker.close()
  const hex = (block: typeof forged) => toHex(serializeBlock(block))
  return { ordinary: ordinary.map(hex), forged: hex(forged) }
}

describe('a block that shields coins with a forged proof', () => {
  it('fails validation in a daemon, and the chain continues without it', async () => {
    const { ordinary, forged } = blocks()
    const start = async (): Promise<NetworkNode> => {
      const node = await startNetworkNode({ chain: TEST_ARGS, dataDir: temporaryFolder() })
      nodes.push(node)
      return node
    }
    const [first, second] = [await start(), await start()]
    for (const hex of ordinary) expect(await first.rpc.call('submitblock', hex)).toBeNull()
    await connectNodes(second, first)
    await untilSameTip(first, second)

    for (const node of [first, second]) {
      expect(await node.rpc.call('submitblock', forged)).toBe('rejected')
      expect(await node.rpc.call('getblockcount')).toBe(3)
      expect(await node.rpc.call('listbanned')).toEqual([])
      expect(await node.rpc.call('getconnectioncount')).toBe(1)
    }

    await first.stop()
    const again = await first.restart()
    nodes = [again, second]
    await again.rpc.call('generate', 2)
    await connectNodes(second, again)
    await untilSameTip(again, second)
    expect(await second.rpc.call('getblockcount')).toBe(5)
  })
})

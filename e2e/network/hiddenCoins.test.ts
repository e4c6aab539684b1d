/** A chain that comes to use shielded transactions, which no node of this program can check. */
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

/** Three ordinary blocks, and one that hides the coins of another. */
function blocks(): { readonly ordinary: readonly string[]; readonly hiding: string } {
  const maker = createTestNode()
  const ordinary = maker.mine(3)
  const tx = maker.pay(testKey(0), [])
  const shieldedOutputs = [new Uint8Array(948).fill(3)]
  const hidden = { ...tx, vout: [], valueBalance: -tx.vout[0]!.value, shieldedOutputs, bindingSig: new Uint8Array(64) }
  const hiding = maker.buildBlock({ txs: [hidden] })
  maker.close()
  const hex = (block: typeof hiding) => toHex(serializeBlock(block))
  return { ordinary: ordinary.map(hex), hiding: hex(hiding) }
}

interface Stand {
  readonly height: number
  readonly state: string
  readonly problem: string | null
}

async function standOf({ rpc }: NetworkNode): Promise<Stand> {
  const { state, detail } = await rpc.call<{ state: string; detail: string }>('getsyncstate')
  const { chainProblem: problem } = await rpc.call<{ chainProblem: string | null }>('getnodestatus')
  if (state === 'unsupported') expect(detail).toBe(problem)
  return { height: await rpc.call<number>('getblockcount'), state, problem }
}

describe('a chain that comes to hide coins', () => {
  it('is followed up to there, with the reason shown as long as that lasts, and without bans', async () => {
    const { ordinary, hiding } = blocks()
    const start = async (): Promise<NetworkNode> => {
      const node = await startNetworkNode({ chain: TEST_ARGS, dataDir: temporaryFolder() })
      nodes.push(node)
      return node
    }
    const [first, second] = [await start(), await start()]
    for (const hex of ordinary) expect(await first.rpc.call('submitblock', hex)).toBeNull()
    await connectNodes(second, first)
    await untilSameTip(first, second)
    expect((await standOf(first)).problem).toBeNull()

    for (const node of [first, second]) {
      expect(await node.rpc.call('submitblock', hiding)).toBe('bad-txns-shielded-not-supported')
      const { height, state, problem } = await standOf(node)
      expect([height, state]).toEqual([3, 'unsupported'])
      expect(problem).toMatch(/^From block 4 on this chain uses shielded transactions, .*stays at block 3/)
      expect(await node.rpc.call('listbanned')).toEqual([])
      expect(await node.rpc.call('getconnectioncount')).toBe(1)
      expect(node.output()).toContain('From block 4 on this chain uses shielded transactions')
    }

    await first.stop()
    const again = await first.restart()
    nodes = [again, second]
    expect(await standOf(again)).toMatchObject({ height: 3, state: 'unsupported' })
    expect(again.output()).toContain('From block 4 on this chain uses shielded transactions')
    // A node that mines on from there has a chain of its own, and shows the reason no longer.
    await again.rpc.call('generate', 2)
    expect(await standOf(again)).toMatchObject({ height: 5, problem: null })
  })
})

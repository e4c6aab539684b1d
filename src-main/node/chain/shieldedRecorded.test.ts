import { afterEach, describe, expect, it } from 'vitest'
import type { Logger } from '../core/index.ts'
import { type Block, parseBlock } from '../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode } from '../testing/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { fromHex, toDisplayHex } from '../util/index.ts'

interface Recorded {
  readonly name: string
  readonly rpc?: string
  readonly code?: number
  readonly result?: string | null
  readonly connected?: boolean
  readonly anchor?: string
  readonly height?: number
  readonly hex?: string
}

const submitted = vectorLines<Recorded>('shielded/reference.jsonl').filter(({ rpc }) => rpc === 'submitblock')
/** Without Sapling: JoinSplits of version 2. */
const ARGS = ['-ac_name=ZKT', '-regtest', '-ac_supply=1000', '-ac_reward=100000000', '-ac_sapling=1000']

const nodes: TestNode[] = []
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
})

function start(time: number, logger: Logger = silentLogger): TestNode {
  const node = createTestNode({ args: ARGS, time, logger })
  nodes.push(node)
  for (let height = 1; height <= 3; height++) node.mineBlock({ time: time - 600 + height })
  return node
}

const sproutRoot = ({ chain }: TestNode): string => toDisplayHex(chain.shieldedPools(chain.tip())!.sprout.root)

/** Returns a new block with the recorded transactions and time. They spend no coins, so they are valid on any chain. */
function again(node: TestNode, recorded: Block): Block {
  const { time } = recorded.header
  if (time > node.clock.now()) node.clock.set(time)
  return node.buildBlock({ time, txs: recorded.txs.slice(1) })
}

describe('blocks with JoinSplits recorded with komodod', () => {
  it('get the recorded answers and produce the recorded roots', () => {
    const blocks = submitted.filter(({ name }) => name.startsWith('block:'))
    const node = start(parseBlock(fromHex(blocks[0]!.hex!)).header.time)
    for (const { name, hex, result, code, connected, anchor, height } of blocks) {
      const answer = node.submit(again(node, parseBlock(fromHex(hex!))))
      // komodod cannot parse the block; this node rejects it when connecting.
      expect([name, answer]).toEqual([name, code === -22 ? 'bad-txns-joinsplit-encoding' : result])
      if (!connected) continue
      expect([name, node.chain.tip().height, sproutRoot(node)]).toEqual([name, height, anchor])
    }
    while (node.chain.tip().height > 3) node.chain.invalidateBlock(node.chain.tip())
    expect(node.storage.shielded.newest()).toBeUndefined()
    expect(node.storage.db.prepare('SELECT count(*) FROM shielded_nullifiers').pluck().get()).toBe(0)
  })

  it('connect at an early block time despite a wrong signature', () => {
    const old = submitted.filter(({ name }) => name.startsWith('(times in 2014)'))
    const warnings: unknown[] = []
    const logger: Logger = { ...silentLogger, warn: (_, fields) => void warnings.push(fields), child: () => logger }
    const node = start(parseBlock(fromHex(old[0]!.hex!)).header.time, logger)
    const [fine, wrong] = old.map(({ hex }) => parseBlock(fromHex(hex!)))
    expect(node.submit(again(node, fine!))).toBeNull()
    expect(sproutRoot(node)).toBe(old[0]!.anchor)
    expect(node.submit(again(node, wrong!))).toBeNull()
    expect(node.chain.tip().height).toBe(5)
    expect(warnings).toMatchObject([{ reason: 'bad-txns-invalid-joinsplit-signature', height: 5 }])
  })
})

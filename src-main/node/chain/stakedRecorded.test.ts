import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestNode, readVector, type TestNode, testKey, vectorLines } from '../testing/index.ts'
import { fromHex, toHex } from '../util/index.ts'

interface RecordedBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
  readonly time: number
  readonly bits: string
  readonly staked: boolean
  readonly segid: number
}

interface Tampered {
  readonly case: string
  readonly height: number
  readonly prev: string
  readonly hash: string
  readonly hex: string
  readonly clock: number
  readonly verdict: string | null
  /** null if the bytes were not a block */
  readonly connected: boolean | null
}

const CHAINS = ['STKR', 'STKG', 'STKS', 'STKA', 'STK1'] as const
/** Answers for blocks that komodod drops silently (compatibility.md). */
const OURS: Readonly<Record<string, string>> = { 'solution changed, hash small enough': 'invalid-solution' }

const readBlocks = (name: string) => vectorLines<RecordedBlock>(`staked/${name}/blocks.jsonl`)
const readTampered = (name: string) =>
  vectorLines<Tampered>(`staked/${name}/tampered.jsonl`).filter(({ connected }) => connected !== null)
const readArgs = (name: string): string[] => JSON.parse(readVector(`staked/${name}/params.json`)).options

const nodes: TestNode[] = []
const folders: string[] = []
afterEach(() => {
  for (const node of nodes.splice(0)) node.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function open(name: string, dataDir: string, time = 1): TestNode {
  const node = createTestNode({ args: readArgs(name), dataDir, time })
  nodes.push(node)
  return node
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'staked-'))
  folders.push(folder)
  return folder
}

function submit(node: TestNode, { hex, clock }: { readonly hex: string; readonly clock: number }): string | null {
  node.clock.set(clock)
  return node.chain.submitBlock(fromHex(hex))
}

const segids = ({ storage }: TestNode, count: number) =>
  Array.from({ length: count }, (_, index) => storage.segids.at(index + 1))

describe('recorded chains with proof of stake', () => {
  it.each(CHAINS)(
    'connects %s block by block, gives the recorded verdicts on tampered blocks, and disconnects cleanly',
    (name) => {
      const blocks = readBlocks(name)
      const tampered = readTampered(name)
      const folder = temporary()
      let node = open(name, folder)
      const answers: unknown[] = []
      for (const { hex, time, hash, bits } of blocks) {
        const before = node.chain.tip().hashHex
        for (const one of tampered.filter(({ prev, connected }) => prev === before && !connected)) {
          answers.push([one.case, submit(node, one), node.chain.tip().hashHex !== before])
        }
        expect([hash, submit(node, { hex, clock: time })]).toEqual([hash, null])
        expect([node.chain.tip().hashHex, node.chain.tip().bits.toString(16)]).toEqual([hash, bits])
      }
      const refused = tampered.filter(({ connected }) => !connected)
      expect(answers).toEqual(refused.map((one) => [one.case, OURS[one.case] ?? one.verdict, false]))
      // The connected ones must be blocks of the chain itself.
      for (const { hash } of tampered.filter(({ connected }) => connected))
        expect(blocks.some((block) => block.hash === hash)).toBe(true)
      const recorded = blocks.map(({ segid }) => segid)
      expect(segids(node, blocks.length)).toEqual(recorded)

      // Disconnected blocks leave no segid. Connected again, they get the same segids, even after a restart in between.
      const middle = node.chain.byHeight(90)!
      node.chain.invalidateBlock(middle)
      expect(segids(node, 91).slice(88)).toEqual([recorded[88], undefined, undefined])
      for (const one of nodes.splice(0)) one.close()
      node = open(name, folder, blocks.at(-1)!.time)
      node.chain.reconsiderBlock(node.chain.byHash(middle.hash)!)
      expect(node.chain.tip().hashHex).toBe(blocks.at(-1)!.hash)
      expect(segids(node, blocks.length)).toEqual(recorded)
    },
  )
})

describe('commission on a staking chain', () => {
  it('applies from block 2 on, even while any stake is accepted', () => {
    const { pub, p2pk } = testKey(1)
    const payee = [`-ac_pubkey=${toHex(pub)}`, '-ac_perc=10000000']
    const args = ['-ac_name=STKC', '-regtest', '-ac_supply=10', '-ac_reward=100000000', '-ac_staked=50', ...payee]
    const node = createTestNode({ args: [...args, '-ac_sapling=1'] })
    nodes.push(node)
    node.mineBlock({ script: p2pk })
    const coinbase = [{ value: 100_000_000n, scriptPubKey: p2pk }]
    expect(node.submit(node.buildBlock({ coinbase }))).toBe('bad-cb-commission')
    node.mine(2)
    expect(node.storage.segids.at(3)).toBe(-1)
  })
})

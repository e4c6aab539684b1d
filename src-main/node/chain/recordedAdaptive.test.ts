import { describe, expect, it } from 'vitest'
import { addressIndexMigrations, createAddressIndex } from '../addressIndex/index.ts'
import { ContractEvaluator } from '../contracts/index.ts'
import { createTestNode, readVector, recordedParams, type TestNode, vectorLines } from '../testing/index.ts'
import { fromHex } from '../util/index.ts'

interface RecordedBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
  readonly time: number
  readonly bits: string
}

interface Tampered {
  readonly case: string
  readonly prev: string
  readonly hex: string
  readonly clock: number
  readonly verdict: string | null
  readonly connected: boolean
}

function open(args: readonly string[]): TestNode {
  let index: ReturnType<typeof createAddressIndex> | undefined
  return createTestNode({
    args,
    time: 1,
    evaluator: new ContractEvaluator(recordedParams(args)),
    migrations: [addressIndexMigrations],
    observers: (db) => {
      index = createAddressIndex({ db })
      return [index.observer]
    },
    addressIndex: () => index!,
  })
}

/** Submits the hand-made blocks that build on the tip. @returns their number */
function offerTampered({ chain, clock }: TestNode, tampered: readonly Tampered[]): number {
  const tip = chain.tip()
  const here = tampered.filter(({ prev }) => prev === tip.hashHex)
  for (const { case: name, hex, clock: now, verdict, connected } of here) {
    clock.set(now)
    expect(chain.submitBlock(fromHex(hex)), `${tip.height + 1}: ${name}`).toBe(verdict)
    expect(chain.tip() !== tip, name).toBe(connected)
    expect(chain.tips(), 'nothing is kept of it').toHaveLength(1)
  }
  return here.length
}

interface Template {
  readonly curtime: number
  readonly bits: string
}

/** Returns the recorded getblocktemplate replies at the tip. ADP1 has none. */
function recordedTemplates(name: string): Template[] {
  return vectorLines<{ method: string; reply: { result: Template } }>(`staked/${name}/transcript.jsonl`)
    .filter(({ method }) => method === 'getblocktemplate')
    .map(({ reply }) => reply.result)
}

describe('recorded chains with -ac_adaptivepow', () => {
  it.each([
    ['ADP1', 240, 22],
    ['ADP2', 180, 28],
    ['CLCR', 200, 26],
  ])('connects %s block by block and gives the recorded answers to hand-made blocks', (name, height, variants) => {
    const { options, tip } = JSON.parse(readVector(`staked/${name}/params.json`)) as { options: string[]; tip: string }
    const tampered = vectorLines<Tampered>(`staked/${name}/tampered.jsonl`)
    const node = open(options)
    try {
      let offered = 0
      for (const block of vectorLines<RecordedBlock>(`staked/${name}/blocks.jsonl`)) {
        offered += offerTampered(node, tampered)
        node.clock.set(block.time)
        expect(node.chain.nextBits(node.chain.tip(), block.time).toString(16), `bits of ${block.height}`).toBe(
          block.bits,
        )
        expect(node.chain.submitBlock(fromHex(block.hex)), `block ${block.height}`).toBeNull()
        expect(node.chain.tip().hashHex).toBe(block.hash)
      }
      expect([node.chain.tip().height, node.chain.tip().hashHex]).toEqual([height, tip])
      expect([offered, tampered.length]).toEqual([variants, variants])
      for (const { curtime, bits } of recordedTemplates(name)) {
        expect(node.chain.nextBits(node.chain.tip(), curtime).toString(16)).toBe(bits)
      }
    } finally {
      node.close()
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Exact, getExactMember, printExact } from './exactJson.ts'
import { type ReplayNode, startNode } from './nodes.ts'
import { type BlockVariant, readBlocks, readVariants } from './recordings.ts'
import { CHAIN_ARGS } from './storyRegtest.ts'

interface Verdict {
  readonly submit: string | null
  readonly tip: boolean
  readonly status: readonly string[]
}

/** Deliberate differences of our node (protocol notes, findings 8 and 19). */
const OURS: Readonly<Record<string, Partial<Verdict>>> = {
  // Rejected and marked invalid; the reference cannot continue after this block.
  'coinbase three outputs, third 4999': { submit: 'bad-cb-outputs', status: ['invalid'] },
  // Proof of work is checked with the header, so nothing is stored.
  'hash above target': { status: [] },
}

interface Tip {
  readonly hash: string
  readonly status: string
}

describe('hand-made blocks through submitblock', () => {
  let node: ReplayNode
  const variants = readVariants()
  const tips = async () => JSON.parse(printExact(await node.result('getchaintips'))) as Tip[]

  beforeAll(async () => {
    const time = variants[0]?.mocktime ?? 0
    node = await startNode('variants', { args: [...CHAIN_ARGS.split(' '), `-mocktime=${time}`] })
    const blocks = [...readBlocks('regtest').slice(1), ...readBlocks('regtest', 'blocks_variants_chain.jsonl')]
    for (const { hex } of blocks) await node.give(hex)
  })
  afterAll(() => node?.daemon.stop())

  const submit = async (variant: BlockVariant): Promise<{ readonly error: Exact; readonly result: Exact }> => {
    const { reply } = await node.ask('submitblock', JSON.stringify([variant.block_hex]))
    return { error: getExactMember(reply, 'error') ?? null, result: getExactMember(reply, 'result') ?? null }
  }

  it.each(variants.map((variant) => [variant.note, variant] as const))('%s', async (note, variant) => {
    const before = await tips()
    const active = before.find(({ status }) => status === 'active')?.hash
    await node.result('setmocktime', variant.mocktime)
    const { error, result } = await submit(variant)
    if (variant.submit_error) {
      expect(printExact(error)).toBe(JSON.stringify(variant.submit_error))
      return
    }
    const expected = { submit: variant.submit, tip: variant.became_tip, status: variant.tip_status, ...OURS[note] }
    const fresh = (await tips()).filter(({ hash }) => !before.some((tip) => tip.hash === hash))
    expect({
      submit: result,
      tip: (await node.result('getbestblockhash')) !== active,
      status: fresh.map(({ status }) => status),
    }).toEqual(expected)
    // Return to the original tip for the next block.
    for (const { hash, status } of fresh) if (status !== 'invalid') await node.result('invalidateblock', hash)
    expect(await node.result('getbestblockhash')).toBe(active)
  })

  it('covers all recorded variants and has no unused exception', () => {
    expect(variants).toHaveLength(76)
    expect(Object.keys(OURS).filter((note) => !variants.some((variant) => variant.note === note))).toEqual([])
  })
})

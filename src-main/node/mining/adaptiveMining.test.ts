import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decodeCompact } from '../primitives/index.ts'
import type { TemplateRequest } from './template.ts'
import { TemplateFeed } from './templateFeed.ts'
import { createTestMining, type TestMining } from './testing/testMiner.ts'
import type { BlockTemplate } from './types.ts'

const ARGS = ['-ac_name=ADAPT', '-regtest', '-ac_supply=1000', '-ac_adaptivepow=1', '-ac_sapling=1']

let test: TestMining
let now: number
const clock = { now: () => now, millis: () => now * 1_000 }

beforeEach(() => {
  test = createTestMining({ chain: { args: ARGS }, clock, blocks: 70 })
  now = test.node.chain.tip().time + 60
  test.node.clock.set(now)
})
afterEach(() => test.close())

describe('mining with -ac_adaptivepow', () => {
  it('spreads the blocks of one call over the past by the block spacing', async () => {
    now += 600
    test.node.clock.set(now)
    await test.miner.generate(4, { script: test.script })
    const { chain } = test.node
    const ages = [73, 72, 71].map((height) => chain.byHeight(height + 1)!.time - chain.byHeight(height)!.time)
    expect(ages).toEqual([60, 60, 60])
    expect(chain.tip().time).toBe(now)
  })

  it('gives a template the target of its time, and a new target when the time changes', () => {
    const { chain } = test.node
    const template = test.templates.build({ script: test.script })
    expect(template.minTime).toBe(chain.tip().time + 1)
    expect(template.header.bits).toBe(chain.nextBits(chain.tip(), now))
    now += 900
    test.node.clock.set(now)
    const later = test.templates.retimed(template)
    expect(later.header).toEqual({ ...template.header, time: now, bits: chain.nextBits(chain.tip(), now) })
    expect(later.target).toBe(decodeCompact(later.header.bits).target)
    expect(later.target).toBeGreaterThan(template.target)
    expect(test.templates.retimed(template, 5).header.time).toBe(5)
  })

  it('updates the block time every two seconds without selecting transactions again', () => {
    const { chain } = test.node
    let built = 0
    const templates = {
      aging: test.templates.aging,
      retimed: (template: BlockTemplate) => test.templates.retimed(template),
      build(request: TemplateRequest) {
        built++
        return test.templates.build(request)
      },
    }
    const feed = new TemplateFeed({
      chain,
      mempool: test.mempool,
      templates,
      clock,
      script: () => test.script,
    })
    const first = feed.next()
    if (typeof first === 'string') throw new Error(first)
    expect([feed.isDue(), built]).toEqual([false, 1])
    now += 2
    test.node.clock.set(now)
    expect(feed.isDue()).toBe(true)
    const second = feed.next()
    if (typeof second === 'string') throw new Error(second)
    expect([second.template.header.time, built, second.first]).toEqual([now, 1, false])
    // A solution for the earlier time is still valid.
    expect(feed.find(first.job)).toBe(first.template)
    now += 30
    test.node.clock.set(now)
    feed.next()
    expect(built).toBe(2)
  })
})

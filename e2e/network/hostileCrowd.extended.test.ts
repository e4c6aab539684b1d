/** Runs the download of hostileCrowd.test.ts with more hostile peers, and with peers of a single kind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareSync, type HonestKind, startSource, syncAmongHostilePeers } from '../support/crowdedSync.ts'
import { FLOODING_KINDS, HOSTILE_KINDS } from '../support/hostilePeers.ts'
import { type LoadChain, sharedLoadChain } from '../support/loadChain.ts'
import { type NetworkNode, until } from '../support/network.ts'

const MAX_RATIO = 2
const CROWD = { kinds: HOSTILE_KINDS, count: 200, share: 0.5 }

let load: LoadChain
let source: NetworkNode
beforeAll(async () => {
  load = sharedLoadChain()
  source = await startSource(load)
})
afterAll(async () => {
  await source.stop()
})

describe('the first download among 200 hostile peers of ten kinds', () => {
  it.each<HonestKind>(['added', 'inbound'])('takes at most twice as long with one honest peer, %s', async (honest) => {
    const { ms, cpuMs } = await compareSync({ load, source, honest, crowd: CROWD }, MAX_RATIO)
    expect(ms).toBeLessThanOrEqual(MAX_RATIO)
    expect(cpuMs).toBeLessThanOrEqual(MAX_RATIO)
  })

  it('ends with all flooding peers disconnected', async () => {
    await syncAmongHostilePeers({ load, source, honest: 'inbound', crowd: CROWD }, async ({ report }, begun) => {
      const flooding = () => FLOODING_KINDS.filter((kind) => (report().open[kind] ?? 0) > 0)
      await until('the end of the floods', async () => flooding().length === 0)
      console.log(`      floods ended after ${Math.round((performance.now() - begun) / 1000)} s`)
    })
  })
})

describe('the first download among 20 hostile peers of one kind', () => {
  it.each(HOSTILE_KINDS.map((kind) => [kind]))('takes at most twice as long: %s', async (kind) => {
    const crowd = { kinds: [kind], count: 20, share: 0.5 }
    const { ms, cpuMs } = await compareSync({ load, source, honest: 'inbound', crowd }, MAX_RATIO)
    expect(ms).toBeLessThanOrEqual(MAX_RATIO)
    expect(cpuMs).toBeLessThanOrEqual(MAX_RATIO)
  })
})

/**
 * Tests that the initial block download among hostile peers takes at most twice the wall-clock time and processor time
 * of one without them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareSync, type HonestKind, startSource, syncAmongHostilePeers } from '../support/crowdedSync.ts'
import { FLOODING_KINDS, HOSTILE_KINDS } from '../support/hostilePeers.ts'
import { type LoadChain, sharedLoadChain } from '../support/loadChain.ts'
import { type NetworkNode, until } from '../support/network.ts'

const MAX_RATIO = 2
/** Number of hostile peers per kind. */
const PER_KIND = 4
const CROWD = { kinds: HOSTILE_KINDS, count: PER_KIND * HOSTILE_KINDS.length, share: 0.5 }

let load: LoadChain
let source: NetworkNode
beforeAll(async () => {
  load = sharedLoadChain()
  source = await startSource(load)
})
afterAll(async () => {
  await source.stop()
})

describe('the first download among forty hostile peers of ten kinds', () => {
  it.each<HonestKind>(['added', 'inbound'])('takes at most twice as long with one honest peer, %s', async (honest) => {
    const { ms, cpuMs } = await compareSync({ load, source, honest, crowd: CROWD }, MAX_RATIO)
    expect(ms).toBeLessThanOrEqual(MAX_RATIO)
    expect(cpuMs).toBeLessThanOrEqual(MAX_RATIO)
  })

  it('ends with the flooding peers disconnected, and no others', async () => {
    await syncAmongHostilePeers({ load, source, honest: 'added', crowd: CROWD }, async ({ report }, begun) => {
      const flooding = () => FLOODING_KINDS.filter((kind) => (report().open[kind] ?? 0) > 0)
      await until('the end of the floods', async () => flooding().length === 0)
      console.log(`      floods ended after ${Math.round((performance.now() - begun) / 1000)} s`)
      expect(report().open).toMatchObject({ silent: PER_KIND, dribble: PER_KIND })
    })
  })
})

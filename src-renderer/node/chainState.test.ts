import { describe, expect, it } from 'vitest'
import type { MethodResult } from '#shared/rpc/index.ts'
import { type ChainEvidence, chainState } from './chainState.ts'

const live = { state: 'live' } as const
const status = (changes: Partial<MethodResult<'getnodestatus'>>) =>
  ({ phase: 'ready', network: 'regtest', detail: 'd', ...changes }) as MethodResult<'getnodestatus'>
const info = (blocks: number, longestchain: number, connections: number) =>
  ({ blocks, longestchain, connections }) as MethodResult<'getinfo'>

const seen = (changes: Partial<ChainEvidence>): ChainEvidence => ({
  ...{ connection: live, status: status({}), info: info(5, 5, 0), infoFailed: false },
  ...changes,
})

describe('chainState', () => {
  it('never says synced while blocks are missing', () => {
    expect(chainState(seen({ info: info(90, 100, 3) }))).toMatchObject({ id: 'syncing', tip: '10 blocks behind' })
    const main = seen({ status: status({ network: 'main' }), info: info(100, 100, 3) })
    expect(chainState(main)).toMatchObject({ id: 'synced', tip: 'up to date' })
  })

  it('calls a private chain without peers healthy, and a public one not', () => {
    expect(chainState(seen({})).id).toBe('solo')
    const alone = chainState(seen({ status: status({ network: 'main' }) }))
    expect(alone.id).toBe('no-peers')
    expect(alone.tip).not.toBe('up to date')
  })

  it('puts a lost connection above everything else, and claims nothing of the tip', () => {
    const lost = { state: 'lost', since: 0, nextTry: 0 } as const
    for (const evidence of [seen({}), seen({ status: undefined, info: undefined }), seen({ infoFailed: true })]) {
      expect(chainState({ ...evidence, connection: lost })).toMatchObject({ id: 'unreachable', tip: 'as last heard' })
    }
  })

  it('does not pass an old answer off as the state, nor a failure as a start', () => {
    expect(chainState(seen({ infoFailed: true }))).toMatchObject({ id: 'unclear', tip: 'as last heard' })
    const nothing = chainState(seen({ info: undefined, infoFailed: true }))
    expect(nothing).toMatchObject({ id: 'unclear', word: 'State unknown', tip: 'not known yet' })
    expect(chainState(seen({ info: undefined })).word).toBe('Reading')
  })

  it('follows the phases of the node', () => {
    expect(chainState(seen({ status: undefined, info: undefined })).id).toBe('starting')
    expect(chainState(seen({ status: status({ phase: 'importing' }), info: undefined }))).toMatchObject({
      id: 'importing',
      explanation: 'd',
    })
    expect(chainState(seen({ status: status({ phase: 'failed' }) })).id).toBe('failed')
    const stopped = chainState(seen({ status: status({ phase: 'stopped' }) }))
    expect(stopped).toMatchObject({ word: 'Stopped', tip: 'as last heard' })
  })
})

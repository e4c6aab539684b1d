import { describe, expect, it } from 'vitest'
import type { MethodResult } from '#shared/rpc/index.ts'
import { chainState } from './chainState.ts'

const live = { state: 'live' } as const
const status = (changes: Partial<MethodResult<'getnodestatus'>>) =>
  ({ phase: 'ready', network: 'regtest', detail: 'd', ...changes }) as MethodResult<'getnodestatus'>
const info = (blocks: number, longestchain: number, connections: number) =>
  ({ blocks, longestchain, connections }) as MethodResult<'getinfo'>

describe('chainState', () => {
  it('never says synced while blocks are missing', () => {
    expect(chainState(live, status({}), info(90, 100, 3)).id).toBe('syncing')
    expect(chainState(live, status({ network: 'main' }), info(100, 100, 3)).id).toBe('synced')
  })

  it('calls a private chain without peers healthy, and a public one not', () => {
    expect(chainState(live, status({}), info(5, 5, 0)).id).toBe('solo')
    expect(chainState(live, status({ network: 'main' }), info(5, 5, 0)).id).toBe('no-peers')
  })

  it('puts a lost connection above everything else', () => {
    const lost = { state: 'lost', since: 0, nextTry: 0 } as const
    expect(chainState(lost, status({}), info(5, 5, 0)).id).toBe('unreachable')
  })

  it('follows the phases of the node', () => {
    expect(chainState(live, undefined, undefined).id).toBe('starting')
    expect(chainState(live, status({ phase: 'importing' }), undefined)).toMatchObject({
      id: 'importing',
      explanation: 'd',
    })
    expect(chainState(live, status({ phase: 'failed' }), info(5, 5, 0)).id).toBe('failed')
  })
})

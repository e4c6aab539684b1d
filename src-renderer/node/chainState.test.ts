import { describe, expect, it } from 'vitest'
import type { MethodResult } from '#shared/rpc/index.ts'
import { type ChainEvidence, chainState, formatHeight, isFetched, isFirstOfAll } from './chainState.ts'

const live = { state: 'live' } as const
const status = (changes: Partial<MethodResult<'getnodestatus'>>) =>
  ({ phase: 'ready', network: 'regtest', detail: 'd', ...changes }) as MethodResult<'getnodestatus'>
const sync = (
  state: MethodResult<'getsyncstate'>['state'],
  evidence: Partial<MethodResult<'getsyncstate'>['evidence']> = {},
  progress = 1,
) =>
  ({
    ...{ state, detail: 'why', progress },
    evidence: { height: 5, headers: 5, peersheight: 5, ...evidence },
  }) as MethodResult<'getsyncstate'>

const seen = (changes: Partial<ChainEvidence>): ChainEvidence => ({
  ...{
    connection: live,
    status: status({}),
    sync: sync('solo'),
    syncFailed: false,
    sandbox: false,
    otherWallet: undefined,
  },
  ...changes,
})

describe('chainState', () => {
  it('never reports synced or 100 % while blocks are missing', () => {
    const almost = sync('blocks', { height: 999, headers: 1000 }, 0.999)
    expect(chainState(seen({ sync: almost }))).toMatchObject({ word: 'Syncing, 99 %', tip: '1 block behind' })
    for (const name of ['headers', 'stalled'] as const) {
      const found = chainState(seen({ sync: sync(name, { height: 90, headers: 95, peersheight: 100 }) }))
      expect(found).toMatchObject({ id: name, tip: '10 blocks behind', explanation: 'why' })
      expect(found.tone).not.toBe('ok')
    }
  })

  it('shows the node’s reason, and calls the tip up to date only if the node reports synced', () => {
    for (const name of [
      'no-peers',
      'stale-tip',
      'reorganising',
      'stalled',
      'other-branch',
      'headers',
      'blocks',
    ] as const) {
      expect(chainState(seen({ sync: sync(name) }))).toMatchObject({ id: name, explanation: 'why' })
      expect(chainState(seen({ sync: sync(name) })).tip).not.toBe('up to date')
    }
    expect(chainState(seen({ sync: sync('synced') }))).toMatchObject({ word: 'Synced', tip: 'up to date' })
  })

  it('never calls a tip up to date that the peers do not have', () => {
    const found = chainState(seen({ sync: sync('other-branch', { height: 100, headers: 100, peersheight: 90 }) }))
    expect(found).toMatchObject({ tone: 'bad', word: 'Other branch', tip: 'peers have another' })
    expect(isFetched(found)).toBe(false)
    const other = chainState(seen({ sync: sync('other-chain') }))
    expect(other).toMatchObject({ tone: 'bad', word: 'Other chain', tip: 'peers have another since block 1' })
    expect(isFetched(other)).toBe(false)
  })

  it('reports ok for a regtest chain without peers, but not for a public chain', () => {
    expect(chainState(seen({}))).toMatchObject({ id: 'solo', tone: 'ok', tip: 'up to date' })
    const alone = chainState(seen({ status: status({ network: 'main' }) }))
    expect(alone).toMatchObject({ id: 'solo', tone: 'warn' })
    expect(alone.tip).not.toBe('up to date')
  })

  it('reports ok in the sandbox without peers or recent blocks', () => {
    const inSandbox = (name: Parameters<typeof sync>[0]) => chainState(seen({ sandbox: true, sync: sync(name) }))
    expect(inSandbox('no-peers')).toMatchObject({ id: 'solo', tone: 'ok', word: 'Running alone', tip: 'up to date' })
    expect(inSandbox('stale-tip')).toMatchObject({ id: 'synced', tone: 'ok', tip: 'up to date' })
    for (const name of ['no-peers', 'stale-tip'] as const) expect(isFetched(inSandbox(name))).toBe(true)
    // Real problems are still reported in the sandbox.
    expect(inSandbox('stalled')).toMatchObject({ tone: 'bad' })
    expect(inSandbox('other-branch')).toMatchObject({ tone: 'bad' })
  })

  it('says that shown data may be outdated after losing the connection', () => {
    const lost = chainState(seen({ connection: { state: 'lost', since: 0, nextTry: 0 }, sync: undefined }))
    expect(lost).toMatchObject({ id: 'unreachable', tone: 'bad' })
    expect(lost.explanation).toBe('The connection to the node is lost. What is shown may be out of date.')
  })

  it('warns in the sandbox if its two running nodes are disconnected', () => {
    const parted = (otherWallet: 'friend' | 'sandbox', name: Parameters<typeof sync>[0] = 'no-peers') =>
      chainState(seen({ sandbox: true, otherWallet, sync: sync(name) }))
    for (const name of ['no-peers', 'solo'] as const) {
      expect(parted('friend', name)).toMatchObject({ id: 'no-peers', tone: 'warn', word: 'Friend is cut off' })
    }
    expect(parted('sandbox')).toMatchObject({ id: 'no-peers', tone: 'warn', word: 'Cut off from Me' })
    expect(parted('friend', 'synced')).toMatchObject({ id: 'synced', tone: 'ok' })
  })

  it('calls a chain without blocks neither up to date nor outdated', () => {
    const blank = { height: 0, headers: 0, peersheight: 0 }
    const tip = (name: Parameters<typeof sync>[0], network: 'main' | 'regtest' = 'main') =>
      chainState(seen({ status: status({ network }), sync: sync(name, blank) })).tip
    expect(tip('synced')).toBe('none yet')
    expect(tip('solo', 'regtest')).toBe('none yet')
    for (const name of ['solo', 'no-peers', 'stale-tip'] as const) expect(tip(name)).toBe('as far as is known here')
    const fetching = sync('headers', { ...blank, peersheight: 7 })
    expect(chainState(seen({ sync: fetching })).tip).toBe('7 blocks behind')
  })

  it('reports a lost connection before anything else, with the tip as last known', () => {
    const lost = { state: 'lost', since: 0, nextTry: 0 } as const
    for (const evidence of [seen({}), seen({ status: undefined, sync: undefined }), seen({ syncFailed: true })]) {
      expect(chainState({ ...evidence, connection: lost })).toMatchObject({ id: 'unreachable', tip: 'last known' })
    }
  })

  it('reports neither an old answer as current nor a failed call as a start', () => {
    expect(chainState(seen({ syncFailed: true }))).toMatchObject({ id: 'unclear', tip: 'last known' })
    const nothing = chainState(seen({ sync: undefined, syncFailed: true }))
    expect(nothing).toMatchObject({ id: 'unclear', word: 'State unknown', tip: 'not known yet' })
    expect(chainState(seen({ sync: undefined })).word).toBe('Reading')
  })

  it('follows the start and stop phases of the node', () => {
    expect(chainState(seen({ status: undefined, sync: undefined })).id).toBe('starting')
    expect(chainState(seen({ status: status({ phase: 'importing' }), sync: undefined }))).toMatchObject({
      id: 'importing',
      explanation: 'd',
    })
    expect(chainState(seen({ status: status({ phase: 'failed' }) })).id).toBe('failed')
    const stopped = chainState(seen({ status: status({ phase: 'stopped' }) }))
    expect(stopped).toMatchObject({ word: 'Stopped', tip: 'last known' })
  })
})

describe('formatHeight and isFirstOfAll', () => {
  it('use a text for genesis, and numbers for other heights', () => {
    expect([0, 1, 12_345].map(formatHeight)).toEqual(['no block yet', '1', '12,345'])
    expect([0, 1, -1, undefined].map(isFirstOfAll)).toEqual([true, false, false, false])
  })
})

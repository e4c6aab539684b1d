import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SyncState } from '../core/index.ts'
import { defaultMempoolPolicy, Mempool } from '../mempool/index.ts'
import type { PublisherStatus } from '../publish/index.ts'
import { createTestNode, silentLogger, type TestNode } from '../testing/index.ts'
import type { Observed } from './gauges.ts'
import { Monitor } from './index.ts'

interface Answer {
  readonly status: number
  readonly body: string
}

const PEERS = [{ inbound: true }, { inbound: true }, { inbound: false }]

describe('Monitor', () => {
  let node: TestNode
  let monitor: Monitor
  let phase: 'starting' | 'ready' | 'failed' = 'starting'
  let state: SyncState['state'] | undefined = 'starting'
  let targets: readonly PublisherStatus[] = []
  const syncState = () =>
    state && ({ state, detail: 'somewhere', evidence: { height: 3, headers: 4 } } as unknown as SyncState)

  beforeAll(async () => {
    node = createTestNode()
    const { params, chain, verifier, clock, dir } = node
    const mempool = new Mempool(defaultMempoolPolicy(params), {
      params,
      chain,
      verifier,
      clock,
      logger: silentLogger,
    })
    const peers = {
      peers: () => PEERS,
      totals: () => ({ received: 70, sent: 30 }),
      bans: () => [{}],
      longestHeight: () => 9,
    } as unknown as Observed['peers']
    monitor = new Monitor({
      settings: { host: '127.0.0.1', port: 0, allowHost: ['watch.example'] },
      folder: dir,
      about: { version: '1.2.3', chain: 'TEST', network: 'regtest' },
      parts: () => ({ chain, mempool, peers }),
      status: () => ({ phase, detail: 'at something' }),
      syncState,
      isFetched: (state) => state === 'synced' || state === 'solo',
      publishing: () => targets,
      logger: silentLogger,
    })
    monitor.meters.follow(chain)
    await monitor.open()
    node.mine(3)
  })
  afterAll(async () => {
    await monitor.close()
    node.close()
  })

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port: monitor.port(), path, method, headers }, (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
  const values = async () => {
    const lines = (await get('/metrics')).body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    )
  }

  it('reports the current chain, pool and peers', async () => {
    const now = await values()
    expect(now.get('chainwright_block_height')).toBe(3)
    expect(now.get('chainwright_header_height')).toBe(3)
    expect(now.get('chainwright_blocks_connected_total')).toBe(3)
    expect(now.get('chainwright_blocks_disconnected_total')).toBe(0)
    expect(now.get('chainwright_tip_timestamp_seconds')).toBe(node.chain.tip().time)
    expect(now.get('chainwright_mempool_transactions')).toBe(0)
    expect(now.get('chainwright_peers{direction="inbound"}')).toBe(2)
    expect(now.get('chainwright_peers{direction="outbound"}')).toBe(1)
    expect(now.get('chainwright_network_bytes_total{direction="received"}')).toBe(70)
    expect(now.get('chainwright_bans')).toBe(1)
    expect(now.get('chainwright_info{version="1.2.3",chain="TEST",network="regtest"}')).toBe(1)
    expect(now.get('chainwright_database_bytes{file="chain.db"}')).toBeGreaterThan(0)
    expect(now.get('chainwright_disk_free_bytes')).toBeGreaterThan(0)
    expect(now.get('chainwright_event_loop_lag_seconds{stat="max"}')).toBeGreaterThanOrEqual(0)
    expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  })

  it('reports totals of other parts without adding them up on each scrape', async () => {
    await values()
    expect((await values()).get('chainwright_network_bytes_total{direction="sent"}')).toBe(30)
  })

  it('counts calls by method, with their times and errors', async () => {
    for (const milliseconds of [0.5, 30, 30_000]) monitor.meters.called('getinfo', milliseconds, milliseconds > 100)
    const now = await values()
    const bucket = (le: string) => now.get(`chainwright_rpc_duration_seconds_bucket{le="${le}",method="getinfo"}`)
    expect([bucket('0.001'), bucket('0.1'), bucket('10'), bucket('+Inf')]).toEqual([1, 2, 2, 3])
    expect(now.get('chainwright_rpc_errors_total{method="getinfo"}')).toBe(1)
  })

  it('adds up the time of each step, including failed steps', async () => {
    expect(() =>
      monitor.meters.timed('check', () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(monitor.meters.timed('commit', () => 5)).toBe(5)
    const now = await values()
    expect(now.get('chainwright_connect_seconds_total{step="check"}')).toBeGreaterThan(0)
    expect(now.get('chainwright_connect_seconds_total{step="scripts"}')).toBe(0)
    expect(now.get('chainwright_commits_total')).toBe(1)
  })

  it('reports the number of inputs waiting for verification', async () => {
    monitor.meters.verifying({ state: () => ({ inputs: 12 }) } as Parameters<typeof monitor.meters.verifying>[0])
    expect((await values()).get('chainwright_verify_queue_inputs')).toBe(12)
  })

  it('reports lag, state, errors and retries for each target of -publish, and nothing without one', async () => {
    const published = { problem: '', errors: 3, retries: 2 }
    targets = [
      { ...published, to: 'postgres', state: 'level', height: 3, behind: 0, lagSeconds: 0 },
      { ...published, to: 'nats', state: 'connecting', height: 1, behind: 2, lagSeconds: 120, errors: 5 },
    ]
    const now = await values()
    expect(now.get('chainwright_publish_height{target="postgres"}')).toBe(3)
    expect(now.get('chainwright_publish_lag_blocks{target="nats"}')).toBe(2)
    expect(now.get('chainwright_publish_lag_seconds{target="nats"}')).toBe(120)
    expect(now.get('chainwright_publish_errors_total{target="postgres"}')).toBe(3)
    expect(now.get('chainwright_publish_retries_total{target="nats"}')).toBe(2)
    const state = (target: string, name: string) =>
      now.get(`chainwright_publish_state{target="${target}",state="${name}"}`)
    expect([state('postgres', 'level'), state('postgres', 'connecting')]).toEqual([1, 0])
    expect([state('nats', 'level'), state('nats', 'connecting'), state('nats', 'refused')]).toEqual([0, 1, 0])
    targets = []
    const names = [...(await values()).keys()].filter((name) => name.startsWith('chainwright_publish_'))
    expect(names).toEqual([])
  })

  it('reports healthy while starting, and ready once no further block is known', async () => {
    expect(await get('/health')).toMatchObject({ status: 200, body: expect.stringContaining('"phase":"starting"') })
    expect((await get('/ready')).status).toBe(503)
    phase = 'ready'
    for (const [name, status] of [
      ['blocks', 503],
      ['no-peers', 503],
      ['other-branch', 503],
      ['synced', 200],
      ['solo', 200],
    ] as const) {
      state = name
      expect([name, (await get('/ready')).status]).toEqual([name, status])
    }
    expect(JSON.parse((await get('/ready')).body)).toEqual({
      ...{ ready: true, state: 'solo', detail: 'somewhere', height: 3, headers: 4 },
    })
    expect((await values()).get('chainwright_sync_state{state="solo"}')).toBe(1)
    state = undefined
    expect((await get('/ready')).status).toBe(503)
    phase = 'failed'
    expect((await get('/health')).status).toBe(503)
  })

  it('rejects requests of web pages, foreign hosts and methods other than GET', async () => {
    expect((await get('/metrics', { Origin: 'http://localhost' })).status).toBe(403)
    expect((await get('/metrics', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await get('/metrics', { Host: 'evil.example' })).status).toBe(403)
    expect((await get('/metrics', { Host: 'watch.example:1' })).status).toBe(200)
    expect((await get('/metrics', {}, 'POST')).status).toBe(405)
    expect((await get('/')).status).toBe(404)
    expect((await get('/metrics?x=1')).status).toBe(200)
  })

  it('reports the address if the port is in use', async () => {
    const second = new Monitor({
      settings: { host: '127.0.0.1', port: monitor.port(), allowHost: [] },
      ...{ folder: node.dir, about: { version: '', chain: '', network: '' }, parts: () => undefined },
      ...{ status: () => ({ phase, detail: '' }), syncState, isFetched: () => false, logger: silentLogger },
      publishing: () => [],
    })
    await expect(second.open()).rejects.toThrow(
      `Cannot listen for -metrics on 127.0.0.1: port ${monitor.port()} is in use`,
    )
    await second.close()
  })
})

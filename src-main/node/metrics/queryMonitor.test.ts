import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../testing/index.ts'
import { QueryMonitor, type QueryReadiness } from './index.ts'

describe('QueryMonitor', () => {
  let monitor: QueryMonitor
  let reads = 0
  let state: QueryReadiness = { ready: false, reachable: false, reason: 'connect ECONNREFUSED' }
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${monitor.port()}${path}`)
    return { status: response.status, body: await response.text() }
  }

  beforeAll(async () => {
    monitor = new QueryMonitor({
      settings: { host: '127.0.0.1', port: 0, allowHost: [] },
      version: '1.2.3',
      async readiness() {
        reads++
        return state
      },
      waitingCalls: () => 4,
      logger: silentLogger,
    })
    await monitor.open()
  })
  afterAll(() => monitor.close())

  it('reports healthy but not ready, with the reason, while the database cannot be read', async () => {
    expect(await get('/health')).toEqual({ status: 200, body: '{"healthy":true}\n' })
    expect(await get('/ready')).toEqual({
      status: 503,
      body: '{"ready":false,"detail":"connect ECONNREFUSED","height":-1}\n',
    })
    const { body } = await get('/metrics')
    expect(body).toMatch(/^chainwright_query_database_up 0$/m)
    expect(body).not.toMatch(/^chainwright_block_height /m)
  })

  it('counts a database as up during the first load', async () => {
    state = { ready: false, reachable: true, reason: 'The chain is being published...' }
    expect((await get('/ready')).status).toBe(503)
    expect((await get('/metrics')).body).toMatch(/^chainwright_query_database_up 1$/m)
  })

  it('reports the published block, waiting calls and calls by method, with one read of the database', async () => {
    state = { ready: true, height: 12, time: 1_700_000_000, chain: 'TEST' }
    expect(await get('/ready')).toEqual({ status: 200, body: '{"ready":true,"detail":"","height":12}\n' })
    monitor.calls.called('getblock', 3, true)
    const before = reads
    const { body } = await get('/metrics')
    expect(reads).toBe(before + 1)
    expect(body).toMatch(/^chainwright_block_height 12$/m)
    expect(body).toMatch(/^chainwright_tip_timestamp_seconds 1700000000$/m)
    expect(body).toMatch(/^chainwright_query_waiting_calls 4$/m)
    expect(body).toMatch(/^chainwright_rpc_errors_total\{method="getblock"\} 1$/m)
    expect(body).toMatch(/^chainwright_info\{version="1.2.3",chain="TEST",network=""\} 1$/m)
  })
})

/** Tests the daemon's metrics, with Prometheus' own tool as the validator. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../../src-main/node/testing/leaveOut.ts'
import { type Daemon, projectRoot, startDaemon } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'

/** Part of Debian's prometheus, which CI installs. */
const PROMTOOL = '/usr/bin/promtool'
const noPromtool = leaveOut(
  'metrics, judged by Prometheus',
  spawnSync(PROMTOOL, ['--version']).status === 0 ? undefined : 'promtool is not installed',
)

describe('metrics of the daemon', () => {
  let daemon: Daemon
  let port = 0
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, body: await response.text() }
  }
  beforeAll(async () => {
    port = await freePort()
    // Nothing listens there: metrics of publishing exist from the start.
    const nats = `nats://127.0.0.1:${await freePort()}`
    daemon = await startDaemon({
      args: [
        ...['-ac_name=MEASURED', '-regtest', '-ac_supply=1000', '-ac_cc=2', `-publish=${nats}`],
        `-metrics=127.0.0.1:${port}`,
      ],
    })
    await daemon.rpc.call('generate', 20)
    await expect(daemon.rpc.call('getblockhash', 4711)).rejects.toThrow()
    await daemon.rpc.post('{"method":"nothing of ours"}')
  })
  afterAll(() => daemon.stop())

  it('count blocks, calls and errors of the run', async () => {
    const { body } = await get('/metrics')
    expect(body).toMatch(/^chainwright_block_height 20$/m)
    expect(body).toMatch(/^chainwright_blocks_connected_total 20$/m)
    expect(body).toMatch(/^chainwright_rpc_duration_seconds_count\{method="generate"\} 1$/m)
    expect(body).toMatch(/^chainwright_rpc_errors_total\{method="getblockhash"\} 1$/m)
    // Unknown methods share one label: callers cannot create labels.
    expect(body).toMatch(/^chainwright_rpc_errors_total\{method="unknown"\} 1$/m)
    for (const step of ['check', 'index', 'tip', 'commit', 'notify'])
      expect(
        Number(new RegExp(`^chainwright_connect_seconds_total\\{step="${step}"\\} (.*)$`, 'm').exec(body)?.[1]),
      ).toBeGreaterThan(0)
  })

  it('report a publishing target that cannot be reached', async () => {
    await expect
      .poll(async () => (await get('/metrics')).body)
      .toMatch(/^chainwright_publish_errors_total\{target="nats"\} [1-9]/m)
    const { body } = await get('/metrics')
    expect(body).toMatch(/^chainwright_publish_state\{target="nats",state="connecting"\} 1$/m)
    expect(body).toMatch(/^chainwright_publish_lag_blocks\{target="nats"\} 21$/m)
  })

  it('include /health and /ready with status 200 on a synced node', async () => {
    expect(await get('/health')).toMatchObject({ status: 200 })
    expect(await get('/ready')).toMatchObject({ status: 200, body: expect.stringContaining('"height":20') })
  })

  it('contain every metric of the Grafana dashboard', async () => {
    const { body } = await get('/metrics')
    const dashboard = JSON.parse(readFileSync(join(projectRoot, 'resources/service/grafana.json'), 'utf8')) as {
      panels: readonly { targets: readonly { expr: string }[] }[]
    }
    const asked = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b[a-z]+_[a-z_]+(?=\{)/g)),
    )
    expect(new Set(asked).size).toBeGreaterThan(20)
    // query.test.ts has the metrics of chainwright-query.
    const ours = asked.filter((name) => !name?.startsWith('chainwright_query_'))
    for (const name of ours) expect(body).toMatch(new RegExp(`^${name}[ {]`, 'm'))
    const shown = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    const unasked = shown.filter((name) => !asked.some((one) => one?.startsWith(name ?? '')))
    const constant = ['chainwright_info', 'process_start_time_seconds']
    expect(unasked.toSorted()).toEqual(['chainwright_false_phgr13_proofs', ...constant])
  })

  it.skipIf(noPromtool)('pass promtool check metrics without a warning', async () => {
    const { body } = await get('/metrics')
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], { input: body, encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it.skipIf(noPromtool)('come with an example configuration that promtool accepts', () => {
    const example = /```yaml\n([\s\S]*?)```/.exec(
      readFileSync(join(projectRoot, 'resources/docs/operate.md'), 'utf8'),
    )?.[1]
    const file = join(daemon.dataDir, 'prometheus.yml')
    writeFileSync(file, example ?? '')
    expect(execFileSync(PROMTOOL, ['check', 'config', file], { encoding: 'utf8' })).toContain('SUCCESS')
  })
})

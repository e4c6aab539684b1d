/** Tests resources/service/alerts.yml with Prometheus' own tool. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveOut } from '../node/testing/leaveOut.ts'
import { project } from './programFiles.ts'

/** Part of Debian's prometheus, which CI installs. */
const PROMTOOL = 'promtool'
const RULES = join(project, 'resources/service/alerts.yml')
const run = (...args: readonly string[]) => spawnSync(PROMTOOL, args, { encoding: 'utf8' })
const missing = run('--version').status === 0 ? undefined : 'promtool is not installed'

const NODE = 'node:9332'
const QUERY = 'query:9333'

/** Samples of one series, one per minute, in promtool's notation. */
interface Sample {
  readonly series: string
  readonly values: string
}

interface AlertCase {
  readonly alert: string
  readonly samples: readonly Sample[]
  /** Time at which the alert is not firing yet. */
  readonly quietAt: string
  /** Time at which the alert is firing. */
  readonly firingAt: string
  readonly labels: Readonly<Record<string, string>>
  readonly summary: string
}

const published = (name: string, target: string, values: string, more = ''): Sample => ({
  series: `chainwright_publish_${name}{instance="${NODE}",job="chainwright",target="${target}"${more}}`,
  values,
})
const state = (target: string, name: string, values: string) => published('state', target, values, `,state="${name}"`)
const LABELS = { instance: NODE, job: 'chainwright' }

const CASES: readonly AlertCase[] = [
  {
    alert: 'ChainwrightDown',
    samples: [{ series: `up{instance="${NODE}",job="chainwright"}`, values: '1x4 0x10' }],
    ...{ quietAt: '6m', firingAt: '8m', labels: { ...LABELS, severity: 'page' } },
    summary: `${NODE} does not answer`,
  },
  {
    alert: 'ChainwrightNotFollowing',
    samples: [
      {
        series: `chainwright_sync_state{instance="${NODE}",job="chainwright",state="stale-tip"}`,
        values: '0x4 1x30',
      },
      { series: `chainwright_sync_state{instance="${NODE}",job="chainwright",state="blocks"}`, values: '1x34' },
    ],
    ...{ quietAt: '18m', firingAt: '21m', labels: { ...LABELS, state: 'stale-tip', severity: 'page' } },
    summary: `${NODE} does not follow the chain: stale-tip`,
  },
  {
    alert: 'ChainwrightDiskLow',
    samples: [
      {
        series: `chainwright_disk_free_bytes{instance="${NODE}",job="chainwright"}`,
        values: '2000000000x4 536870912x20',
      },
    ],
    ...{ quietAt: '9m', firingAt: '11m', labels: { ...LABELS, severity: 'page' } },
    summary: `${NODE} has 512MiB of free disk space`,
  },
  {
    alert: 'ChainwrightPublishingDisconnected',
    samples: [state('postgres', 'connecting', '0x4 1x20'), state('nats', 'connecting', '0x24')],
    ...{ quietAt: '9m', firingAt: '11m' },
    labels: { ...LABELS, target: 'postgres', state: 'connecting', severity: 'page' },
    summary: `${NODE} has no connection to postgres`,
  },
  {
    alert: 'ChainwrightPublishingRefused',
    samples: [state('nats', 'refused', '1x20'), state('postgres', 'refused', '0x20')],
    ...{ quietAt: '4m', firingAt: '6m' },
    labels: { ...LABELS, target: 'nats', state: 'refused', severity: 'page' },
    summary: `${NODE} must not publish to nats`,
  },
  {
    alert: 'ChainwrightPublishingBehind',
    samples: [
      published('lag_blocks', 'postgres', '0x4 20x30'),
      published('lag_seconds', 'postgres', '0x4 1200x30'),
      // One of the two alone is not enough: fast chains have many blocks, and slow ones long block times.
      published('lag_blocks', 'nats', '1x34'),
      published('lag_seconds', 'nats', '1200x34'),
    ],
    ...{ quietAt: '13m', firingAt: '16m', labels: { ...LABELS, target: 'postgres', severity: 'ticket' } },
    summary: `postgres is 20 blocks behind ${NODE}`,
  },
  {
    alert: 'ChainwrightPublishingUnstable',
    samples: [
      published('errors_total', 'postgres', '0x4 1x4 2x4 3x4 4x4 5x4 6x40'),
      published('errors_total', 'nats', '0 1x60'),
    ],
    ...{ quietAt: '10m', firingAt: '30m', labels: { ...LABELS, target: 'postgres', severity: 'ticket' } },
    summary: `${NODE} lost postgres 6 times in half an hour`,
  },
  {
    alert: 'ChainwrightQueryWithoutDatabase',
    samples: [
      { series: `chainwright_query_database_up{instance="${QUERY}",job="chainwright-query"}`, values: '1x4 0x10' },
    ],
    ...{ quietAt: '6m', firingAt: '8m' },
    labels: { instance: QUERY, job: 'chainwright-query', severity: 'page' },
    summary: `${QUERY} cannot read its database`,
  },
  {
    alert: 'ChainwrightQueryBusy',
    samples: [
      { series: `chainwright_query_waiting_calls{instance="${QUERY}",job="chainwright-query"}`, values: '3x4 80x20' },
    ],
    ...{ quietAt: '9m', firingAt: '11m' },
    labels: { instance: QUERY, job: 'chainwright-query', severity: 'ticket' },
    summary: `${QUERY} has 80 waiting calls`,
  },
]

/** Returns the description of an alert in the file, to which expectations of promtool must be equal. */
function describeAlert(alert: string): string {
  const [, text = ''] = readFileSync(RULES, 'utf8').split(`alert: ${alert}\n`)
  return /description: '(.*)'/.exec(text)?.[1] ?? ''
}

function promtoolTest({ alert, samples, quietAt, firingAt, labels, summary }: AlertCase) {
  const annotations = { summary, description: describeAlert(alert) }
  const firing = { alertname: alert, exp_alerts: [{ exp_labels: labels, exp_annotations: annotations }] }
  return {
    interval: '1m',
    input_series: samples,
    alert_rule_test: [
      { eval_time: quietAt, alertname: alert, exp_alerts: [] },
      { eval_time: firingAt, ...firing },
    ],
  }
}

describe('the alert rules', () => {
  it('contain no alert without a test case', () => {
    const names = [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    expect(names).toEqual(CASES.map(({ alert }) => alert))
  })
})

describe.skipIf(leaveOut('the alert rules, run by promtool', missing))('the alert rules in promtool', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'chainwright-alerts-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('pass promtool check rules', () => {
    const { status, stdout, stderr } = run('check', 'rules', RULES)
    expect({ status, stdout, stderr }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('SUCCESS') as string,
    })
  })

  it.each(CASES)('fire $alert only after its time, for the affected series alone', (each) => {
    // JSON is YAML.
    const file = join(folder, `${each.alert}.yml`)
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], tests: [promtoolTest(each)] }))
    const { status, stdout, stderr } = run('test', 'rules', file)
    expect({ status, stdout, stderr }).toMatchObject({ status: 0 })
  })
})

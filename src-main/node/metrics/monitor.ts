import { Gauge, Registry } from 'prom-client'
import type { NodePhase } from '#shared/events.ts'
import type { Logger, SyncState, SyncStateName } from '../core/index.ts'
import { createFileSizes } from './fileSizeCache.ts'
import { createGauges, type Observed } from './gauges.ts'
import { createMeters, type Meters } from './meters.ts'
import { createProcessGauges } from './process.ts'
import { type MonitorPage, type MonitorServerSettings, openMonitorServer } from './monitorServer.ts'

export interface MonitorDeps {
  readonly settings: MonitorServerSettings
  /** data directory */
  readonly folder: string
  readonly about: { readonly version: string; readonly chain: string; readonly network: string }
  /** undefined: the chain is not open yet */
  readonly parts: () => Observed | undefined
  readonly status: () => { readonly phase: NodePhase; readonly detail: string }
  /** undefined: the node ends */
  readonly syncState: () => SyncState | undefined
  /** as far as anybody knows there are no further blocks */
  readonly isFetched: (state: SyncStateName) => boolean
  readonly logger: Logger
}

export interface Monitor {
  readonly meters: Meters
  /** where it listens, once `open` is done */
  port(): number
  /** @throws Error with a text for people */
  open(): Promise<void>
  close(): Promise<void>
}

/** Measures from its making on; shows it from `open` on. */
export function createMonitor(deps: MonitorDeps): Monitor {
  const { settings, folder, about, parts, syncState, logger } = deps
  const registry = new Registry()
  const meters = createMeters(registry)
  const files = createFileSizes(folder, () => performance.now())
  createGauges(registry, { parts, syncState, files, queuedInputs: meters.queuedInputs })
  const endMeasuring = createProcessGauges(registry)
  const info = { name: 'chainwright_info', help: 'Version and chain', labelNames: ['version', 'chain', 'network'] }
  new Gauge({ ...info, registers: [registry] }).set(about, 1)

  const json = (good: boolean, facts: object): MonitorPage => ({
    status: good ? 200 : 503,
    type: 'application/json',
    body: `${JSON.stringify(facts)}\n`,
  })
  const pages = new Map<string, () => MonitorPage | Promise<MonitorPage>>([
    ['/metrics', async () => ({ status: 200, type: registry.contentType, body: await registry.metrics() })],
    [
      '/health',
      () => {
        const { phase, detail } = deps.status()
        return json(phase !== 'failed', { healthy: phase !== 'failed', phase, detail })
      },
    ],
    [
      '/ready',
      () => {
        const state = syncState()
        const ready = deps.status().phase === 'ready' && state !== undefined && deps.isFetched(state.state)
        const { height, headers } = state?.evidence ?? { height: -1, headers: -1 }
        const { state: name = null, detail = deps.status().detail } = state ?? {}
        return json(ready, { ready, state: name, detail, height, headers })
      },
    ],
  ])
  let server: Awaited<ReturnType<typeof openMonitorServer>> | undefined
  return {
    meters,
    port: () => server?.port ?? 0,
    async open() {
      server = await openMonitorServer(settings, pages, logger)
    },
    async close() {
      endMeasuring()
      await server?.close()
    },
  }
}

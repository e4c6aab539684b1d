import { Gauge, Registry } from 'prom-client'
import type { NodePhase } from '#shared/events.ts'
import type { Logger, SyncState, SyncStateName } from '../core/index.ts'
import type { PublisherStatus } from '../publish/index.ts'
import { FileSizeCache } from './fileSizeCache.ts'
import { createGauges, type Observed } from './gauges.ts'
import { Meters } from './meters.ts'
import { jsonPage, type MonitorPage, MonitorServer, type MonitorServerSettings } from './monitorServer.ts'
import { createProcessGauges } from './process.ts'
import { createPublishGauges } from './publishGauges.ts'

export interface MonitorDeps {
  readonly settings: MonitorServerSettings
  /** data directory */
  readonly folder: string
  readonly about: { readonly version: string; readonly chain: string; readonly network: string }
  /** returns undefined while the chain is not open yet */
  readonly parts: () => Observed | undefined
  readonly status: () => { readonly phase: NodePhase; readonly detail: string }
  /** returns undefined while the node shuts down */
  readonly syncState: () => SyncState | undefined
  /** returns one status per target of `-publish` */
  readonly publishing: () => readonly PublisherStatus[]
  /** returns true if no further blocks are known in this state */
  readonly isFetched: (state: SyncStateName) => boolean
  readonly logger: Logger
}

/** Measures from construction on, and serves the results from `open` on. */
export class Monitor {
  readonly meters: Meters
  readonly #deps: MonitorDeps
  readonly #registry = new Registry()
  readonly #endMeasuring: () => void
  #server: MonitorServer | undefined

  constructor(deps: MonitorDeps) {
    const { folder, about, parts, syncState, publishing } = deps
    this.#deps = deps
    const registry = this.#registry
    const meters = new Meters(registry)
    this.meters = meters
    const files = new FileSizeCache(folder, () => performance.now())
    createGauges(registry, {
      ...{ parts, syncState },
      files: () => files.read(),
      queuedInputs: () => meters.queuedInputs(),
    })
    createPublishGauges(registry, publishing)
    this.#endMeasuring = createProcessGauges(registry)
    const info = { name: 'chainwright_info', help: 'Version and chain', labelNames: ['version', 'chain', 'network'] }
    new Gauge({ ...info, registers: [registry] }).set(about, 1)
  }

  /** Returns the port; valid after `open` has resolved. */
  port(): number {
    return this.#server?.port ?? 0
  }

  /** @throws Error with a user-readable message if the server cannot listen */
  async open(): Promise<void> {
    const pages = new Map<string, () => MonitorPage | Promise<MonitorPage>>([
      ['/metrics', () => this.#metricsPage()],
      ['/health', () => this.#healthPage()],
      ['/ready', () => this.#readyPage()],
    ])
    this.#server = await MonitorServer.open(this.#deps.settings, pages, this.#deps.logger)
  }

  async close(): Promise<void> {
    this.#endMeasuring()
    await this.#server?.close()
  }

  async #metricsPage(): Promise<MonitorPage> {
    return { status: 200, type: this.#registry.contentType, body: await this.#registry.metrics() }
  }

  #healthPage(): MonitorPage {
    const { phase, detail } = this.#deps.status()
    return jsonPage(phase !== 'failed', { healthy: phase !== 'failed', phase, detail })
  }

  #readyPage(): MonitorPage {
    const { status, syncState, isFetched } = this.#deps
    const state = syncState()
    const ready = status().phase === 'ready' && state !== undefined && isFetched(state.state)
    const { height, headers } = state?.evidence ?? { height: -1, headers: -1 }
    const { state: name = null, detail = status().detail } = state ?? {}
    return jsonPage(ready, { ready, state: name, detail, height, headers })
  }
}

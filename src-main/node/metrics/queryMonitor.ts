import { Gauge, Registry } from 'prom-client'
import type { Logger } from '../core/index.ts'
import { CallMeter } from './callMeter.ts'
import { jsonPage, type MonitorPage, MonitorServer, type MonitorServerSettings } from './monitorServer.ts'
import { createProcessGauges } from './process.ts'

/** Published block that the program answers as of, or the reason why it cannot answer. */
export type QueryReadiness =
  | { readonly ready: true; readonly height: number; readonly time: number; readonly chain: string }
  | { readonly ready: false; readonly reachable: boolean; readonly reason: string }

export interface QueryMonitorDeps {
  readonly settings: MonitorServerSettings
  readonly version: string
  /** Reads the state of the database. Never rejects. */
  readonly readiness: () => Promise<QueryReadiness>
  /** Returns the number of calls that wait for another one to finish. */
  readonly waitingCalls: () => number
  readonly logger: Logger
}

/** Monitoring of chainwright-query: the pages of a node's monitor, with the figures that a query program has. */
export class QueryMonitor {
  readonly calls: CallMeter
  readonly #deps: QueryMonitorDeps
  readonly #registry = new Registry()
  readonly #endMeasuring: () => void
  #server: MonitorServer | undefined
  /** Shared by the pages and gauges that are built at the same time. */
  #reading: Promise<QueryReadiness> | undefined

  constructor(deps: QueryMonitorDeps) {
    this.#deps = deps
    this.calls = new CallMeter(this.#registry)
    this.#createGauges()
    this.#endMeasuring = createProcessGauges(this.#registry)
  }

  /** Returns the port; valid after `open` has resolved. */
  port(): number {
    return this.#server?.port ?? 0
  }

  /** @throws Error with a user-readable message if the server cannot listen */
  async open(): Promise<void> {
    const pages = new Map<string, () => MonitorPage | Promise<MonitorPage>>([
      ['/metrics', () => this.#metricsPage()],
      // The process works as long as it answers, also while it waits for the database.
      ['/health', () => jsonPage(true, { healthy: true })],
      ['/ready', () => this.#readyPage()],
    ])
    this.#server = await MonitorServer.open(this.#deps.settings, pages, this.#deps.logger)
  }

  async close(): Promise<void> {
    this.#endMeasuring()
    await this.#server?.close()
  }

  #read(): Promise<QueryReadiness> {
    this.#reading ??= this.#deps.readiness().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #metricsPage(): Promise<MonitorPage> {
    return { status: 200, type: this.#registry.contentType, body: await this.#registry.metrics() }
  }

  async #readyPage(): Promise<MonitorPage> {
    const state = await this.#read()
    const facts = state.ready
      ? { ready: true, detail: '', height: state.height }
      : { ready: false, detail: state.reason, height: -1 }
    return jsonPage(state.ready, facts)
  }

  /** Creates gauges that read the database once per scrape. Names that a node has too mean the same. */
  #createGauges(): void {
    const registers = [this.#registry]
    const gauge = (name: string, help: string, value: (state: QueryReadiness) => number | undefined) => {
      const read = () => this.#read()
      new Gauge({
        ...{ name, help, registers },
        async collect() {
          const now = value(await read())
          if (now === undefined) this.remove()
          else this.set(now)
        },
      })
    }
    gauge('chainwright_block_height', 'Height of the tip', (state) => (state.ready ? state.height : undefined))
    gauge('chainwright_tip_timestamp_seconds', 'Time of the tip', (state) => (state.ready ? state.time : undefined))
    gauge('chainwright_query_database_up', '1 if the database answers', (state) =>
      state.ready || state.reachable ? 1 : 0,
    )
    const { version, waitingCalls } = this.#deps
    gauge('chainwright_query_waiting_calls', 'Calls that wait for another one to finish', () => waitingCalls())
    const info = { name: 'chainwright_info', help: 'Version and chain', labelNames: ['version', 'chain', 'network'] }
    const read = () => this.#read()
    new Gauge({
      ...info,
      registers,
      async collect() {
        const state = await read()
        this.reset()
        this.set({ version, chain: state.ready ? state.chain : '', network: '' }, 1)
      },
    })
  }
}

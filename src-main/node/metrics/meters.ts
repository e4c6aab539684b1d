import { Counter, Histogram, type Registry } from 'prom-client'
import type { Chain, ConnectStep, TimeStep } from '../chain/index.ts'
import type { VerifyGroup } from '../verify/index.ts'

/** Histogram buckets in seconds. Most calls are faster than the first, few are slower than the last. */
const CALL_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
const STEPS: readonly ConnectStep[] = ['check', 'scripts', 'index', 'tip', 'commit', 'notify']
const MILLISECONDS = 1000

const counter = (registry: Registry, name: string, help: string) => new Counter({ name, help, registers: [registry] })

const createMetrics = (registry: Registry) => ({
  calls: new Histogram({
    name: 'chainwright_rpc_duration_seconds',
    help: 'Duration of RPC calls by method',
    labelNames: ['method'],
    buckets: CALL_BUCKETS,
    registers: [registry],
  }),
  failures: new Counter({
    name: 'chainwright_rpc_errors_total',
    help: 'RPC calls answered with an error',
    labelNames: ['method'],
    registers: [registry],
  }),
  steps: new Counter({
    name: 'chainwright_connect_seconds_total',
    help: 'Time spent by the node’s thread on connecting blocks, by step',
    labelNames: ['step'],
    registers: [registry],
  }),
  commits: counter(registry, 'chainwright_commits_total', 'Commits of the chain’s database'),
  connected: counter(registry, 'chainwright_blocks_connected_total', 'Blocks connected'),
  disconnected: counter(registry, 'chainwright_blocks_disconnected_total', 'Blocks disconnected'),
  transactions: counter(registry, 'chainwright_transactions_connected_total', 'Transactions of connected blocks'),
})

/** Counts events when they occur. */
export class Meters {
  readonly #metrics: ReturnType<typeof createMetrics>
  #scripts: VerifyGroup | undefined

  constructor(registry: Registry) {
    this.#metrics = createMetrics(registry)
    // Create all series before the first scrape, so that rates begin at zero.
    for (const step of STEPS) this.#metrics.steps.inc({ step }, 0)
  }

  /** Counts a completed RPC call. */
  called(method: string, milliseconds: number, failed: boolean): void {
    this.#metrics.calls.observe({ method }, milliseconds / MILLISECONDS)
    if (failed) this.#metrics.failures.inc({ method })
  }

  /**
   * Measures one step of connecting a block. An arrow-function field, because the chain is passed this function only.
   */
  readonly timed: TimeStep = (step, work) => {
    const begun = performance.now()
    try {
      return work()
    } finally {
      this.#metrics.steps.inc({ step }, (performance.now() - begun) / MILLISECONDS)
      if (step === 'commit') this.#metrics.commits.inc()
    }
  }

  /** Sets the group of pending script verifications whose size `queuedInputs` reports. */
  verifying(scripts: VerifyGroup): void {
    this.#scripts = scripts
  }

  /** Counts connected and disconnected blocks of this chain from now on. Returns a function that unsubscribes. */
  follow(chain: Pick<Chain, 'subscribe'>): () => void {
    const { connected, disconnected, transactions } = this.#metrics
    return chain.subscribe((update) => {
      connected.inc(update.connected.length)
      disconnected.inc(update.disconnected.length)
      transactions.inc(update.connected.reduce((sum, { entry }) => sum + entry.txCount, 0))
    })
  }

  /** Returns the number of inputs whose scripts are still unverified. */
  queuedInputs(): number {
    return this.#scripts?.state().inputs ?? 0
  }
}

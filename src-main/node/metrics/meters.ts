import { Counter, type Registry } from 'prom-client'
import type { Chain, ConnectStep, TimeStep } from '../chain/index.ts'
import type { VerifyGroup } from '../verify/index.ts'
import { CallMeter } from './callMeter.ts'

const STEPS: readonly ConnectStep[] = ['check', 'scripts', 'index', 'tip', 'commit', 'notify']
const MILLISECONDS = 1000

const counter = (registry: Registry, name: string, help: string) => new Counter({ name, help, registers: [registry] })

const createMetrics = (registry: Registry) => ({
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
  readonly #calls: CallMeter
  readonly #metrics: ReturnType<typeof createMetrics>
  #scripts: VerifyGroup | undefined

  constructor(registry: Registry) {
    this.#calls = new CallMeter(registry)
    this.#metrics = createMetrics(registry)
    // Create all series before the first scrape, so that rates begin at zero.
    for (const step of STEPS) this.#metrics.steps.inc({ step }, 0)
  }

  /** Counts a completed RPC call. */
  called(method: string, milliseconds: number, failed: boolean): void {
    this.#calls.called(method, milliseconds, failed)
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

import { Counter, Histogram, type Registry } from 'prom-client'

/** Histogram buckets in seconds. Most calls are faster than the first, few are slower than the last. */
const CALL_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
const MILLISECONDS = 1000

/** Counts RPC calls, their durations and errors by method. */
export class CallMeter {
  readonly #calls: Histogram<'method'>
  readonly #failures: Counter<'method'>

  constructor(registry: Registry) {
    this.#calls = new Histogram({
      name: 'chainwright_rpc_duration_seconds',
      help: 'Duration of RPC calls by method',
      labelNames: ['method'],
      buckets: CALL_BUCKETS,
      registers: [registry],
    })
    this.#failures = new Counter({
      name: 'chainwright_rpc_errors_total',
      help: 'RPC calls answered with an error',
      labelNames: ['method'],
      registers: [registry],
    })
  }

  /** Counts a completed RPC call. */
  called(method: string, milliseconds: number, failed: boolean): void {
    this.#calls.observe({ method }, milliseconds / MILLISECONDS)
    if (failed) this.#failures.inc({ method })
  }
}

import { Counter, Histogram, type Registry } from 'prom-client'
import type { Chain, ConnectStep, TimeStep } from '../chain/index.ts'
import type { VerifyGroup } from '../verify/index.ts'

/** Seconds. Most calls take less than the first, few more than the last. */
const CALL_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
const STEPS: readonly ConnectStep[] = ['check', 'scripts', 'index', 'tip', 'commit', 'notify']
const MILLISECONDS = 1000

/** What is counted as it happens. */
export interface Meters {
  /** a call of RPC was answered */
  called(method: string, milliseconds: number, failed: boolean): void
  readonly timed: TimeStep
  /** the scripts of these are being verified */
  verifying(scripts: VerifyGroup): void
  /** counts blocks of this chain from now on; the function ends it */
  follow(chain: Pick<Chain, 'subscribe'>): () => void
  /** inputs whose scripts are not verified yet */
  queuedInputs(): number
}

export function createMeters(registry: Registry): Meters {
  const registers = [registry]
  const calls = new Histogram({
    name: 'chainwright_rpc_duration_seconds',
    help: 'Calls by method, and how long they took',
    labelNames: ['method'],
    buckets: CALL_BUCKETS,
    registers,
  })
  const failures = new Counter({
    name: 'chainwright_rpc_errors_total',
    help: 'Calls that were answered with an error',
    labelNames: ['method'],
    registers,
  })
  const steps = new Counter({
    name: 'chainwright_connect_seconds_total',
    help: 'Time of the node’s thread for connecting blocks, by step',
    labelNames: ['step'],
    registers,
  })
  const commits = counter(registry, 'chainwright_commits_total', 'Commits of the chain’s database')
  const connected = counter(registry, 'chainwright_blocks_connected_total', 'Blocks that became part of the chain')
  const disconnected = counter(registry, 'chainwright_blocks_disconnected_total', 'Blocks that were taken back')
  const transactions = counter(registry, 'chainwright_transactions_connected_total', 'Transactions of connected blocks')
  // Found from the first look on, so that rates begin at zero.
  for (const step of STEPS) steps.inc({ step }, 0)
  let scripts: VerifyGroup | undefined
  return {
    called(method, milliseconds, failed) {
      calls.observe({ method }, milliseconds / MILLISECONDS)
      if (failed) failures.inc({ method })
    },
    timed(step, work) {
      const begun = performance.now()
      try {
        return work()
      } finally {
        steps.inc({ step }, (performance.now() - begun) / MILLISECONDS)
        if (step === 'commit') commits.inc()
      }
    },
    verifying(next) {
      scripts = next
    },
    follow: (chain) =>
      chain.subscribe((update) => {
        connected.inc(update.connected.length)
        disconnected.inc(update.disconnected.length)
        transactions.inc(update.connected.reduce((sum, { entry }) => sum + entry.txCount, 0))
      }),
    queuedInputs: () => scripts?.state().inputs ?? 0,
  }
}

const counter = (registry: Registry, name: string, help: string) => new Counter({ name, help, registers: [registry] })

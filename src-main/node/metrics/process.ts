import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Interval of the event-loop delay sampling, in ms. */
const RESOLUTION = 10
const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
/** Linux lists the open files of a process here. */
const OPEN_FILES = '/proc/self/fd'

/** Creates gauges of event-loop lag and process resources. Returns a function that stops the measurement. */
export function createProcessGauges(registry: Registry): () => void {
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  new Gauge({
    name: 'chainwright_event_loop_lag_seconds',
    help: 'Timer delay of the node’s thread since the last scrape: median, 99th percentile and maximum',
    labelNames: ['stat'],
    registers,
    collect() {
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION / 1000) || 0
      this.set({ stat: 'median' }, late(delay.percentile(50)))
      this.set({ stat: 'p99' }, late(delay.percentile(99)))
      this.set({ stat: 'max' }, delay.count > 0 ? late(delay.max) : 0)
      delay.reset()
    },
  })
  const value = (name: string, help: string, now: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(now())
      },
    })
  value('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
  value('nodejs_heap_used_bytes', 'JavaScript heap used by the node’s thread', () => process.memoryUsage().heapUsed)
  value(
    'process_start_time_seconds',
    'Start time of the process, unix time',
    () => Date.now() / 1000 - process.uptime(),
  )
  value('process_open_fds', 'Open files and sockets; 0 if the number is unknown', openFiles)
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of all threads',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / MICROSECONDS)
    },
  })
  return () => delay.disable()
}

function openFiles(): number {
  try {
    return readdirSync(OPEN_FILES).length
  } catch {
    return 0
  }
}

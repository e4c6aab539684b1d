import { Counter, Gauge, type Registry } from 'prom-client'
import type { PublisherStatus, PublishState } from '../publish/index.ts'

/** Record instead of a list, so that the compiler reports a missing state. Alerts need a metric for every state. */
const STATES: Readonly<Record<PublishState, true>> = { connecting: true, refused: true, publishing: true, level: true }

/** Creates the metrics of `-publish`, one series per target. Without targets they have no series. */
export function createPublishGauges(registry: Registry, targets: () => readonly PublisherStatus[]): void {
  const registers = [registry]
  const perTarget = (name: string, help: string, value: (target: PublisherStatus) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['target'], registers },
      collect() {
        this.reset()
        for (const target of targets()) this.set({ target: target.to }, value(target))
      },
    })
  const countPerTarget = (name: string, help: string, value: (target: PublisherStatus) => number) =>
    new Counter({
      ...{ name, help, labelNames: ['target'], registers },
      collect() {
        this.reset()
        for (const target of targets()) this.inc({ target: target.to }, value(target))
      },
    })
  perTarget('chainwright_publish_height', 'Height of the last published block; -1 before the first', (t) => t.height)
  perTarget('chainwright_publish_lag_blocks', 'Blocks of the node that are not published yet', (t) => t.behind)
  perTarget(
    'chainwright_publish_lag_seconds',
    'Time of the node’s tip minus time of the last published block',
    (t) => t.lagSeconds,
  )
  countPerTarget('chainwright_publish_errors_total', 'Failures of publishing', (t) => t.errors)
  countPerTarget('chainwright_publish_retries_total', 'Connection attempts after a failure', (t) => t.retries)
  new Gauge({
    ...{ name: 'chainwright_publish_state', help: 'State of publishing: 1 for the current state' },
    ...{ labelNames: ['target', 'state'], registers },
    collect() {
      this.reset()
      for (const { to: target, state: now } of targets())
        for (const state of Object.keys(STATES)) this.set({ target, state }, state === now ? 1 : 0)
    },
  })
}

/**
 * metrics: what a monitoring system reads of the node (`-metrics`): `/metrics` in Prometheus' text, `/health`, `/ready`.
 *
 * Purpose: counters of what happens (`meters.ts`), figures that are computed for each scrape (`gauges.ts`, `fileSizeCache.ts`,
 * `process.ts`), and the server that shows them (`monitorServer.ts`).
 * Non-goals: RPC; alerting; anything that identifies people: neither addresses nor peers are named.
 * Invariants: without the option nothing is measured; with it a look costs a few milliseconds of the node's thread, whatever the
 * chain's length; names of methods are the only labels whose number grows, and they are those of the contract.
 * Thread: the node's.
 */
export { Monitor } from './monitor.ts'

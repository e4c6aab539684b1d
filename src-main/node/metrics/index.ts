/**
 * metrics: monitoring of the node (`-metrics`): `/metrics` in the text format of Prometheus, `/health`, `/ready`.
 *
 * Purpose: event counters (`meters.ts`), values computed per scrape (`gauges.ts`, `fileSizeCache.ts`, `process.ts`),
 * and the server for them (`monitorServer.ts`). `queryMonitor.ts` does the same for chainwright-query. Non-goals: RPC, alerting, anything that identifies users: labels never
 * contain addresses or peers. Invariants: without the option nothing is measured. With it a scrape costs a few
 * milliseconds of the node's thread, independent of the chain's length. Method names are the only labels whose number
 * grows, and they are those of the contract. Thread: the node's.
 */
export { Monitor } from './monitor.ts'
export { QueryMonitor, type QueryReadiness } from './queryMonitor.ts'

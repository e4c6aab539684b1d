/**
 * consent: the only thing that the page of a window can call.
 *
 * Purpose: where money, keys, network reach or data are at stake, ask the person in a place that the page can neither see nor
 * answer, show there what was decoded here, and do exactly that. Small, reversible things are done at once and notified.
 * The level stands in the contract (`consent` of each method), and parameters may raise it.
 * Non-goals: how questions look (shell, web), callers of the RPC server, who have its password.
 * Invariants: one question at a time; what was agreed to is done on the node that was asked about, with the bytes that
 * were shown, or not at all; signed bytes and secrets never reach the page of the desktop app.
 * Thread: the app's own, which never blocks.
 */
export { Broker } from './broker.ts'
export { ALL_STAKES, type BrokerOptions, type PickedFiles, type Stake } from './options.ts'
export type { ConsentChains } from './plan.ts'
export type * from './surface.ts'
export { type SystemParts, systemParts } from './systemParts.ts'

/**
 * consent: the only thing that the page of a window can call.
 *
 * Purpose: before money, keys, reach or data are at stake, ask the person in a place that the page can neither see nor
 * answer, say there what was decoded here, and do exactly that. What is small and reversible is done at once and told.
 * Which is which stands in the contract (`consent` of each method) and is raised by parameters where that is due.
 * Non-goals: how questions look (shell, web), callers of the RPC server, who have its password.
 * Invariants: one question at a time; what is asked about is done on the node that it was asked of, with the bytes that
 * were shown, or not at all; signed bytes and secrets never reach the page of the desktop app.
 * Thread: the app's own, which never waits.
 */
export { type Broker, createBroker } from './broker.ts'
export { ALL_STAKES, type BrokerOptions, type PickedFiles, type Stake } from './options.ts'
export type * from './surface.ts'
export { type SystemParts, systemParts } from './systemParts.ts'

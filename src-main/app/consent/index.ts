/**
 * consent: the only interface that the page of a window can call.
 *
 * Purpose: ask the user if money, keys, network exposure or data are at stake. The prompt is in a window that the page
 * can neither see nor answer. It shows what was decoded here, and exactly that is done. Small, reversible actions run
 * immediately with a notice. The contract defines each method's level (`consent`), which parameters may raise.
 *
 * Non-goals: the appearance of prompts (shell, web), callers of the RPC server, who have its password.
 *
 * Invariants: one prompt at a time; an approved action runs on the node shown in the prompt, with the bytes that were
 * shown, or not at all; signed bytes and secrets never reach the page of the desktop app.
 *
 * Thread: the app's own, which never blocks.
 */
export { Broker } from './broker.ts'
export type * from './consentUi.ts'
export { ALL_STAKES, type BrokerOptions, type PickedFiles, type Stake } from './options.ts'
export type { ConsentChains } from './plan.ts'
export { type SystemParts, systemParts } from './systemParts.ts'

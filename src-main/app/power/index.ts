/**
 * power: whether the machine runs on battery, so that miners can pause meanwhile.
 *
 * Purpose: checks every ten seconds while a node runs, and notifies the nodes of changes. Linux has small
 * files for it, macOS a tool; elsewhere the caller passes a reader of its own, as the desktop app does.
 * Non-goals: pausing the miner (node/mining), battery levels.
 * Invariants: a check is bounded in time and size; one that fails or hangs means unknown, and no miner pauses for that.
 * Thread: the app's own, which never blocks.
 */
export { type PowerReader, PowerWatch } from './powerWatch.ts'
export { systemPower } from './systemPower.ts'

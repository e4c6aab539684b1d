/**
 * power: detects whether the machine runs on battery, so that miners can pause.
 *
 * Purpose: checks every ten seconds while a node runs, and notifies the nodes of changes. Linux has small files for it,
 * macOS a tool; on other systems the caller passes its own reader, as the desktop app does.
 *
 * Non-goals: pausing the miner (node/mining), battery levels.
 *
 * Invariants: a check is limited in time and size; one that fails or hangs means unknown, for which no miner pauses.
 *
 * Thread: the app's own, which never blocks.
 */
export { type PowerReader, PowerWatch } from './powerWatch.ts'
export { systemPower } from './systemPower.ts'

/**
 * power: what the machine runs on, for nodes that may rest while it is the battery.
 *
 * Purpose: looks every half minute, as long as there is a node, and tells the nodes when it is not what it was. Linux tells
 * in small files, macOS by a tool; elsewhere whoever can tell hands in a reader of its own, as the desktop app does.
 * Non-goals: what follows from it (node/mining), how full a battery is.
 * Invariants: a look is bounded in time and size; one that fails or hangs means unknown, and nobody rests because of it.
 * Thread: the app's own, which never waits.
 */
export { createPowerWatch, type PowerReader, type PowerWatch } from './powerWatch.ts'
export { systemPower } from './systemPower.ts'

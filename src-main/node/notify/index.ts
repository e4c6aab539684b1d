/**
 * notify: programs run on events (`-blocknotify`, `-walletnotify`, `-alertnotify`).
 *
 * Purpose: notifies the user's scripts of a new tip, a wallet transaction or a warning. Non-goals: a shell; guaranteed
 * delivery: values beyond the queue limit are dropped and logged. Invariants: Program and arguments are fixed at the
 * start. `%s` is replaced with hex, or with a warning's letters and digits, within one argument. The number of
 * processes is limited, and each runs for at most a minute. Thread: the node's; the programs are separate processes and
 * outlive it.
 */
export { type Commands, Notifier } from './notifier.ts'

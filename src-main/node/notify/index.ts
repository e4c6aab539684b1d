/**
 * notify: programs that are run when something happens (`-blocknotify`, `-walletnotify`, `-alertnotify`).
 *
 * Purpose: what a person's own scripts hear of: a new tip, a transaction of the wallet, a warning.
 * Non-goals: a shell; delivery: what cannot be run soon is left out, and the log says so.
 * Invariants: program and arguments were fixed at the start; into `%s` goes hex, or a warning's letters and digits, as part of
 * one argument. So many run at a time, and none for longer than a minute.
 * Thread: the node's; the programs are processes of their own and outlive it.
 */
export { type Commands, Notifier } from './notifier.ts'

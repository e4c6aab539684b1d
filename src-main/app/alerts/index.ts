/**
 * alerts: news for system notifications from every running chain, whether the window shows it or not.
 *
 * Purpose: notify a user who is not watching the window. News are received coins and tokens, found blocks and claims,
 * and filled orders, also lost peers, peers on another chain, and a full disk. Non-goals: how a notification is
 * displayed (shell, or the page in a browser).
 *
 * Invariants: no news of the user's own transactions; no old rows at startup or while a chain syncs. Untrusted texts
 * are short, visible and free of markup. A limited number of notifications per minute; further news are combined.
 *
 * Thread: the app's own; one small page of the wallet's history every two seconds at most.
 */

export type { Alert } from './alertGrouping.ts'
export { Alerts } from './alerts.ts'

/**
 * alerts: news for system notifications, from every chain that runs, shown or not.
 *
 * Purpose: tell a person who looks elsewhere that coins or tokens arrived, a block or a claim was found, an order was filled,
 * all peers were lost or are on another chain, or the disk runs full. Non-goals: how a notification looks (shell, or the page of a browser).
 * Invariants: nothing of what the person did; nothing of the past at a start or while a chain is fetched; texts of
 * strangers are short, visible and no markup; a few notifications a minute at most, the rest comes together.
 * Thread: the app's own; one small page of the wallet's history every two seconds at most.
 */

export type { Alert } from './alertGrouping.ts'
export { Alerts } from './alerts.ts'

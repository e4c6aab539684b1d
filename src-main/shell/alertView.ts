/** Shows system notifications. */
import { Notification } from 'electron'
import type { Alert } from '../app/alerts/index.ts'

/** Maximum number of notifications to reference: an unreferenced one may be garbage-collected before it is clicked. */
const MAX_KEPT = 20

/** @param open called on a click to show the window */
export function createAlertView(open: () => void): (alert: Alert) => void {
  const kept: Notification[] = []
  return ({ title, body }) => {
    if (!Notification.isSupported()) return
    const notification = new Notification({ title, body })
    notification.on('click', open)
    kept.push(notification)
    if (kept.length > MAX_KEPT) kept.shift()
    notification.show()
  }
}

/** The system's notifications. */
import { Notification } from 'electron'
import type { Alert } from '../app/alerts/index.ts'

/** One that is not referred to any more may be collected before it is clicked. */
const MOST_KEPT = 20

/** @param open shows the window; for a click */
export function createAlertView(open: () => void): (alert: Alert) => void {
  const kept: Notification[] = []
  return ({ title, body }) => {
    if (!Notification.isSupported()) return
    const notification = new Notification({ title, body })
    notification.on('click', open)
    kept.push(notification)
    if (kept.length > MOST_KEPT) kept.shift()
    notification.show()
  }
}

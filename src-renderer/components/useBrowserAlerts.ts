import { useEffect } from 'react'
import { useNode } from '../node/context.tsx'

/** Browser mode: shows the program's alerts as notifications, if the user has allowed them in the settings. */
export function useBrowserAlerts(): void {
  const node = useNode()
  useEffect(() => {
    if (node.desktop) return
    return node.onEvent((event) => {
      if (event.type !== 'alert' || !('Notification' in window) || Notification.permission !== 'granted') return
      const { title, body } = event
      // The tag deduplicates the notification across tabs.
      const shown = new Notification(title, { body, tag: `${title} ${body}` })
      shown.onclick = () => {
        window.focus()
        shown.close()
      }
    })
  }, [node])
}

import { useEffect } from 'react'
import { useNode } from '../node/context.tsx'

/** In a browser: shows the program's news as notifications, once the person allowed them in the settings. */
export function useBrowserAlerts(): void {
  const node = useNode()
  useEffect(() => {
    if (node.desktop) return
    return node.onEvent((event) => {
      if (event.type !== 'alert' || !('Notification' in window) || Notification.permission !== 'granted') return
      const { title, body } = event
      // Several tabs show it once.
      const shown = new Notification(title, { body, tag: `${title} ${body}` })
      shown.onclick = () => {
        window.focus()
        shown.close()
      }
    })
  }, [node])
}

import { useEffect, useRef } from 'react'
import { shownLanguage } from '../i18n/texts.ts'
import { useNode } from '../node/context.tsx'
import { useRpc } from '../node/queries.ts'

/**
 * Tells the app the language of the window, which its own questions, notices and menus follow: once for each language shown,
 * because LanguageGate mounts everything anew. If the person takes that back in the app's notice, it stays so.
 */
export function useAppLanguage(): void {
  const { client } = useNode()
  const { data } = useRpc('getappsettings', {})
  const told = useRef(false)
  useEffect(() => {
    if (data === undefined || told.current) return
    told.current = true
    const language = shownLanguage()
    // What the app says in another language harms nothing.
    if (data.language !== language) client.call('setappsettings', { settings: { language } }).catch(() => {})
  }, [client, data])
}

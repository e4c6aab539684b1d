import { useEffect, useRef } from 'react'
import { shownLanguage } from '../i18n/texts.ts'
import { useNode } from '../node/context.tsx'
import { useRpc } from '../node/queries.ts'

/**
 * Reports the window's language to the app, whose questions, notices and menus follow it. Runs once per displayed
 * language, because LanguageGate remounts everything. If the user undoes the change in the app's notice, it stays
 * undone.
 */
export function useAppLanguage(): void {
  const { client } = useNode()
  const { data } = useRpc('getappsettings', {})
  const told = useRef(false)
  useEffect(() => {
    if (data === undefined || told.current) return
    told.current = true
    const language = shownLanguage()
    // Ignore errors: the app's own texts in another language do no harm.
    if (data.language !== language) client.call('setappsettings', { settings: { language } }).catch(() => {})
  }, [client, data])
}

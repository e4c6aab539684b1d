import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { pickLanguage } from '#shared/languages.ts'
import { useUi } from '../components/uiStore.ts'
import { showCoinsBy } from '../i18n/nodeText.ts'
import { i18n, showLanguage, shownLanguage } from '../i18n/texts.ts'
import { useDisplayStyle } from '../ui/displayStyle.ts'
import { coinsInUnit } from '../ui/format.ts'

showCoinsBy(coinsInUnit)

/** Returns the language chosen in the settings, or else the system's. */
export const wantedLanguage = () => pickLanguage(useUi.getState().language, navigator.languages)

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

/**
 * Renders its children once the texts of the chosen language are loaded. Remounts them when the language, date style or
 * amount unit changes, because texts, dates and amounts are read while rendering. The language changes only in the
 * settings, so that no unsaved input is lost.
 */
export function LanguageGate({ children }: { readonly children: ReactNode }) {
  const choice = useUi((state) => state.language)
  const { dates, units } = useDisplayStyle()
  const shown = useSyncExternalStore(subscribe, shownLanguage)
  useEffect(() => {
    const follow = () => void showLanguage(pickLanguage(choice, navigator.languages))
    follow()
    window.addEventListener('languagechange', follow)
    return () => window.removeEventListener('languagechange', follow)
  }, [choice])
  useEffect(() => {
    document.documentElement.lang = shown
  }, [shown])
  return <Fragment key={`${shown} ${dates} ${units}`}>{children}</Fragment>
}

import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { pickLanguage } from '#shared/languages.ts'
import { useUi } from '../components/uiStore.ts'
import { showCoinsBy } from '../i18n/nodeText.ts'
import { i18n, showLanguage, shownLanguage } from '../i18n/texts.ts'
import { useDisplayStyle } from '../ui/displayStyle.ts'
import { coinsInUnit } from '../ui/format.ts'

showCoinsBy(coinsInUnit)

/** The language that the settings and the system ask for. */
export const wantedLanguage = () => pickLanguage(useUi.getState().language, navigator.languages)

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}

/**
 * Shows the chosen language as soon as its texts are loaded, and renders everything inside anew then: texts are read while
 * rendering, and so are dates and amounts. It changes only in the settings, where nothing half-typed is lost.
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

import { t } from '../i18n/texts.ts'

/** The key that goes with shortcuts on this system, as it is written on keyboards of the language. */
export const modifier = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : t('ui:key.control'))

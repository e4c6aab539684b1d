import { t } from '../i18n/texts.ts'

/** Returns the modifier key of shortcuts on this system, as labelled on keyboards of the current language. */
export const modifier = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : t('ui:key.control'))

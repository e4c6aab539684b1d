import { DECLINED } from '#shared/errors.ts'
import { t } from '../i18n/texts.ts'

/** Returns true if a message says that the user declined, in the node's or the window's words. */
export const isDeclinedText = (text: string): boolean => text.startsWith(DECLINED) || text.startsWith(t('ui:declined'))

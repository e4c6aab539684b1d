import { DECLINED } from '#shared/errors.ts'
import { t } from '../i18n/texts.ts'

/** Whether a message says that the user declined, in the words of the node or of the window. */
export const isDeclinedText = (text: string): boolean => text.startsWith(DECLINED) || text.startsWith(t('ui:declined'))

import { t } from '../../../i18n/texts.ts'

/** Shows "12 / 32 bytes", in red beyond the limit. */
export function ByteCounter({ used, limit }: { readonly used: number; readonly limit: number }) {
  return <span className={used > limit ? 'text-bad' : undefined}>{t('tokens:form.bytes', { used, limit })}</span>
}

import { t } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import type { FolderReport } from '../texts.ts'

/** Lists what is not taken over, with the reasons. */
export function RestCard({ report: { keys } }: { readonly report: FolderReport }) {
  const shielded = keys?.shielded ?? 0
  return (
    <Card title={t('moveIn:rest.title')}>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        {shielded > 0 ? <li>{t('moveIn:rest.shielded', { count: shielded })}</li> : null}
        {keys && !keys.cleanlyclosed ? <li>{t('moveIn:rest.recovery')}</li> : null}
        <li>{t('moveIn:rest.comments')}</li>
        <li>{t('moveIn:rest.databases')}</li>
      </ul>
    </Card>
  )
}

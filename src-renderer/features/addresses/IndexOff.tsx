import { DatabaseZap } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function IndexOff() {
  return (
    <EmptyState icon={<DatabaseZap />} title={t('addresses:index.off')}>
      {t('addresses:index.offHint')}
    </EmptyState>
  )
}

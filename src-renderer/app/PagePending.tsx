import { t } from '../i18n/texts.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

export function PagePending() {
  return (
    <div role="status" className="mx-auto flex w-full max-w-320 flex-col gap-4 p-5">
      <p className="h-7 text-muted leading-7">{t('frame:pageLoading')}</p>
      <Skeleton className="h-22 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}

import { t } from '../i18n/texts.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

export function PagePending() {
  return (
    <div role="status" aria-label={t('frame:pageLoading')} className="mx-auto flex w-full max-w-320 flex-col gap-4 p-5">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-22 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}

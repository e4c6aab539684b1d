import { t } from '../i18n/texts.ts'
import { cn } from './cn.ts'

/**
 * Grey placeholder in the final size of its content. Hidden from assistive technology, because the region announces
 * "loading".
 */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span aria-hidden className={cn('block animate-breathe rounded-sm bg-hover', className)} />
}

export function SkeletonLines({
  lines,
  className,
}: {
  readonly lines: number
  readonly className?: string | undefined
}) {
  const widths = ['w-11/12', 'w-9/12', 'w-10/12', 'w-7/12']
  return (
    <div role="status" aria-label={t('ui:loading')} className={cn('flex flex-col gap-2.5 py-1', className)}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <Skeleton key={index} className={cn('h-3.5', widths[index % widths.length])} />
      ))}
    </div>
  )
}

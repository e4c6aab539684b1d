import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface CardProps {
  readonly title?: ReactNode
  /** Controls of this card, at the right end of the header. */
  readonly actions?: ReactNode
  /**
   * The `</>` button that shows the source of the data. It follows the title, so that the controls stay at the right
   * end.
   */
  readonly source?: ReactNode
  /** No padding around the body; tables and lists have their own. */
  readonly flush?: boolean | undefined
  readonly className?: string | undefined
  readonly bodyClassName?: string | undefined
  readonly children: ReactNode
}

/** Surface with a title. The title is a heading, so that screen readers can jump from card to card. */
export function Card({ title, actions, source, flush, className, bodyClassName, children }: CardProps) {
  return (
    <section className={cn('group/source flex min-w-0 flex-col rounded-lg border bg-surface shadow-card', className)}>
      {title || actions || source ? (
        <header className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 py-1 pr-2 pl-4">
          <h2 className="min-w-0 wrap-anywhere font-semibold text-13">{title}</h2>
          {source}
          <div className="ml-auto flex shrink-0 items-center gap-2 max-[859px]:shrink max-[859px]:flex-wrap">
            {actions}
          </div>
        </header>
      ) : null}
      <div className={cn('min-h-0 flex-1', !flush && 'px-4 pb-4', !flush && !title && 'pt-4', bodyClassName)}>
        {children}
      </div>
    </section>
  )
}

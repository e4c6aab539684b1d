import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { useDisplayStyle } from './displayStyle.ts'
import { optionNames } from './optionNames.tsx'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  /** Explains in one sentence why the list is empty and how to fill it. */
  readonly children?: ReactNode
  /** A single button. */
  readonly action?: ReactNode
  /** Method that fills this view, such as `tokencreate`; shown in developer mode. */
  readonly call?: string | undefined
  readonly className?: string | undefined
}

export function EmptyState({ icon, title, children, action, call, className }: EmptyStateProps) {
  const developer = useDisplayStyle((state) => state.developer)
  return (
    <div className={cn('flex flex-col items-center justify-center gap-3 px-6 py-10 text-center', className)}>
      {icon ? (
        <div
          aria-hidden
          className="flex size-10 items-center justify-center rounded-lg border bg-sunken text-faint [&>svg]:size-5"
        >
          {icon}
        </div>
      ) : null}
      <div className="max-w-100">
        <p className="font-medium text-14">{title}</p>
        {children ? <p className="mt-0.5 text-pretty text-muted">{optionNames(children)}</p> : null}
      </div>
      {action}
      {developer && call ? <code className="font-mono text-12 text-faint">{call}</code> : null}
    </div>
  )
}

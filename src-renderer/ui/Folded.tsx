import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from './cn.ts'

export interface FoldedProps {
  readonly label: string
  readonly className?: string | undefined
  /** unfolded from the beginning */
  readonly open?: boolean | undefined
  readonly children: ReactNode
}

/** Details that unfold below a quiet line. */
export function Folded({ label, className, open, children }: FoldedProps) {
  // The user folds and unfolds it after that.
  const [initially] = useState(open)
  return (
    <details className="group/details" open={initially}>
      <summary
        className={cn('flex cursor-pointer items-center gap-1.5 rounded-sm text-muted hover:text-text', className)}
      >
        <ChevronRight aria-hidden className="size-4 transition-transform group-open/details:rotate-90" />
        {label}
      </summary>
      {children}
    </details>
  )
}

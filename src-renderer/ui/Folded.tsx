import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from './cn.ts'

export interface FoldedProps {
  readonly label: string
  readonly className?: string | undefined
  /** Initially expanded. */
  readonly open?: boolean | undefined
  readonly children: ReactNode
}

/** Collapsible details below a small heading. */
export function Folded({ label, className, open, children }: FoldedProps) {
  // Only the initial state is controlled; afterwards the user opens and closes the details.
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

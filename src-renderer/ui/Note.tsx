import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { optionNames } from './optionNames.tsx'

/** A sentence to read before continuing. */
export function Note({
  tone = 'warn',
  children,
}: {
  readonly tone?: 'warn' | 'neutral'
  readonly children: ReactNode
}) {
  const Icon = tone === 'warn' ? TriangleAlert : Info
  return (
    <div
      role="status"
      className={cn(
        'flex gap-2 rounded-md border p-3 text-12',
        tone === 'warn' ? 'border-warn/35 bg-warn-soft text-warn' : 'bg-sunken text-muted',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <div className="min-w-0 flex-1">{optionNames(children)}</div>
    </div>
  )
}

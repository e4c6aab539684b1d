import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows one sentence next to the page's figures. */
export function PageNote({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-13 text-muted">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

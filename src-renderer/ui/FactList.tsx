import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface Fact {
  readonly label: ReactNode
  readonly value: ReactNode
}

/** Names and values of one thing, as a description list. */
export function FactList({ facts, className }: { readonly facts: readonly Fact[]; readonly className?: string }) {
  return (
    <dl className={cn('grid grid-cols-[minmax(96px,auto)_minmax(0,1fr)] gap-x-5', className)}>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of facts
        <div key={index} className="col-span-2 grid grid-cols-subgrid border-b py-1.5 last:border-b-0">
          <dt className="text-muted">{fact.label}</dt>
          <dd className="min-w-0 break-words text-right">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

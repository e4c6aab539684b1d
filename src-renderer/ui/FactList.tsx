import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface Fact {
  readonly label: ReactNode
  readonly value: ReactNode
}

/** Two facts per row if the page is wide enough for two lists. */
const PAIRS =
  'min-[1720px]:grid-cols-[repeat(2,minmax(96px,auto)_minmax(0,1fr))] min-[1720px]:gap-x-8 min-[1720px]:[&>:nth-last-child(2):nth-child(odd)]:border-b-0'

export interface FactListProps {
  readonly facts: readonly Fact[]
  /** Shows two facts per row in a large window. */
  readonly pairs?: boolean
  readonly className?: string
}

/** Names and values of one object, as a description list. */
export function FactList({ facts, pairs, className }: FactListProps) {
  return (
    <dl
      className={cn(
        'grid grid-cols-[minmax(96px,auto)_minmax(0,1fr)] gap-x-5 max-[479px]:grid-cols-[auto_minmax(min-content,1fr)]',
        pairs && PAIRS,
        className,
      )}
    >
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

import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export interface Segment<Id extends string> {
  readonly id: Id
  readonly label: ReactNode
  readonly icon?: ReactNode
}

export interface SegmentedProps<Id extends string> {
  readonly label: string
  readonly value: Id
  readonly onChange: (value: Id) => void
  readonly segments: readonly Segment<Id>[]
  readonly className?: string | undefined
}

/** Radio buttons for a few options that are all visible. Arrow keys move the selection. */
export function Segmented<Id extends string>({ label, value, onChange, segments, className }: SegmentedProps<Id>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const segment = segments.find((candidate) => candidate.id === next)
        if (segment) onChange(segment.id)
      }}
      className={cn(
        'inline-flex h-8 shrink-0 items-center max-[719px]:h-auto max-[719px]:shrink max-[719px]:flex-wrap rounded-md border border-line-strong bg-sunken p-0.5',
        className,
      )}
    >
      {segments.map((segment) => (
        <RadioGroup.Item
          key={segment.id}
          value={segment.id}
          className="inline-flex h-full min-h-6 items-center gap-1.5 rounded-sm px-2.5 font-medium text-12 text-muted transition-colors duration-(--quick) hover:text-text data-[state=checked]:bg-raised data-[state=checked]:text-text data-[state=checked]:shadow-card data-[state=checked]:ring-1 data-[state=checked]:ring-line"
        >
          {segment.icon}
          {segment.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

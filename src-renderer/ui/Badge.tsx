import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

const look = cva(
  'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 align-middle font-medium text-12',
  {
    variants: {
      tone: {
        neutral: 'bg-hover text-muted',
        accent: 'bg-accent-soft text-accent-text',
        ok: 'bg-ok-soft text-ok',
        warn: 'bg-warn-soft text-warn',
        bad: 'bg-bad-soft text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad'

export interface BadgeProps extends VariantProps<typeof look> {
  /** Icon of a state, which is always shown together with word and colour. */
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly title?: string | undefined
}

export function Badge({ tone, icon, children, className, title }: BadgeProps) {
  return (
    <span data-badge className={cn(look({ tone }), className)} title={title}>
      {icon}
      {children}
    </span>
  )
}

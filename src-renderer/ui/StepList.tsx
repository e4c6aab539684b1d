import { Check, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../i18n/texts.ts'
import { cn } from './cn.ts'

export type StepState = 'waiting' | 'current' | 'done' | 'failed'

export interface Step {
  readonly id: string
  readonly label: ReactNode
  readonly state: StepState
}

export interface StepsProps {
  readonly label: string
  readonly steps: readonly Step[]
  /** For little space: only the current step shows its label. */
  readonly compact?: boolean | undefined
  /** True if `current` means running work (a spinner) instead of a page of a wizard. */
  readonly working?: boolean | undefined
  readonly className?: string | undefined
}

function Mark({ state, working, index }: { state: StepState; working: boolean; index: number }) {
  const Icon = state === 'done' ? Check : state === 'failed' ? X : LoaderCircle
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-5 shrink-0 items-center justify-center rounded-full border font-medium text-12 transition-colors duration-(--calm)',
        state === 'waiting' && 'border-line-strong text-faint',
        state === 'current' && 'border-accent text-accent-text',
        state === 'done' && 'border-transparent bg-ok-soft text-ok',
        state === 'failed' && 'border-transparent bg-bad-soft text-bad',
      )}
    >
      {state === 'waiting' || (state === 'current' && !working) ? (
        index + 1
      ) : (
        <Icon className={cn('size-3', state === 'current' && 'animate-spin')} />
      )}
    </span>
  )
}

export function StepList({ label, steps, working = false, compact = false, className }: StepsProps) {
  const reached = steps.findLast((step) => step.state !== 'waiting')
  return (
    <ol
      aria-label={label}
      className={cn('flex min-w-0 items-center max-[479px]:flex-wrap max-[479px]:gap-y-1', className)}
    >
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className={cn('flex min-w-0 items-center gap-2', index > 0 && 'grow')}
        >
          {index > 0 ? (
            <span
              aria-hidden
              className={cn('mx-2 h-px min-w-3 flex-1', step.state === 'waiting' ? 'bg-line' : 'bg-line-strong')}
            />
          ) : null}
          <Mark state={step.state} working={working} index={index} />
          <span
            className={cn(
              'shrink-0 text-12',
              step.state === 'waiting' && 'text-faint',
              step.state === 'current' && 'font-medium text-text',
              step.state === 'done' && 'text-muted',
              step.state === 'failed' && 'font-medium text-bad',
            )}
          >
            <span className={compact && step !== reached ? 'sr-only' : undefined}>{step.label}</span>
            <span className="sr-only">, {t(`ui:step.${step.state}`)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

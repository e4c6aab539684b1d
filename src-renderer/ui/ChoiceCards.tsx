import type { LucideIcon } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { cn } from './cn.ts'

export interface Choice<Id extends string> {
  readonly id: Id
  readonly icon: LucideIcon
  readonly title: string
  /** Explanation in one or two sentences. */
  readonly words: string
}

export interface ChoiceCardsProps<Id extends string> {
  /** Accessible name of the choice. */
  readonly label: string
  readonly choices: readonly Choice<Id>[]
  /** Undefined if nothing is selected. */
  readonly value: Id | undefined
  onChange(value: Id): void
  /** Id of the element that contains the error. */
  readonly problem?: string | undefined
}

/** Radio cards: a few options with explanations, side by side. */
export function ChoiceCards<Id extends string>({ label, choices, value, onChange, problem }: ChoiceCardsProps<Id>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      aria-describedby={problem}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = choices.find(({ id }) => id === next)
        if (chosen) onChange(chosen.id)
      }}
      className="grid grid-cols-2 gap-3 max-[719px]:grid-cols-1"
    >
      {choices.map(({ id, icon: Icon, title, words }, index) => (
        <RadioGroup.Item
          key={id}
          value={id}
          data-missing={problem !== undefined && index === 0 ? true : undefined}
          className="flex items-start gap-3 rounded-md border border-line-strong p-3 text-left transition-colors duration-(--quick) hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:ring-1 data-[state=checked]:ring-accent"
        >
          <Icon
            aria-hidden
            className={cn('mt-0.5 size-4 shrink-0', value === id ? 'text-accent-text' : 'text-faint')}
          />
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-12 text-muted">{words}</span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

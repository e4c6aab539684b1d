import { CircleAlert, Pickaxe, Users } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'

/** Who makes the first blocks. */
export type FirstBlocks = 'alone' | 'together'

const ways = [
  {
    id: 'alone',
    icon: Pickaxe,
    title: 'This computer, alone',
    words:
      'It may make blocks while nobody else is there, and keeps the coins of the first one. Right for a new chain. Can be taken back in the chain’s settings once others have come.',
  },
  {
    id: 'together',
    icon: Users,
    title: 'Only with somebody else',
    words:
      'It waits until another node is connected. Right if a friend starts the chain, or if you want to be sure that nobody mines on a branch of his own.',
  },
] as const

export interface FirstBlocksChoiceProps {
  readonly value: FirstBlocks | undefined
  onChange(value: FirstBlocks): void
  readonly missing: boolean
}

/** A new chain has no peers, and a node without peers does not mine unless it is told to: somebody has to say so. */
export function FirstBlocksChoice({ value, onChange, missing }: FirstBlocksChoiceProps) {
  const problem = useId()
  return (
    <Card title="Who makes the first blocks?">
      <p className="mb-3 text-muted">
        A block is a page of the ledger. Making one takes computing, which is called mining. A new chain has no other
        computers yet, so one has to begin.
      </p>
      <RadioGroup.Root
        aria-label="Who makes the first blocks?"
        aria-describedby={missing ? problem : undefined}
        value={value ?? ''}
        onValueChange={(next) => onChange(next === 'alone' ? 'alone' : 'together')}
        className="grid grid-cols-2 gap-3"
      >
        {ways.map(({ id, icon: Icon, title, words }) => (
          <RadioGroup.Item
            key={id}
            value={id}
            data-missing={missing && id === 'alone' ? true : undefined}
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
      <p id={problem} aria-live="polite" className={cn('mt-2 text-12 text-bad', !missing && 'hidden')}>
        {missing ? (
          <span className="inline-flex gap-1.5">
            <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
            Choose one of the two.
          </span>
        ) : null}
      </p>
    </Card>
  )
}

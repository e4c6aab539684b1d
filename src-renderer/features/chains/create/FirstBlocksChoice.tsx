import { CircleAlert, Pickaxe, Users } from 'lucide-react'
import { useId } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx'
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
      <ChoiceCards
        label="Who makes the first blocks?"
        choices={ways}
        value={value}
        onChange={onChange}
        problem={missing ? problem : undefined}
      />
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

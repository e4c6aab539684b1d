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
      'It mines without peers and gets the coins of the first block. Right for a new chain. You can turn this off in the chain’s settings once others have joined.',
  },
  {
    id: 'together',
    icon: Users,
    title: 'Only with somebody else',
    words:
      'It mines only while another node is connected. Right if a friend starts the chain, or to avoid separate branches.',
  },
] as const

export interface FirstBlocksChoiceProps {
  readonly value: FirstBlocks | undefined
  onChange(value: FirstBlocks): void
  readonly missing: boolean
}

/** A new chain has no peers, and a node without peers does not mine unless told to: the user decides. */
export function FirstBlocksChoice({ value, onChange, missing }: FirstBlocksChoiceProps) {
  const problem = useId()
  return (
    <Card title="Who makes the first blocks?">
      <p className="mb-3 text-muted">
        A block is a page of the ledger. Making one takes computing and is called mining. A new chain has no other
        computers yet, so one has to start.
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

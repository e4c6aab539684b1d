import { CircleAlert, Pickaxe, Users } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx'
import { cn } from '../../../ui/cn.ts'

/** Who makes the first blocks. */
export type FirstBlocks = 'alone' | 'together'

const icons = { alone: Pickaxe, together: Users } as const

const ways = () =>
  (['alone', 'together'] as const).map((id) => ({
    id,
    icon: icons[id],
    title: t(`chains:first.${id}.title`),
    words: t(`chains:first.${id}.words`),
  }))

export interface FirstBlocksChoiceProps {
  readonly value: FirstBlocks | undefined
  onChange(value: FirstBlocks): void
  readonly missing: boolean
}

/** A new chain has no peers, and a node without peers does not mine unless told to: the user decides. */
export function FirstBlocksChoice({ value, onChange, missing }: FirstBlocksChoiceProps) {
  const problem = useId()
  return (
    <Card title={t('chains:first.title')}>
      <p className="mb-3 text-muted">{t('chains:first.explanation')}</p>
      <ChoiceCards
        label={t('chains:first.title')}
        choices={ways()}
        value={value}
        onChange={onChange}
        problem={missing ? problem : undefined}
      />
      <p id={problem} aria-live="polite" className={cn('mt-2 text-12 text-bad', !missing && 'hidden')}>
        {missing ? (
          <span className="inline-flex gap-1.5">
            <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
            {t('chains:first.choose')}
          </span>
        ) : null}
      </p>
    </Card>
  )
}

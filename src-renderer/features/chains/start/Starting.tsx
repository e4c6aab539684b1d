import { Link } from '@tanstack/react-router'
import type { ChainPorts } from '#shared/chains/index.ts'
import { describeError } from '../../../components/describeError.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { StartFailure } from '../StartFailure.tsx'
import type { Opening } from '../useOpening.ts'

export interface StartingProps {
  readonly opening: Extract<Opening, { readonly id: string }>
  readonly name: string
  onStart(ports: ChainPorts): void
}

/** Shows the first start of a chain's node, or its failure. */
export function Starting({ opening, name, onStart }: StartingProps) {
  if (opening.stage === 'failed') {
    const story = describeError(opening.error)
    return (
      <Card title={t('chains:starting.failed')}>
        <StartFailure
          id={opening.id}
          reason={story.title}
          details={story.details}
          busy={false}
          onStart={onStart}
          actions={
            <Button asChild variant="ghost">
              <Link to="/chains">{t('chains:allChains')}</Link>
            </Button>
          }
        />
      </Card>
    )
  }
  return (
    <Card>
      <div role="status" className="flex flex-col items-center gap-4 py-8 text-center">
        <p className="font-semibold text-16">
          <Trans i18nKey="chains:starting.title" components={{ name: <SafeText text={name} max={60} /> }} />
        </p>
        <div aria-hidden className="h-1 w-32 animate-breathe rounded-full bg-accent" />
        <p className="text-muted">{t('chains:starting.explanation')}</p>
      </div>
    </Card>
  )
}

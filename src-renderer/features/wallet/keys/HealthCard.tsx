import { CircleCheck, CircleDashed } from 'lucide-react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { useToyChain } from '../../../components/people/persons.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { healthOf } from './health.ts'
import type { PhraseCardProps } from './PhraseCard.tsx'
import { SafetyStrip } from './SafetyStrip.tsx'
import { ScheduleLine } from './sealed/ScheduleLine.tsx'

/** How safe the wallet is: what was done, what is missing, and what would happen. The restore drill is part of it. */
export function HealthCard({ status, onOpen }: PhraseCardProps) {
  const toy = useToyChain()
  const checks = healthOf(status, toy)
  const done = checks.filter((check) => check.done).length
  const missing = toy ? 'text-muted' : 'text-warn'
  const next = checks.find((check) => !check.done && check.action !== undefined)
  return (
    <Card
      title={t('wallet:health.title')}
      actions={
        <span className={cn('font-medium text-12', done === checks.length ? 'text-ok' : missing)}>
          {t('wallet:health.count', { done, total: checks.length })}
        </span>
      }
      source={<CallSource calls={[shownCall('getwalletstatus', {}), shownCall('getbackupschedule', {})]} />}
    >
      <ol aria-label={t('wallet:health.title')} className="grid grid-cols-4 gap-3 pb-4 max-[1079px]:grid-cols-2">
        {checks.map(({ id, title, words, done: isDone, action }) => {
          const Icon = isDone ? CircleCheck : CircleDashed
          return (
            <li key={id} className="flex flex-col gap-2 rounded-md border p-3">
              <p className="flex items-center gap-2 font-medium">
                <Icon aria-hidden className={cn('size-4 shrink-0', isDone ? 'text-ok' : missing)} />
                {title}
                <span className="sr-only">{t(isDone ? 'wallet:health.done' : 'wallet:health.missing')}</span>
              </p>
              <p className="flex-1 text-12 text-muted">{words}</p>
              {action ? (
                <Button
                  size="sm"
                  className="self-start"
                  variant={!toy && next?.id === id ? 'primary' : 'secondary'}
                  onClick={() => onOpen(action.dialog)}
                >
                  {action.label}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ol>
      <SafetyStrip status={status} />
      <ScheduleLine onOpen={() => onOpen('schedule')} />
    </Card>
  )
}

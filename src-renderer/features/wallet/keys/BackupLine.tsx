import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useToyChain } from '../../../components/people/persons.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { describeBackup } from './backupState.ts'
import type { PhraseCardProps } from './PhraseCard.tsx'

const icons = { ok: CircleCheck, warn: TriangleAlert, toy: Info } as const
const tones = { ok: 'text-ok', warn: 'text-warn', toy: 'text-muted' } as const

/** The first line of the page: the state of the backup, and the button that completes it. */
export function BackupLine({ status, onOpen }: PhraseCardProps) {
  const { tone, words, action } = describeBackup(status, useToyChain())
  const Icon = icons[tone]
  return (
    <section
      aria-label={t('wallet:safety.title')}
      className="flex min-h-14 items-center gap-3 rounded-lg border bg-surface px-4 py-2.5 shadow-card"
    >
      <Icon aria-hidden className={cn('size-5 shrink-0', tones[tone])} />
      <p className="min-w-0 flex-1 font-medium text-14">{words}</p>
      {action ? (
        <Button variant="primary" onClick={() => onOpen(action.dialog)}>
          {action.label}
        </Button>
      ) : null}
    </section>
  )
}

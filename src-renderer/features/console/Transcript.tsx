import { SquareTerminal } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useConsole } from './consoleStore.ts'
import { EntryView } from './EntryView.tsx'

/** Calls and answers. The newest is at the bottom, next to the input line. */
export function Transcript({ onEdit }: { onEdit(line: string): void }) {
  const entries = useConsole((state) => state.entries)
  const end = useRef<HTMLDivElement>(null)
  const last = entries.at(-1)
  const lastState = last?.outcome.state

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry, or the answer to the last one, scrolls down
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [last?.id, lastState])

  if (entries.length === 0) {
    return (
      <EmptyState icon={<SquareTerminal />} title={t('console:empty.title')} className="min-h-0 flex-1">
        {t('console:empty.hint')}
      </EmptyState>
    )
  }
  return (
    <ScrollRegion label={t('console:results')} className="flex-1 rounded-t-lg">
      <ol className="divide-y">
        {entries.map((entry) => (
          <EntryView key={entry.id} entry={entry} onEdit={onEdit} />
        ))}
      </ol>
      <div ref={end} />
    </ScrollRegion>
  )
}

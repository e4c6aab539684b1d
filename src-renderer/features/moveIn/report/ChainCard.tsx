import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError } from '../../../components/describeError.ts'
import { nodeError } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { cn } from '../../../ui/cn.ts'
import { type Fact, FactList } from '../../../ui/FactList.tsx'
import { Field, Input, Textarea } from '../../../ui/Field.tsx'
import { Folded } from '../../../ui/Folded.tsx'
import { Note } from '../../../ui/Note.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import type { FolderReport } from '../texts.ts'
import type { MoveInFields, ReportQuery } from './useMoveInForm.ts'

const MARKS = {
  blocks: { icon: CircleCheck, tone: 'text-ok' },
  magic: { icon: CircleCheck, tone: 'text-ok' },
  no: { icon: CircleDashed, tone: 'text-muted' },
  differs: { icon: CircleX, tone: 'text-bad' },
} as const

export interface ChainCardProps {
  readonly report: FolderReport
  readonly query: ReportQuery
  readonly form: MoveInFields
}

/** The chain of the folder, the source of its options, and whether the blocks confirm them. */
export function ChainCard({ report, query, form }: ChainCardProps) {
  const { definition } = report
  return (
    <Card
      title={t('moveIn:chain.title')}
      source={<CallSource calls={[shownCall('inspectnodefolder', { folder: report.folder })]} />}
      bodyClassName="flex flex-col gap-3"
    >
      <FactList facts={chainFacts(report)} />
      {definition.problems.map((problem) => (
        <Note key={problem}>{nodeError(problem)}</Note>
      ))}
      {definition.id === null ? null : <Note tone="neutral">{t('moveIn:chain.known')}</Note>}
      {definition.ok ? (
        <>
          {definition.id === null ? (
            <Field label={t('moveIn:chain.label')} optional>
              <Input {...form.register('label')} maxLength={60} placeholder={definition.name} />
            </Field>
          ) : null}
          <Folded label={t('moveIn:chain.options')} className="text-12">
            <CodeBlock wrap className="mt-2" label={t('moveIn:chain.options')} text={definition.options.join(' ')} />
          </Folded>
          {definition.from === 'process' ? null : (
            <Folded label={t('moveIn:chain.other')} className="text-12">
              <PasteField query={query} className="mt-2" />
            </Folded>
          )}
        </>
      ) : definition.refused === null ? (
        <PasteField query={query} />
      ) : null}
    </Card>
  )
}

function chainFacts({ chain, definition }: FolderReport): readonly Fact[] {
  const name = definition.name || chain
  const { icon: Icon, tone } = MARKS[definition.verified]
  return [
    {
      label: t('moveIn:chain.name'),
      value: <SafeText text={name} max={64} empty={t('moveIn:chain.unknown')} className="font-medium" />,
    },
    { label: t('moveIn:chain.from'), value: t(`moveIn:chain.fromPlace.${definition.from}`) },
    ...(definition.from === 'nowhere'
      ? []
      : [
          {
            label: t('moveIn:chain.checked'),
            value: (
              <span className={cn('inline-flex items-center gap-1.5 text-right', tone)}>
                <Icon aria-hidden className="size-3.5 shrink-0" />
                {t(`moveIn:chain.verified.${definition.verified}`)}
              </span>
            ),
          },
        ]),
  ]
}

/** Maximum number of characters of a start command, as the app accepts it. */
const MAX_TEXT_LENGTH = 65_536

function PasteField({ query, className }: { readonly query: ReportQuery; readonly className?: string }) {
  const [text, setText] = useState(query.text)
  const problem = query.error && query.text !== '' ? describeError(query.error).title : undefined
  return (
    <div className={cn('flex flex-col gap-2', className)}>
      <Field label={t('moveIn:chain.paste')} hint={t('moveIn:chain.pasteHint')} error={problem}>
        <Textarea
          mono
          rows={3}
          maxLength={MAX_TEXT_LENGTH}
          value={text}
          placeholder={'-ac_name=TEST -ac_supply=1000000 …'}
          onChange={({ target, nativeEvent }) => {
            setText(target.value)
            // A pasted command is complete, a typed one is not.
            if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') query.setText(target.value.trim())
          }}
        />
      </Field>
      <div>
        <Button
          busy={query.isFetching}
          onClick={() => (text.trim() === query.text ? query.retry() : query.setText(text.trim()))}
        >
          {t('moveIn:chain.check')}
        </Button>
      </div>
    </div>
  )
}

import { CircleCheck, RotateCcw, TriangleAlert } from 'lucide-react'
import { describeError, isDeclined } from '../../../components/describeError.ts'
import { nodeError } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Note } from '../../../ui/Note.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { fileName, type MoveState } from '../texts.ts'

type HandedConf = NonNullable<MoveState['conf']>

const SENTENCES = {
  ours: 'moveIn:result.confOurs',
  changed: 'moveIn:result.confChanged',
  restored: 'moveIn:result.confRestored',
  gone: 'moveIn:result.confGone',
} as const

/** The conf file in the old folder, and *Undo*. Shows both contents if another program changed the file. */
export function UndoCard({ id, conf }: { readonly id: string; readonly conf: HandedConf }) {
  const undo = useRpcMutation('undomovein')
  const story = undo.error && !isDeclined(undo.error) ? describeError(undo.error) : undefined
  const both = undo.data?.restored === false ? undo.data : undefined
  const values = { file: visibleString(fileName(conf.file), 80), kept: visibleString(fileName(conf.kept), 80) }
  return (
    <Card
      title={t('moveIn:result.confTitle')}
      actions={<ConfBadge state={conf.state} />}
      bodyClassName="flex flex-col gap-3"
    >
      <p className="wrap-anywhere text-muted">{t(SENTENCES[conf.state], values)}</p>
      {both ? (
        <>
          <Note>{nodeError(both.detail)}</Note>
          <div className="grid grid-cols-2 gap-4 max-[719px]:grid-cols-1">
            <FileContent label={t('moveIn:result.former')} text={both.former} />
            <FileContent label={t('moveIn:result.found')} text={both.found} />
          </div>
        </>
      ) : null}
      {story ? (
        <ErrorState compact title={t('moveIn:result.notUndone')} advice={story.title} details={story.details} />
      ) : null}
      {conf.state === 'ours' || conf.state === 'changed' ? (
        <div>
          <Button
            once
            busy={undo.isPending}
            icon={<RotateCcw aria-hidden className="size-4" />}
            onClick={() => undo.mutate({ id })}
          >
            {t('moveIn:result.undo')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function ConfBadge({ state }: { readonly state: HandedConf['state'] }) {
  const good = state === 'ours' || state === 'restored'
  const Icon = good ? CircleCheck : TriangleAlert
  return (
    <Badge tone={good ? 'ok' : 'warn'} icon={<Icon aria-hidden className="size-3" />}>
      {t(`moveIn:result.confState.${state}`)}
    </Badge>
  )
}

/** Maximum number of displayed characters of a conf file. */
const MAX_CONTENT_LENGTH = 20_000

function FileContent({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="font-medium text-12">{label}</h3>
      <ScrollRegion label={label} className="max-h-60 rounded-md border bg-sunken p-2.5">
        <p className="wrap-anywhere font-mono text-12">
          <SafeText multiline text={text} max={MAX_CONTENT_LENGTH} />
        </p>
      </ScrollRegion>
    </div>
  )
}

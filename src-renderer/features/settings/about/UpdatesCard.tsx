import { ExternalLink } from 'lucide-react'
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { describeError } from '../../../components/describeError.ts'
import { fileText } from '../../../i18n/nodeText.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpcMutation } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useAppSettings, useAppSwitch } from '../useAppSettings.ts'

/** Maximum length of a sentence in the feed, which is signed but written by a third party. */
const MAX_NOTE_LENGTH = 300

type UpdateState = ChainMethodResult<'getappsettings'>['updates']
type News = NonNullable<UpdateState['news']>

/** Shows a newer version with its source, and the switch for the update check. */
export function UpdatesCard() {
  const data = useAppSettings()
  if (!data) return null
  const { possible, check, fixed, news } = data.updates
  const { notice } = data
  return (
    <Card
      title={t('settings:updates')}
      source={<CallSource calls={[shownCall('getappsettings', {})]} />}
      bodyClassName="flex flex-col gap-4"
    >
      {notice ? <p className="text-pretty rounded-md bg-warn-soft p-3 text-warn">{fileText(notice)}</p> : null}
      {news ? (
        <NewVersion news={news} />
      ) : (
        <p className="text-pretty">{possible ? <State {...data.updates} /> : t('settings:update.none')}</p>
      )}
      {possible ? <CheckSwitch now={check} fixed={fixed} /> : null}
      <p className="text-pretty text-muted">{t('settings:update.how')}</p>
    </Card>
  )
}

/** @param fixed true if a command-line option sets it */
function CheckSwitch({ now, fixed }: { readonly now: boolean; readonly fixed: boolean }) {
  const position = useAppSwitch(now, (on) => ({ updatecheck: on }))
  const option = { option: <code className="font-mono" /> }
  const hint = fixed ? (
    <Trans i18nKey="settings:update.checkFixed" components={option} />
  ) : (
    <Trans i18nKey="settings:update.checkHint" components={option} />
  )
  return <Switch label={t('settings:update.check')} hint={hint} disabled={fixed} {...position} />
}

function State({ asked }: UpdateState) {
  if (asked === null) return t('settings:update.never')
  return (
    <>
      {t('settings:update.newest')} <Trans i18nKey="settings:update.asked" components={{ age: <Age time={asked} /> }} />
    </>
  )
}

/** Shows the feed's notes about the version, and a link with the name of its host. */
function NewVersion({ news: { version, page, host, notes } }: { readonly news: News }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{t('frame:updateOut', { version })}</p>
      {notes.length > 0 ? (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {notes.map((note) => (
            <li key={note} className="text-pretty">
              <SafeText text={note} max={MAX_NOTE_LENGTH} />
            </li>
          ))}
        </ul>
      ) : null}
      <p className="flex items-center gap-1">
        <span className="break-all font-mono text-12 text-muted">{page}</span>
        <CopyButton text={page} label={t('settings:update.copy')} />
      </p>
      <OpenPage page={page} host={host} />
    </div>
  )
}

/** The desktop app asks first, in its own window. A browser has links. */
function OpenPage({ page, host }: { readonly page: string; readonly host: string }) {
  const { desktop } = useNode()
  const open = useRpcMutation('openupdatepage', {
    onError: (error) => toast({ tone: 'bad', title: describeError(error).title }),
  })
  const icon = <ExternalLink aria-hidden className="size-4" />
  if (desktop) {
    return (
      <Button icon={icon} busy={open.isPending} className="self-start" onClick={() => open.mutate({})}>
        {t('settings:update.open', { host })}
      </Button>
    )
  }
  return (
    <Button asChild className="self-start">
      <a href={page} target="_blank" rel="noopener noreferrer">
        {icon}
        {t('settings:update.open', { host })}
      </a>
    </Button>
  )
}

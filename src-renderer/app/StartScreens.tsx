import { KeyRound, PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { describeError } from '../components/describeError.ts'
import { formatUnit } from '../components/unitWord.ts'
import { startText } from '../i18n/nodeText.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/texts.ts'
import { Age, Countdown } from '../ui/Age.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Logo } from '../ui/Logo.tsx'
import { optionNames } from '../ui/optionNames.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'

function Screen({
  icon,
  title,
  children,
}: {
  readonly icon?: ReactNode
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex h-full items-center justify-center overflow-y-auto p-8">
      <div className="flex w-full max-w-112 flex-col items-center gap-4 text-center">
        {icon ?? <Logo className="size-12" />}
        <h1 className="font-semibold text-20">{title}</h1>
        {children}
      </div>
    </div>
  )
}

function IconTile({ children }: { readonly children: ReactNode }) {
  return (
    <div
      aria-hidden
      className="flex size-12 items-center justify-center rounded-lg border bg-surface text-muted [&>svg]:size-6"
    >
      {children}
    </div>
  )
}

type Status = MethodResult<'getnodestatus'>

export interface StartScreenProps {
  readonly status: Status | undefined
  readonly error: unknown
  onRetry(): void
}

/** Shows the start-up phase of the node until it can answer calls. */
export function StartScreen({ status, error, onRetry }: StartScreenProps) {
  const stuck = status ? status.phase === 'failed' || status.phase === 'stopped' : Boolean(error)
  if (stuck) return <FailedScreen status={status} error={error} onRetry={onRetry} />
  const title = !status
    ? 'Chainwright'
    : status.phase === 'starting'
      ? t('frame:start.startingNamed', { name: status.name })
      : t(`frame:start.${status.phase}`)
  return (
    <Screen title={title}>
      <p role="status" className="text-muted">
        {status?.detail ? optionNames(startText(status.detail)) : t('frame:start.connecting')}
      </p>
      {status?.progress ? (
        <ProgressBar
          label={status.phase === 'importing' ? t('frame:start.imported') : t('frame:start.done')}
          done={status.progress.done}
          total={status.progress.total}
          unit={formatUnit(status.progress.unit)}
          className="w-full"
        />
      ) : (
        <div aria-hidden className="h-1 w-32 animate-breathe rounded-full bg-accent" />
      )}
      {status ? (
        <p className="text-12 text-faint">
          <Trans i18nKey="frame:start.since" components={{ age: <Age time={status.startedAt} /> }} /> · {status.dataDir}
        </p>
      ) : null}
    </Screen>
  )
}

function FailedScreen({ status, error, onRetry }: StartScreenProps) {
  const story = error ? describeError(error) : undefined
  return (
    <Screen title={status?.phase === 'stopped' ? t('frame:start.stopped') : t('frame:start.failed')}>
      <ErrorState
        className="w-full text-left"
        compact
        title={startText(status?.detail || (story?.details.split('\n').at(-1) ?? '')) || t('frame:start.noReason')}
        safe={t('frame:start.safe')}
        advice={t('frame:start.advice')}
        details={[status?.dataDir ? t('start:dataDirectory', { directory: status.dataDir }) : '', story?.details ?? '']
          .filter(Boolean)
          .join('\n')}
        onRetry={onRetry}
        retryLabel={t('frame:start.askAgain')}
      />
    </Screen>
  )
}

export function UnreachableScreen({ nextTry, onRetry }: { readonly nextTry: number; onRetry(): void }) {
  return (
    <Screen
      title={t('frame:unreachable.title')}
      icon={
        <IconTile>
          <PlugZap />
        </IconTile>
      }
    >
      <p className="text-muted">{t('frame:unreachable.explanation')}</p>
      <p role="status" className="text-12 text-faint">
        <Trans i18nKey="frame:unreachable.next" components={{ next: <Countdown time={Math.ceil(nextTry / 1000)} /> }} />
      </p>
      <Button onClick={onRetry}>{t('frame:tryNow')}</Button>
    </Screen>
  )
}

export function LockedScreen() {
  return (
    <Screen
      title={t('frame:signIn.title')}
      icon={
        <IconTile>
          <KeyRound />
        </IconTile>
      }
    >
      <p className="text-muted">{t('frame:signIn.explanation')}</p>
      <ol className="flex w-full list-decimal flex-col gap-1 rounded-lg border bg-surface p-4 pl-9 text-left">
        <li>{t('frame:signIn.terminal')}</li>
        <li>
          <Trans
            i18nKey="frame:signIn.enter"
            components={{
              key: <kbd className="rounded-sm border bg-sunken px-1 font-mono text-12" />,
              command: <code className="font-mono text-12" />,
            }}
          />
        </li>
        <li>{t('frame:signIn.open')}</li>
      </ol>
    </Screen>
  )
}

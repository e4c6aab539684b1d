import { KeyRound, PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { describeError } from '../parts/describeError.ts'
import { Age, Countdown } from '../ui/Age.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Logo } from '../ui/Logo.tsx'
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

const TITLES: Record<Status['phase'], string> = {
  starting: 'Starting',
  importing: 'Importing blocks',
  indexing: 'Building indexes',
  ready: 'Ready',
  stopping: 'Stopping',
  stopped: 'The node has stopped',
  failed: 'The node could not start',
}

export interface StartScreenProps {
  readonly status: Status | undefined
  readonly error: unknown
  onRetry(): void
}

/** What the node is doing before it can answer for the first time. */
export function StartScreen({ status, error, onRetry }: StartScreenProps) {
  const stuck = status ? status.phase === 'failed' || status.phase === 'stopped' : Boolean(error)
  if (stuck) return <FailedScreen status={status} error={error} onRetry={onRetry} />
  const title = status
    ? `${TITLES[status.phase]}${status.phase === 'starting' ? ` ${status.name}` : ''}`
    : 'Chainwright'
  return (
    <Screen title={title}>
      <p role="status" className="text-muted">
        {status?.detail || 'Connecting to the node …'}
      </p>
      {status?.progress ? (
        <ProgressBar
          label={status.phase === 'importing' ? 'Imported' : 'Done'}
          done={status.progress.done}
          total={status.progress.total}
          unit={status.progress.unit}
          className="w-full"
        />
      ) : (
        <div aria-hidden className="h-1 w-32 animate-breathe rounded-full bg-accent" />
      )}
      {status ? (
        <p className="text-12 text-faint">
          Started <Age time={status.startedAt} /> · {status.dataDir}
        </p>
      ) : null}
    </Screen>
  )
}

function FailedScreen({ status, error, onRetry }: StartScreenProps) {
  const story = error ? describeError(error) : undefined
  return (
    <Screen title={TITLES[status?.phase ?? 'failed']}>
      <ErrorState
        className="w-full text-left"
        compact
        title={status?.detail || story?.details.split('\n').at(-1) || 'No reason was given'}
        safe="Your chain, keys and settings on disk are untouched."
        advice="Fix the cause, then start the program again. If another copy is running, close it first."
        details={[status?.dataDir ? `data directory: ${status.dataDir}` : '', story?.details ?? '']
          .filter(Boolean)
          .join('\n')}
        onRetry={onRetry}
        retryLabel="Ask again"
      />
    </Screen>
  )
}

export function UnreachableScreen({ nextTry, onRetry }: { readonly nextTry: number; onRetry(): void }) {
  return (
    <Screen
      title="The node cannot be reached"
      icon={
        <IconTile>
          <PlugZap />
        </IconTile>
      }
    >
      <p className="text-muted">
        The program that serves this page does not answer. If you stopped it, start it again: this window then continues
        by itself. Nothing is lost.
      </p>
      <p role="status" className="text-12 text-faint">
        Next try <Countdown time={Math.ceil(nextTry / 1000)} />
      </p>
      <Button onClick={onRetry}>Try now</Button>
    </Screen>
  )
}

export function LockedScreen() {
  return (
    <Screen
      title="This window is not signed in"
      icon={
        <IconTile>
          <KeyRound />
        </IconTile>
      }
    >
      <p className="text-muted">
        Each address works once and for one tab, which stays signed in until it is closed or the program ends. A second
        tab needs another address. Nothing is lost: your chain and your keys are safe.
      </p>
      <ol className="flex w-full list-decimal flex-col gap-1 rounded-lg border bg-surface p-4 pl-9 text-left">
        <li>Go to the terminal where Chainwright runs.</li>
        <li>
          Press <kbd className="rounded-sm border bg-sunken px-1 font-mono text-12">Enter</kbd> there: it prints another
          address. If it has ended, start the program again with <code className="font-mono text-12">npm start</code>.
        </li>
        <li>Open the new address in this tab.</li>
      </ol>
    </Screen>
  )
}

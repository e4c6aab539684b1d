import { Hourglass, PlugZap, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { startText } from '../i18n/nodeText.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/texts.ts'
import { useConnection, useNode } from '../node/context.tsx'
import { useRpc, useRpcMutation } from '../node/queries.ts'
import { Age, Countdown } from '../ui/Age.tsx'
import { Button } from '../ui/Button.tsx'
import { optionNames } from '../ui/optionNames.tsx'
import { asSentence } from '../ui/sentence.ts'

type Status = MethodResult<'getnodestatus'>

function Banner({
  icon,
  children,
  action,
}: {
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div role="alert" className="flex min-h-10 shrink-0 items-center gap-3 border-b bg-warn-soft px-5 py-1.5 text-warn">
      {icon}
      <p className="min-w-0 flex-1 text-13">{children}</p>
      {action}
    </div>
  )
}

export interface NodeBannerProps {
  readonly chain: ListedChain | undefined
  /** True if the open page shows data of this chain. */
  readonly onItsPage: boolean
}

/** Banner above the page while its data is stale. */
export function NodeBanner({ chain, onItsPage }: NodeBannerProps) {
  const connection = useConnection()
  const { data: status } = useRpc('getnodestatus', {}, { enabled: chain !== undefined })
  const { data: known } = useRpc('getinfo', {}, { enabled: false })
  if (connection.state === 'lost') return <Lost since={connection.since} nextTry={connection.nextTry} />
  if (status && explainedByPage(chain, status, known !== undefined, onItsPage)) return null
  if (chain && status && HALTED.has(status.phase)) return <Halted chain={chain} status={status} />
  if (status && status.phase !== 'ready') {
    return (
      <Banner icon={<Hourglass aria-hidden className="size-4 shrink-0" />}>
        {status.detail ? optionNames(asSentence(startText(status.detail))) : t('frame:banner.starting')}{' '}
        {t('frame:banner.updates')}
      </Banner>
    )
  }
  return chain && status?.detail ? <Warning key={status.detail} text={startText(status.detail)} /> : null
}

/**
 * Returns true if the page itself explains the problem. If a node could not start, only the reason is known, and the
 * page shows it. Pages of a stopped chain explain it too.
 */
function explainedByPage(chain: ListedChain | undefined, status: Status, known: boolean, onItsPage: boolean): boolean {
  if (chain?.state === 'stopped') return onItsPage
  if (chain?.state === 'failed') return status.walletProblem !== null || !known
  return status.phase === 'failed' && !known
}

const HALTED: ReadonlySet<string> = new Set(['failed', 'stopped', 'stopping'])

interface HaltedProps {
  readonly chain: ListedChain
  readonly status: Status
}

function Halted({ chain, status: { phase, detail } }: HaltedProps) {
  const start = useRpcMutation('startchain')
  return (
    <Banner
      icon={<TriangleAlert aria-hidden className="size-4 shrink-0" />}
      action={
        chain.state === 'stopped' || chain.state === 'failed' ? (
          <Button size="sm" busy={start.isPending} onClick={() => start.mutate({ id: chain.id })}>
            {t('frame:banner.start')}
          </Button>
        ) : null
      }
    >
      {detail
        ? optionNames(asSentence(startText(detail)))
        : t(phase === 'stopping' ? 'frame:banner.stopping' : 'frame:banner.stopped')}{' '}
      {t('frame:banner.lastAnswers')}
    </Banner>
  )
}

/**
 * @param since unix milliseconds
 * @param nextTry unix milliseconds
 */
function Lost({ since, nextTry }: { readonly since: number; readonly nextTry: number }) {
  const { bridge } = useNode()
  return (
    <Banner
      icon={<PlugZap aria-hidden className="size-4 shrink-0" />}
      action={
        <Button size="sm" onClick={bridge.reconnect}>
          {t('frame:tryNow')}
        </Button>
      }
    >
      <Trans
        i18nKey="frame:banner.lost"
        components={{
          age: <Age time={Math.floor(since / 1000)} />,
          next: <Countdown time={Math.ceil(nextTry / 1000)} />,
        }}
      />
    </Banner>
  )
}

/** A warning about the running node. It can be dismissed until the next start. */
function Warning({ text }: { readonly text: string }) {
  const [hidden, setHidden] = useState(false)
  if (hidden) return null
  return (
    <Banner
      icon={<TriangleAlert aria-hidden className="size-4 shrink-0" />}
      action={
        <Button size="sm" onClick={() => setHidden(true)}>
          {t('frame:banner.hide')}
        </Button>
      }
    >
      {optionNames(asSentence(text))}
    </Banner>
  )
}

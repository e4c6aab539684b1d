import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ArrowRight, Blocks, FlaskConical, Globe, KeyRound, UserPlus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { describeError } from '../../components/describeError.ts'
import { fileText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { useChains } from '../../node/chains.ts'
import { useNode } from '../../node/context.tsx'
import { cn } from '../../ui/cn.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Note } from './Note.tsx'

const icons = { sandbox: FlaskConical, create: Blocks, join: UserPlus } as const

const card =
  'group flex h-full w-full flex-col items-start gap-3 rounded-lg border border-line-strong bg-surface p-5 text-left text-text no-underline shadow-card transition-colors duration-(--quick) hover:border-accent hover:bg-hover'

const rowCard = 'flex-row items-center gap-4 py-3'

/** The first screen: one question with three answers, and two further ways. */
export function WelcomePage() {
  const { data: list } = useChains()
  const { client } = useNode()
  const router = useRouter()
  const sandbox = useMutation({
    async mutationFn() {
      const { id } = await client.call('addsandbox', {})
      await client.call('selectchain', { id })
    },
    onSuccess: () => router.navigate({ to: '/' }),
  })
  useEffect(() => {
    document.title = t('start:welcome.documentTitle')
  }, [])
  const busy = sandbox.isPending
  const failure = sandbox.error ? describeError(sandbox.error) : undefined
  return (
    <div className="flex h-full flex-col overflow-y-auto p-5">
      <div className="m-auto flex w-full max-w-256 flex-col items-center gap-5">
        <header className="flex flex-col items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-28">{t('start:welcome.question')}</h1>
          <p className="max-w-140 text-pretty text-14 text-muted">{t('start:welcome.explanation')}</p>
        </header>
        <ul className="grid w-full grid-cols-3 gap-4">
          <li>
            <button
              type="button"
              className={card}
              aria-busy={busy || undefined}
              onClick={() => (busy ? undefined : sandbox.mutate())}
            >
              <WayWords way="sandbox" go={busy ? t('start:welcome.sandbox.busy') : t('start:welcome.sandbox.go')} />
            </button>
          </li>
          <li>
            <Link to="/chains/create" className={card}>
              <WayWords way="create" go={t('start:welcome.create.go')} />
            </Link>
          </li>
          <li>
            <Link to="/chains/join" className={card}>
              <WayWords way="join" go={t('start:welcome.join.go')} />
            </Link>
          </li>
        </ul>
        <div className="grid w-full grid-cols-2 gap-4">
          <Link to="/chains/live" className={cn(card, rowCard)}>
            <RowWords way="live" icon={<Globe />} />
          </Link>
          <Link to="/chains/join" search={{ restore: 'words' }} className={cn(card, rowCard)}>
            <RowWords way="restore" icon={<KeyRound />} />
          </Link>
        </div>
        {failure ? (
          // In a small window it would come below what is in sight.
          <div ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })} className="w-full max-w-176 scroll-mb-5">
            <ErrorState compact title={failure.title} safe={t('start:welcome.safe')} details={failure.details} />
          </div>
        ) : null}
        {list?.notice ? (
          <div className="w-full max-w-176">
            <Note>{fileText(list.notice)}</Note>
          </div>
        ) : null}
        <p className="text-center text-12 text-faint">
          {t('start:welcome.all')}
          {list ? ` ${t('start:welcome.keptIn', { root: list.root })}` : ''}
        </p>
      </div>
    </div>
  )
}

/** A further way to start, in one row. */
function RowWords({ way, icon }: { readonly way: 'live' | 'restore'; readonly icon: ReactNode }) {
  return (
    <>
      <span
        aria-hidden
        className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-text [&>svg]:size-5"
      >
        {icon}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold text-14">{t(`start:welcome.${way}.title`)}</span>
        <span className="text-13 text-muted">{t(`start:welcome.${way}.means`)}</span>
      </span>
      <span className="flex shrink-0 items-center gap-1.5 font-medium text-accent-text">
        {t(`start:welcome.${way}.go`)} <ArrowRight aria-hidden className="size-4" />
      </span>
    </>
  )
}

function WayWords({ way, go }: { readonly way: keyof typeof icons; readonly go: string }) {
  const Icon = icons[way]
  return (
    <>
      <span
        aria-hidden
        className="flex size-10 items-center justify-center rounded-lg bg-accent-soft text-accent-text [&>svg]:size-5"
      >
        <Icon />
      </span>
      <span className="font-semibold text-16">{t(`start:welcome.${way}.title`)}</span>
      <span className="text-13">{t(`start:welcome.${way}.means`)}</span>
      <span className="text-12 text-muted">{t(`start:welcome.${way}.costs`)}</span>
      <span className="mt-auto flex items-center gap-1.5 pt-2 font-medium text-accent-text">
        {go}{' '}
        <ArrowRight
          aria-hidden
          className="size-4 transition-transform duration-(--quick) group-hover:translate-x-0.5"
        />
      </span>
    </>
  )
}

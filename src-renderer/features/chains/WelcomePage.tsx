import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import {
  ArrowRight,
  Blocks,
  FlaskConical,
  Globe,
  HardDriveDownload,
  KeyRound,
  type LucideIcon,
  UserPlus,
} from 'lucide-react'
import { useEffect } from 'react'
import { describeError } from '../../components/describeError.ts'
import { fileText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { useChains } from '../../node/chains.ts'
import { useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Note } from '../../ui/Note.tsx'

interface OtherWay {
  readonly id: 'create' | 'join' | 'live' | 'restore' | 'moveIn'
  readonly icon: LucideIcon
  readonly to: '/chains/create' | '/chains/join' | '/chains/live' | '/chains/movein'
  readonly search?: { readonly restore: 'words' }
}

const OTHER_WAYS: readonly OtherWay[] = [
  { id: 'create', icon: Blocks, to: '/chains/create' },
  { id: 'join', icon: UserPlus, to: '/chains/join' },
  { id: 'live', icon: Globe, to: '/chains/live' },
  { id: 'restore', icon: KeyRound, to: '/chains/join', search: { restore: 'words' } },
  { id: 'moveIn', icon: HardDriveDownload, to: '/chains/movein' },
]

/** The first screen: introduces the program, the sandbox, and the other ways to begin. */
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
  const failure = sandbox.error ? describeError(sandbox.error) : undefined
  return (
    <div className="flex h-full flex-col overflow-y-auto p-5">
      <div className="m-auto flex w-full max-w-192 flex-col gap-4">
        <header className="mb-2 flex flex-col items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-28">{t('start:welcome.title')}</h1>
          <p className="text-balance text-16 text-muted">{t('start:welcome.what')}</p>
        </header>
        <section
          aria-labelledby="sandbox"
          className="flex flex-wrap items-center gap-4 rounded-lg border-2 border-accent bg-surface p-5 shadow-card"
        >
          <IconTile icon={FlaskConical} />
          <div className="min-w-60 flex-1">
            <h2 id="sandbox" className="font-semibold text-16">
              {t('start:welcome.sandbox.title')}
            </h2>
            <p className="text-muted">{t('start:welcome.sandbox.means')}</p>
          </div>
          <Button variant="primary" size="lg" busy={sandbox.isPending} onClick={() => sandbox.mutate()}>
            {sandbox.isPending ? t('start:welcome.sandbox.busy') : t('start:welcome.sandbox.go')}
          </Button>
        </section>
        {failure ? (
          <ErrorState compact title={failure.title} safe={t('start:welcome.safe')} details={failure.details} />
        ) : null}
        <ul className="grid grid-cols-2 gap-4 max-[700px]:grid-cols-1">
          {OTHER_WAYS.map((way) => (
            <li key={way.id} className="min-[701px]:odd:last:col-span-2">
              <WayLink {...way} />
            </li>
          ))}
        </ul>
        {list?.notice ? <Note>{fileText(list.notice)}</Note> : null}
      </div>
    </div>
  )
}

function IconTile({ icon: Icon }: { readonly icon: LucideIcon }) {
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-text"
    >
      <Icon className="size-5" />
    </span>
  )
}

function WayLink({ id, icon, to, search }: OtherWay) {
  return (
    <Link
      to={to}
      {...(search && { search })}
      className="group flex h-full items-center gap-4 rounded-lg border bg-surface px-4 py-3 text-text no-underline shadow-card transition-colors duration-(--quick) hover:border-accent hover:bg-hover"
    >
      <IconTile icon={icon} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold text-14">{t(`start:welcome.${id}.title`)}</span>
        <span className="text-13 text-muted">{t(`start:welcome.${id}.means`)}</span>
      </span>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-accent-text" />
    </Link>
  )
}

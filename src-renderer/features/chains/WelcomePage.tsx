import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ArrowRight, Blocks, FlaskConical, type LucideIcon, UserPlus } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useChains } from '../../node/chains.ts'
import { useNode } from '../../node/context.tsx'
import { describeError } from '../../parts/describeError.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Note } from './Note.tsx'

interface Way {
  readonly icon: LucideIcon
  readonly title: string
  readonly means: string
  readonly costs: string
}

const SANDBOX: Way = {
  icon: FlaskConical,
  title: 'Play in a sandbox',
  means: 'A private chain to try everything out, ready in seconds. Its coins are play money.',
  costs: 'Free. Nobody else sees it.',
}
const CREATE: Way = {
  icon: Blocks,
  title: 'Create a chain',
  means: 'A real chain with your name, your coins and your rules, which friends can join.',
  costs: 'Costs some electricity: at least one computer has to keep running and mine its blocks.',
}
const JOIN: Way = {
  icon: UserPlus,
  title: 'Join a chain',
  means: 'Join an existing chain: paste the text that you were sent.',
  costs: 'Costs disk space: this computer downloads and verifies all blocks.',
}

const card =
  'group flex h-full w-full flex-col items-start gap-3 rounded-lg border border-line-strong bg-surface p-5 text-left text-text no-underline shadow-card transition-colors duration-(--quick) hover:border-accent hover:bg-hover'

/** The first screen: one question with three answers. */
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
    document.title = 'Welcome · Chainwright'
  }, [])
  const busy = sandbox.isPending
  const failure = sandbox.error ? describeError(sandbox.error) : undefined
  return (
    <div className="flex h-full flex-col overflow-y-auto p-8">
      <div className="m-auto flex w-full max-w-256 flex-col items-center gap-8">
        <header className="flex flex-col items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="font-semibold text-28">How do you want to start?</h1>
          <p className="max-w-140 text-14 text-muted">
            A chain is a ledger of coins that many computers keep together, so that none can change it alone.
            Chainwright makes this computer one of them.
          </p>
        </header>
        <ul className="grid w-full grid-cols-3 gap-4">
          <li>
            <button
              type="button"
              className={card}
              aria-busy={busy || undefined}
              onClick={() => (busy ? undefined : sandbox.mutate())}
            >
              <WayWords way={SANDBOX} go={busy ? 'Getting it ready …' : 'Open the sandbox'} />
            </button>
          </li>
          <li>
            <Link to="/chains/create" className={card}>
              <WayWords way={CREATE} go="Describe it" />
            </Link>
          </li>
          <li>
            <Link to="/chains/join" className={card}>
              <WayWords way={JOIN} go="Paste the text" />
            </Link>
          </li>
        </ul>
        {failure ? (
          <ErrorState
            compact
            className="w-full max-w-176"
            title={failure.title}
            safe="Nothing was lost."
            details={failure.details}
          />
        ) : null}
        {list?.notice ? (
          <div className="w-full max-w-176">
            <Note>{list.notice}</Note>
          </div>
        ) : null}
        <p className="text-center text-12 text-faint">
          You can have all three, side by side.{list ? ` Everything is kept in ${list.root}.` : ''}
        </p>
      </div>
    </div>
  )
}

function WayWords({ way: { icon: Icon, title, means, costs }, go }: { readonly way: Way; readonly go: ReactNode }) {
  return (
    <>
      <span
        aria-hidden
        className="flex size-10 items-center justify-center rounded-lg bg-accent-soft text-accent-text [&>svg]:size-5"
      >
        <Icon />
      </span>
      <span className="font-semibold text-16">{title}</span>
      <span className="text-13">{means}</span>
      <span className="text-12 text-muted">{costs}</span>
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

import { FileClock, FolderSearch, KeyRound, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { describeError } from '../../components/describeError.ts'
import { t } from '../../i18n/texts.ts'
import { useRpcMutation } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { toast, useToasts } from '../../ui/toasts.ts'
import { NewWalletDialog } from './NewWalletDialog.tsx'
import { formatWalletProblem, type ReportedWalletProblem } from './walletProblem.ts'

/** Kind of the notifications about a failed start. The next attempt withdraws them. */
const NOT_STARTED = 'wallet-not-started'

interface WalletTroubleProps {
  readonly chain: ListedChain
  readonly problem: ReportedWalletProblem
  readonly actions: ReactNode
}

/** Explains that the chain's wallet is missing and offers three choices. The choices delete nothing. */
export function WalletTrouble({ chain, problem, actions }: WalletTroubleProps) {
  const start = useRpcMutation('startchain', {
    // During the attempt the screen shows the start, so the result is shown as a notification.
    onError(error) {
      const { title: told } = describeError(error)
      const still = told.includes(problem.path)
      toast({
        tone: 'bad',
        kind: NOT_STARTED,
        title: still ? t('start:wallet.stillMissing') : t('start:notStarted'),
        ...(!still && { detail: told }),
      })
    },
  })
  const again = () => {
    useToasts.getState().withdraw(NOT_STARTED)
    start.mutate({ id: chain.id })
  }
  const [asking, setAsking] = useState(false)
  const words = formatWalletProblem(problem)
  return (
    <div className="flex flex-col gap-4">
      <ErrorState compact title={words.title} safe={words.story} advice={t('start:wallet.safe')} />
      <ol
        aria-label={t('start:wallet.ways')}
        className="flex flex-col divide-y rounded-lg border bg-surface shadow-card"
      >
        <Way icon={FileClock} title={words.back.title} words={words.back.words}>
          <CodeBlock text={problem.path} label={t('start:wallet.place')} wrap />
          <Button variant="primary" className="self-start" busy={start.isPending} onClick={again}>
            {t('start:startAgain')}
          </Button>
        </Way>
        <Way icon={FolderSearch} title={t('start:wallet.search')} words={words.search}>
          {problem.expected === null ? null : <Ids problem={problem} />}
        </Way>
        <Way icon={KeyRound} title={words.anew.title} words={words.anew.words}>
          <Button className="self-start" onClick={() => setAsking(true)}>
            {words.anew.action} …
          </Button>
        </Way>
      </ol>
      <div className="flex justify-center">{actions}</div>
      {asking ? <NewWalletDialog chain={chain} words={words.anew} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

interface WayProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly words: string
  readonly children: ReactNode
}

function Way({ icon: Icon, title, words, children }: WayProps) {
  return (
    <li className="flex gap-3 p-4">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted">{words}</p>
        {children}
      </div>
    </li>
  )
}

/** Shows the ids that distinguish wallet files. */
function Ids({ problem: { expected, found } }: { readonly problem: ReportedWalletProblem }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-12">
      <dt className="text-muted">{t('start:wallet.expectedId')}</dt>
      <dd className="font-mono">
        <SafeText text={expected ?? ''} max={64} />
      </dd>
      {found === null ? null : (
        <>
          <dt className="text-muted">{t('start:wallet.foundId')}</dt>
          <dd className="font-mono">
            <SafeText text={found} max={64} />
          </dd>
        </>
      )}
    </dl>
  )
}

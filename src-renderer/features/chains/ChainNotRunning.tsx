import { Link } from '@tanstack/react-router'
import { CirclePause, CircleX } from 'lucide-react'
import type { ListedChain } from '#shared/chains/index.ts'
import { describeError } from '../../components/describeError.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpcMutation } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { StartFailure } from './StartFailure.tsx'
import { useWalletProblem } from './useWalletProblem.ts'
import { WalletTrouble } from './WalletTrouble.tsx'
import { formatWalletProblem } from './walletProblem.ts'

/** Shown instead of a chain's pages while its node does not run. */
export function ChainNotRunning({ chain }: { readonly chain: ListedChain }) {
  const start = useRpcMutation('startchain')
  const failed = chain.state === 'failed'
  const problem = useWalletProblem(chain)
  const name = <SafeText text={chain.label} max={60} />
  const Icon = failed ? CircleX : CirclePause
  return (
    <div className="flex h-full flex-col items-center overflow-y-auto p-8">
      <div className="my-auto flex w-full max-w-120 flex-col gap-4">
        <div className="flex flex-col items-center gap-3 text-center">
          <Icon aria-hidden className={failed ? 'size-8 text-bad' : 'size-8 text-faint'} />
          <h1 className="font-semibold text-20">
            {problem ? (
              formatWalletProblem(problem).heading
            ) : failed ? (
              t('start:atRest.failed')
            ) : (
              <Trans
                i18nKey={chain.state === 'stopping' ? 'start:atRest.stopping' : 'start:atRest.stopped'}
                components={{ name }}
              />
            )}
          </h1>
          <p className="text-muted">
            {failed ? <Trans i18nKey="start:atRest.chain" components={{ name }} /> : t('start:atRest.hint')}
          </p>
        </div>
        {problem ? (
          <WalletTrouble chain={chain} problem={problem} actions={<AllChains />} />
        ) : failed ? (
          <StartFailure
            id={chain.id}
            reason={chain.detail}
            details={t('start:dataDirectory', { directory: chain.directory })}
            busy={start.isPending}
            actions={<AllChains />}
            onStart={(ports) => start.mutate({ id: chain.id, ports })}
          />
        ) : (
          <>
            {start.error ? <ErrorState compact title={describeError(start.error).title} /> : null}
            <div className="flex justify-center gap-2">
              <Button
                variant="primary"
                busy={start.isPending || chain.state === 'stopping'}
                onClick={() => start.mutate({ id: chain.id })}
              >
                {t('start:atRest.start')}
              </Button>
              <AllChains />
            </div>
          </>
        )}
      </div>
    </div>
  )
}

function AllChains() {
  return (
    <Button asChild variant="ghost">
      <Link to="/chains">{t('start:allChains')}</Link>
    </Button>
  )
}

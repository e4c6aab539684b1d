import type { ListedChain } from '#shared/chains/index.ts'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'

/** Returns true if the chain does not run, so that its data may be removed. */
export const isChainStopped = ({ state }: Pick<ListedChain, 'state'>): boolean =>
  state === 'stopped' || state === 'failed'

export function StopFirst({ chain }: { readonly chain: ListedChain }) {
  const stop = useRpcMutation('stopchain')
  if (isChainStopped(chain)) return null
  return (
    <Note>
      <div className="flex items-center justify-between gap-3">
        <span>{stop.error ? describeError(stop.error).title : t('chains:stop.running')}</span>
        <Button
          size="sm"
          busy={stop.isPending || chain.state === 'stopping'}
          onClick={() => stop.mutate({ id: chain.id })}
        >
          {t('chains:stop.stop')}
        </Button>
      </div>
    </Note>
  )
}

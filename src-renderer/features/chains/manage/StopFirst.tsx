import type { ListedChain } from '#shared/chains/index.ts'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../Note.tsx'

/** Returns true if the node does not run. Data of a running node must not be removed. */
export const isAtRest = ({ state }: Pick<ListedChain, 'state'>): boolean => state === 'stopped' || state === 'failed'

export function StopFirst({ chain }: { readonly chain: ListedChain }) {
  const stop = useRpcMutation('stopchain')
  if (isAtRest(chain)) return null
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

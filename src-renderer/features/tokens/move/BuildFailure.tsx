import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { describeError } from '../../../components/describeError.ts'
import { WaitingNote } from '../../../components/WaitingNote.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { coinUnit } from '../../../ui/format.ts'
import { contractSentences } from '../errors.ts'

/** Errors for lack of coins, which may only be unconfirmed. */
const FUNDS = new Set(['cant find normal inputs', 'insufficient normal inputs for tx fee'])

function lacksCoins(error: unknown): boolean {
  return error instanceof ContractRefusal
    ? FUNDS.has(error.message)
    : error instanceof RpcError && error.code === RPC_ERROR.INSUFFICIENT_FUNDS
}

/** Explains why no transaction could be built, and which coins are only unconfirmed. */
export function BuildFailure({ error }: { readonly error: unknown }) {
  const { data: status } = useRpc('getnodestatus', {})
  if (!error) return null
  const story = error instanceof ContractRefusal ? contractSentences(error.message) : describeError(error)
  return (
    <>
      <ErrorState
        compact
        title={story.title}
        safe={story.safe ?? t('tokens:refused.sent')}
        advice={story.advice}
        details={story.details}
      />
      {lacksCoins(error) ? <WaitingNote coin={coinUnit(status?.name)} /> : null}
    </>
  )
}

import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { describeError, type ErrorStory } from '../../../components/describeError.ts'
import { WaitingNote } from '../../../components/WaitingNote.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { coinUnit } from '../../../ui/format.ts'

const COINS = /insufficient coins/
const UNITS = /token inputs/
const GONE = /filled or cancelled|nothing is left of it|neither places nor updates/
const UNMOVABLE = /cannot be moved|moved only|nobody can move|no node/i

/** Describes the node's reason in plain words, with a remedy. */
function describeTradeError(error: unknown): ErrorStory {
  if (!(error instanceof ContractRefusal)) return describeError(error)
  const details = error.message
  const safe = t('trade:failure.safe')
  if (COINS.test(details)) {
    return { title: t('trade:failure.coins'), safe, advice: t('trade:failure.coinsAdvice'), details }
  }
  if (UNITS.test(details)) {
    return { title: t('trade:failure.units'), safe, advice: t('trade:failure.unitsAdvice'), details }
  }
  if (GONE.test(details))
    return { title: t('trade:failure.gone'), safe, advice: t('trade:failure.goneAdvice'), details }
  if (UNMOVABLE.test(details)) return { title: t('trade:failure.unmovable'), safe, details }
  return { title: t('trade:failure.refused'), safe, details }
}

const lacksCoins = (error: unknown): boolean =>
  error instanceof ContractRefusal
    ? COINS.test(error.message)
    : error instanceof RpcError && error.code === RPC_ERROR.INSUFFICIENT_FUNDS

/** Explains why no transaction could be built, and which coins are only unconfirmed. */
export function TradeFailure({ error }: { readonly error: unknown }) {
  const { data: status } = useRpc('getnodestatus', {})
  if (!error) return null
  const { title, safe, advice, details } = describeTradeError(error)
  return (
    <>
      <ErrorState compact title={title} safe={safe} advice={advice} details={details} />
      {lacksCoins(error) ? <WaitingNote coin={coinUnit(status?.name)} /> : null}
    </>
  )
}

import { t } from '../i18n/texts.ts'
import { useRpc } from '../node/queries.ts'
import { formatDay } from '../ui/format.ts'

/**
 * Returns the time of the last notarisation if notaries have stopped more than a day before the tip, otherwise
 * undefined. Confirmations then count blocks.
 */
export function useLapsedNotarisation(): number | undefined {
  const { data } = useRpc('getnotarisationstate', {})
  return data?.lapsed ? data.time : undefined
}

/** Says that confirmations count blocks because notaries have stopped. Renders nothing on other chains. */
export function LapsedNotarisation() {
  const time = useLapsedNotarisation()
  if (time === undefined) return null
  return <span className="block text-12 text-muted">{t('parts:tx.notariesStopped', { date: formatDay(time) })}</span>
}

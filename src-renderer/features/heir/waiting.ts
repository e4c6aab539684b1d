import { t } from '../../i18n/texts.ts'
import { formatDay, formatDuration } from '../../ui/format.ts'
import { claimableAmount, type Inheritance } from './order.ts'

/** Longer waiting times are shown without a date, since dates end somewhere after it. */
const ENDLESS = 200n * 365n * 86_400n
const DAY = 86_400

/**
 * Formats when the heir can withdraw, by the clock of the chain: the time of its newest block.
 * @param time of the tip in unix seconds
 * @param name of the other party, owner or heir, sanitized for display
 */
export function formatDue(plan: Inheritance, time: number, name: string): string {
  const { allowed, wait, since, own } = plan
  const side = own ? 'own' : 'heir'
  if (claimableAmount(plan) === 0n) return t('heir:wait.empty')
  if (allowed) return t(`heir:wait.${side}.open`, { name })
  if (since === null) return t('heir:wait.unknown')
  if (wait > ENDLESS) return t(`heir:wait.${side}.endless`, { name })
  const seconds = Number(wait)
  const day = formatDay(time + seconds)
  // Rounded, so that a new plan shows the typed days although block times are seconds early or late. Below two days,
  // hours are shown.
  const count = Math.round(seconds / DAY)
  if (seconds >= 2 * DAY) return t(`heir:wait.${side}.days`, { count, day, name })
  return t(`heir:wait.${side}.left`, { time: formatDuration(seconds), day, name })
}

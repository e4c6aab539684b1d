import { t } from '../../i18n/texts.ts'
import { formatDay, formatDuration } from '../../ui/format.ts'
import type { Inheritance } from './order.ts'

/** Longer than anybody waits; dates end somewhere after it. */
const ENDLESS = 200n * 365n * 86_400n
const DAY = 86_400

/**
 * From when the heir may claim, by the clock of the chain: the time of its newest block.
 * @param time of the tip, unix seconds
 */
export function dueWords({ allowed, wait, since }: Inheritance, time: number): string {
  if (allowed) return t('heir:wait.open')
  if (since === null) return t('heir:wait.unknown')
  if (wait > ENDLESS) return t('heir:wait.endless')
  const seconds = Number(wait)
  const day = formatDay(time + seconds)
  const count = Math.floor(seconds / DAY)
  // Nearer than that, hours matter.
  if (count >= 2) return t('heir:wait.days', { count, day })
  return t('heir:wait.left', { time: formatDuration(seconds), day })
}

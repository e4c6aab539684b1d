import type { MethodResult } from '#shared/rpc/index.ts'
import { nodeState } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { formatDecimal } from '../../ui/format.ts'
import { asSentence } from '../../ui/sentence.ts'

export type MinerStatus = MethodResult<'getminerstatus'>

export const minerStateLabel = (state: MinerStatus['state']): string => t(`frame:miner.${state}`)

/** Returns the reason of the miner's state, in one sentence. */
export function minerReason(status: MinerStatus): string {
  const { state, detail, threads, cores, interrupted } = status
  switch (state) {
    case 'off':
      if (interrupted) return t('frame:miner.interrupted')
      return detail === '' ? t('frame:miner.notMining') : t('frame:miner.stoppedItself', { reason: nodeState(detail) })
    case 'waiting':
      return asSentence(nodeState(detail))
    case 'paused':
      return t('frame:miner.onBattery')
    case 'mining':
      return t('frame:miner.searching', { count: threads, cores })
  }
}

/** Returns the reason of the miner's state in a few words, for the line below a number. */
export function minerNote(status: MinerStatus): string {
  const { state, detail, threads, cores, interrupted } = status
  switch (state) {
    case 'off':
      if (interrupted) return t('frame:miner.before')
      return detail === '' ? t('frame:miner.here') : t('frame:miner.itself')
    case 'waiting':
      return t('frame:miner.below')
    case 'paused':
      return t('frame:miner.battery')
    case 'mining':
      return t('frame:miner.threads', { threads, count: cores })
  }
}

/** Returns the number of cores that the miner uses while it is on. */
export function chosenCores({ limit, cores }: Pick<MinerStatus, 'limit' | 'cores'>): number {
  return limit <= 0 ? cores : Math.min(limit, cores)
}

/**
 * Returns the parameters that switch the miner on with its last limit. A stored limit of 0 means off and is replaced by
 * -1 (all cores).
 */
export const switchOnInput = ({ limit }: Pick<MinerStatus, 'limit'>) =>
  limit === 0 ? { generate: true, genproclimit: -1 } : { generate: true }

/** Formats solutions per second, such as "3.4", with the precision of the measurement. */
export function formatRate(rate: number): string {
  return formatDecimal(rate, rate < 10 ? 1 : 0)
}

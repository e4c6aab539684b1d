import type { MethodResult } from '#shared/rpc/index.ts'
import { nodeState } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { formatDecimal } from '../../ui/format.ts'
import { asSentence } from '../../ui/sentence.ts'

export type MinerStatus = MethodResult<'getminerstatus'>

/** What the miner does, in one word. */
export const minerWord = (state: MinerStatus['state']): string => t(`frame:miner.${state}`)

/** And why, in one sentence. */
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

/** The same in a few words, for the line below a figure. */
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

/** Cores that it uses when it is on. */
export function chosenCores({ limit, cores }: Pick<MinerStatus, 'limit' | 'cores'>): number {
  return limit <= 0 ? cores : Math.min(limit, cores)
}

/** Parameters that switch the miner on as last used; a stored 0 means off. */
export const switchOn = ({ limit }: Pick<MinerStatus, 'limit'>) =>
  limit === 0 ? { generate: true, genproclimit: -1 } : { generate: true }

/** "3.4": solutions a second, as exactly as they are measured. */
export function formatRate(rate: number): string {
  return formatDecimal(rate, rate < 10 ? 1 : 0)
}

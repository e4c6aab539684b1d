import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { MinerMark } from '../../components/mining/MinerMark.tsx'
import { formatRate, type MinerStatus, minerNote } from '../../components/mining/minerTexts.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { groupDigits } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import { computeOdds, formatMissingRate, formatNetworkShare, formatWait } from './odds.ts'

export function MinerFigures() {
  const miner = useRpc('getminerstatus', {})
  const info = useRpc('getmininginfo', {})
  const { data } = miner
  const network = info.data?.networksolps
  const failed = miner.isError || info.isError
  return (
    <KeyFigures>
      <KeyFigure
        label={t('mining:figures.computer')}
        value={data ? <MinerMark state={data.state} /> : pending(miner.isError)}
        note={data ? minerNote(data) : undefined}
        source={<CallSource calls={[shownCall('getminerstatus', {}), shownCall('getmininginfo', {})]} />}
      />
      <KeyFigure label={t('mining:figures.rate')} {...(data ? speedFigure(data) : { value: pending(miner.isError) })} />
      <KeyFigure label={t('mining:figures.wait')} {...(data ? waitFigure(data) : { value: pending(miner.isError) })} />
      <KeyFigure
        label={t('mining:figures.share')}
        value={data && network !== undefined ? shareText(data.rate, network) : pending(failed)}
        note={network ? t('mining:figures.ofNetwork', { rate: network }) : t('mining:figures.noEstimate')}
      />
      <KeyFigure
        label={t('mining:found.title')}
        value={data ? groupDigits(data.total) : pending(miner.isError)}
        note={data ? t('mining:figures.sinceStart', { count: data.blocks }) : undefined}
      />
    </KeyFigures>
  )
}

/** Placeholder for an unknown figure: a dash after a failed call, a skeleton before the first answer. */
const pending = (failed: boolean): null | undefined => (failed ? null : undefined)

function speedFigure(status: MinerStatus) {
  return status.rate === 0
    ? { value: '—', note: formatMissingRate(status, t('mining:figures.notMining')) }
    : { value: formatRate(status.rate), note: t('mining:figures.overSeconds') }
}

function waitFigure(status: MinerStatus) {
  if (status.rate === 0) return { value: '—', note: formatMissingRate(status, t('mining:figures.whileMining')) }
  const { mean, median } = computeOdds(status)
  return { value: formatWait(mean), note: t('mining:figures.halfWithin', { duration: formatWait(median) }) }
}

function shareText(rate: number, network: number): string {
  return rate === 0 || network <= 0 ? '—' : formatNetworkShare(rate, network)
}

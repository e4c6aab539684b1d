import { CircleCheck } from 'lucide-react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { formatSeconds } from '../../../components/luck.ts'
import { type MinerStatus, minerReason } from '../../../components/mining/minerTexts.ts'
import { useMinerSwitch } from '../../../components/mining/useMinerSwitch.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'

const EVERY_MS = 2000

/** Shows the first blocks of a new chain, and the switch for its miner. */
export function FirstMining({ alone }: { readonly alone: boolean }) {
  const { data: miner } = useRpc('getminerstatus', {}, { every: EVERY_MS })
  const { data: info } = useRpc('getinfo', {}, { every: EVERY_MS })
  const { turn, busy } = useMinerSwitch()
  const on = miner?.generate ?? false
  const height = info?.blocks ?? 0
  return (
    <div className="flex flex-col gap-3">
      {alone && height > 0 ? null : (
        <p className="text-muted">{alone ? t('chains:mining.alone') : t('chains:mining.together')}</p>
      )}
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1">
          {height > 0 ? (
            <span className="inline-flex items-center gap-1.5 font-medium text-ok">
              <CircleCheck aria-hidden className="size-4" />
              {t('chains:mining.soFar', { count: height })}
            </span>
          ) : miner && on ? (
            <Working miner={miner} />
          ) : (
            <span className="text-muted">{t('chains:mining.noBlock')}</span>
          )}
        </p>
        <CallSource calls={[shownCall('setgenerate', { generate: true }), shownCall('getminerstatus', {})]} />
        {miner ? (
          <Button busy={busy} onClick={() => turn(!on, miner)}>
            {on ? t('chains:mining.stop') : t('chains:mining.start')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Working({ miner }: { readonly miner: MinerStatus }) {
  if (miner.state !== 'mining') return <span className="text-warn">{minerReason(miner)}</span>
  return (
    <span className="text-muted">
      {t('chains:mining.working')}
      {miner.expected === null ? '' : ` ${t('chains:mining.expected', { duration: formatSeconds(miner.expected) })}`}
    </span>
  )
}

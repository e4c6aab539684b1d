import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { GoOnMining } from '../../components/mining/GoOnMining.tsx'
import { MinerMark } from '../../components/mining/MinerMark.tsx'
import { type MinerStatus, minerReason } from '../../components/mining/minerTexts.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { optionNames } from '../../ui/optionNames.tsx'
import { AloneButton } from './AloneButton.tsx'

/** Explains why the miner waits or stopped, with the remedy. Renders nothing while it works as configured. */
export function MinerState() {
  const { data: miner } = useRpc('getminerstatus', {})
  const here = useRef<HTMLDivElement>(null)
  const told = miner && describeMinerState(miner, () => here.current?.focus())
  return (
    <div ref={here} role="status" tabIndex={-1} className="outline-none empty:-mt-4">
      {miner && told ? (
        <div
          className={cn(
            'flex min-h-12 items-center gap-4 rounded-lg border px-4 py-2',
            miner.state === 'off' && miner.interrupted ? 'bg-raised' : 'border-warn/35 bg-warn-soft',
          )}
        >
          {told.mark ? <MinerMark state={miner.state} className="shrink-0 font-medium" /> : null}
          <p className="min-w-0 flex-1 break-words">{optionNames(told.text)}</p>
          {told.action}
        </div>
      ) : null}
    </div>
  )
}

function describeMinerState(miner: MinerStatus, onAnswer: () => void) {
  const { state, detail, reward, alone, interrupted } = miner
  if (reward.to === 'nobody' && state !== 'mining')
    return { mark: false, text: t('mining:state.nobody'), action: undefined }
  if (interrupted) {
    return { mark: false, text: minerReason(miner), action: <GoOnMining miner={miner} onAnswer={onAnswer} /> }
  }
  if (state === 'mining' || (state === 'off' && detail === '')) return undefined
  const text = minerReason(miner)
  if (state === 'paused') return { mark: true, text, action: undefined }
  const noPeer = state === 'waiting' && !alone && detail.includes('-testnode')
  if (noPeer) return { mark: true, text: t('mining:state.noPeer'), action: <AloneButton miner={miner} /> }
  if (/keypool/i.test(detail)) return { mark: true, text: t('mining:state.locked'), action: <ToKeys /> }
  return { mark: true, text, action: detail.includes('-mineraddress') ? <ToKeys /> : undefined }
}

function ToKeys() {
  return (
    <Button asChild size="sm">
      <Link to="/wallet" search={{ tab: 'keys' }}>
        {t('mining:state.keys')}
      </Link>
    </Button>
  )
}

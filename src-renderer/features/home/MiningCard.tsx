import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { AutoMineSwitch } from '../../components/mining/AutoMineSwitch.tsx'
import { GoOnMining } from '../../components/mining/GoOnMining.tsx'
import { MinerMark } from '../../components/mining/MinerMark.tsx'
import { type MinerStatus, minerReason } from '../../components/mining/minerTexts.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Shows if this node mines, and the switch for mining. */
export function MiningCard() {
  const status = useRpc('getnodestatus', {})
  const miner = useRpc('getminerstatus', {})
  const regtest = status.data?.network === 'regtest'
  return (
    <Card
      title={t('home:mining.title')}
      actions={
        <Button asChild size="sm" variant="ghost">
          <Link to="/mining">{t('home:mining.open')}</Link>
        </Button>
      }
      source={
        <CallSource calls={[regtest ? shownCall('setautomine', { enabled: true }) : shownCall('getminerstatus', {})]} />
      }
    >
      {miner.error && !miner.data ? (
        <RpcErrorState error={miner.error} compact onRetry={() => void miner.refetch()} />
      ) : regtest ? (
        <AutoMineSwitch on={status.data?.automaticMining ?? false} hint={t('home:mining.automaticHint')} />
      ) : (
        <OwnMiner miner={miner.data} />
      )}
    </Card>
  )
}

function OwnMiner({ miner }: { readonly miner: MinerStatus | undefined }) {
  const here = useRef<HTMLDivElement>(null)
  return (
    <div ref={here} tabIndex={-1} className="min-h-10 outline-none">
      {miner ? <MinerMark state={miner.state} className="font-medium" /> : <Skeleton className="my-0.5 h-4 w-20" />}
      <p className="text-12 text-muted">{miner ? minerReason(miner) : null}</p>
      {miner?.interrupted ? (
        <div className="pt-2">
          <GoOnMining miner={miner} onAnswer={() => here.current?.focus()} />
        </div>
      ) : null}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { formatSeconds } from '../../components/luck.ts'
import { AutoMineSwitch } from '../../components/mining/AutoMineSwitch.tsx'
import { GoOnMining } from '../../components/mining/GoOnMining.tsx'
import { MinerMark } from '../../components/mining/MinerMark.tsx'
import { formatRate, type MinerStatus, minerReason } from '../../components/mining/minerWords.ts'
import { RewardTo } from '../../components/mining/RewardTo.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { type Fact, FactList } from '../../ui/FactList.tsx'
import { formatBytes, groupDigits } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** How blocks are made here, in short. */
export function MiningCard() {
  const status = useRpc('getnodestatus', {})
  const miner = useRpc('getminerstatus', {})
  const regtest = status.data?.network === 'regtest'
  const calls = regtest
    ? [shownCall('getmininginfo', {}), shownCall('setautomine', { enabled: true })]
    : [shownCall('getminerstatus', {}), shownCall('getmininginfo', {})]
  return (
    <Card
      title={t('home:mining.title')}
      actions={
        <Button asChild size="sm" variant="ghost">
          <Link to="/mining">{t('home:mining.open')}</Link>
        </Button>
      }
      source={<CallSource calls={calls} />}
    >
      {miner.error && !miner.data ? (
        <RpcErrorState error={miner.error} compact onRetry={() => void miner.refetch()} />
      ) : regtest ? (
        <Regtest automatic={status.data?.automaticMining ?? false} miner={miner.data} />
      ) : (
        <OwnMiner miner={miner.data} />
      )}
    </Card>
  )
}

function Regtest({ automatic, miner }: { readonly automatic: boolean; readonly miner: MinerStatus | undefined }) {
  const { data } = useRpc('getmininginfo', {})
  const newest = useRpc('getrecentblocks', { count: 1 }).data?.[0]
  return (
    <div className="flex flex-col gap-3">
      <AutoMineSwitch on={automatic} hint={t('home:mining.automaticHint')} />
      <FactList
        className="border-t"
        facts={[
          {
            label: t('home:mining.waiting'),
            value: data ? t('home:transactions', { count: data.pooledtx }) : <Loading />,
          },
          {
            label: t('home:mining.latest'),
            value: newest ? (
              `${formatBytes(newest.size)}, ${t('home:transactions', { count: newest.txcount })}`
            ) : (
              <Loading />
            ),
          },
          {
            label: t('home:mining.rewards'),
            value: miner ? <RewardTo reward={miner.reward} /> : <LoadingReward />,
          },
        ]}
      />
    </div>
  )
}

function OwnMiner({ miner }: { readonly miner: MinerStatus | undefined }) {
  const here = useRef<HTMLDivElement>(null)
  const known = (show: (miner: MinerStatus) => Fact['value']) => (miner ? show(miner) : <Loading />)
  return (
    <div className="flex flex-col gap-3">
      <div ref={here} tabIndex={-1} className="min-h-10 outline-none">
        {miner ? <MinerMark state={miner.state} className="font-medium" /> : <Loading />}
        <p className="text-12 text-muted">{miner ? minerReason(miner) : null}</p>
        {miner?.interrupted ? (
          <div className="pt-2">
            <GoOnMining miner={miner} onAnswer={() => here.current?.focus()} />
          </div>
        ) : null}
      </div>
      <FactList
        className="border-t"
        facts={[
          { label: t('home:mining.rate'), value: known(({ rate }) => (rate > 0 ? formatRate(rate) : '—')) },
          {
            label: t('home:mining.wait'),
            value: known(({ expected }) => (expected === null ? '—' : formatSeconds(expected))),
          },
          { label: t('home:mining.found'), value: known(({ total }) => groupDigits(total)) },
        ]}
      />
    </div>
  )
}

function Loading() {
  return <Skeleton className="my-0.5 ml-auto h-4 w-20" />
}

/** An address and its owner. */
function LoadingReward() {
  return (
    <>
      <Loading />
      <Skeleton className="mt-1 mb-0.5 ml-auto h-3 w-32" />
    </>
  )
}

import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { chosenCores, type MinerStatus } from '../../components/mining/minerTexts.ts'
import { RewardTo } from '../../components/mining/RewardTo.tsx'
import { useMinerSwitch } from '../../components/mining/useMinerSwitch.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { useRpcSwitch } from '../../components/useRpcSwitch.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { formatBytes } from '../../ui/format.ts'
import { optionNames } from '../../ui/optionNames.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useChosen } from '../../ui/useChosen.ts'

/** Settings for the number of cores, battery, restarts, and the reward. */
export function MinerSettings() {
  const miner = useRpc('getminerstatus', {})
  return (
    <Card
      title={t('mining:settings.title')}
      source={
        <CallSource
          calls={[
            shownCall('setgenerate', { generate: true, genproclimit: 1 }),
            shownCall('setminerpause', { onbattery: true }),
            shownCall('setminerresume', { atstart: true }),
          ]}
        />
      }
    >
      {miner.data ? (
        <div className="flex flex-col gap-4">
          <Cores miner={miner.data} />
          <Battery miner={miner.data} />
          <Resume miner={miner.data} />
          <FactList
            className="border-t"
            facts={[
              { label: t('mining:settings.rewards'), value: <RewardTo reward={miner.data.reward} /> },
              { label: t('mining:settings.noPeers'), value: <WithoutPeers alone={miner.data.alone} /> },
            ]}
          />
        </div>
      ) : miner.error ? (
        <RpcErrorState error={miner.error} compact onRetry={() => void miner.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-23" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-22" />
        </div>
      )}
    </Card>
  )
}

function WithoutPeers({ alone }: { readonly alone: boolean }) {
  return (
    <>
      {alone ? t('mining:settings.minesAnyway') : t('mining:settings.waits')}
      <span className="block text-12 text-muted">
        {alone ? optionNames(t('mining:settings.firstBlocks')) : t('mining:settings.noSplit')}
      </span>
    </>
  )
}

function Cores({ miner }: { readonly miner: MinerStatus }) {
  const { choose } = useMinerSwitch()
  const { cores, threadmemory } = miner
  const now = chosenCores(miner)
  // Keeps the selection while the user moves on with the arrow keys.
  const [shown, show, takeBack] = useChosen(now)
  return (
    <Field
      label={t('mining:settings.cores')}
      hint={t('mining:settings.coresHint')}
      aside={t('mining:settings.memory', { size: formatBytes(threadmemory) })}
    >
      <Select
        value={shown}
        onChange={(event) => {
          const count = Number(event.target.value)
          show(count)
          choose(count, miner, takeBack)
        }}
      >
        {Array.from({ length: cores }, (_, index) => index + 1).map((count) => (
          <option key={count} value={count}>
            {t(count === cores && cores > 1 ? 'mining:settings.allCores' : 'mining:settings.core', {
              count,
              size: formatBytes(count * threadmemory),
            })}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Battery({ miner }: { readonly miner: MinerStatus }) {
  const position = useRpcSwitch('setminerpause', miner.pauseonbattery, (onbattery) => ({ onbattery }))
  return (
    <Switch
      label={t('mining:settings.pause')}
      hint={t('mining:settings.pauseHint', { power: t(`mining:power.${miner.power}`) })}
      {...position}
    />
  )
}

function Resume({ miner }: { readonly miner: MinerStatus }) {
  const position = useRpcSwitch('setminerresume', miner.resumeatstart, (atstart) => ({ atstart }))
  return <Switch label={t('mining:settings.resume')} hint={t('mining:settings.resumeHint')} {...position} />
}

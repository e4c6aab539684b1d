import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { chosenCores, type MinerStatus } from '../../parts/mining/minerWords.ts'
import { RewardTo } from '../../parts/mining/RewardTo.tsx'
import { useMinerSwitch } from '../../parts/mining/useMinerSwitch.ts'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { useRpcSwitch } from '../../parts/useRpcSwitch.ts'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { formatBytes, plural } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useChosen } from '../../ui/useChosen.ts'

/** How many cores, whether on battery and after a restart, and for whom. */
export function MinerSettings() {
  const miner = useRpc('getminerstatus', {})
  return (
    <Card
      title="How this computer mines"
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
              { label: 'Rewards go to', value: <RewardTo reward={miner.data.reward} /> },
              { label: 'Without peers', value: <WithoutPeers alone={miner.data.alone} /> },
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
      {alone ? 'it mines anyway' : 'it waits'}
      <span className="block text-12 text-muted">
        {alone ? 'for a chain’s first blocks (-testnode)' : 'to avoid separate branches'}
      </span>
    </>
  )
}

function Cores({ miner }: { readonly miner: MinerStatus }) {
  const { choose } = useMinerSwitch()
  const { cores, threadmemory } = miner
  const now = chosenCores(miner)
  // The choice must not jump back while the user moves on with the arrow keys.
  const [shown, show, takeBack] = useChosen(now)
  return (
    <Field
      label="Cores"
      hint="Other programs stay fast: mining has the lowest priority."
      aside={`${formatBytes(threadmemory)} of memory each`}
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
            {plural(count, 'core')}
            {count === cores && cores > 1 ? ', all there are' : ''}: {formatBytes(count * threadmemory)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const runsOn: Readonly<Record<MinerStatus['power'], string>> = {
  mains: 'It is plugged in now.',
  battery: 'It is on battery now.',
  unknown: 'The power source is unknown here, so it never pauses.',
}

function Battery({ miner }: { readonly miner: MinerStatus }) {
  const position = useRpcSwitch('setminerpause', miner.pauseonbattery, (onbattery) => ({ onbattery }))
  return (
    <Switch
      label="Pause on battery"
      hint={`Mining heats the computer and drains its battery. ${runsOn[miner.power]}`}
      {...position}
    />
  )
}

function Resume({ miner }: { readonly miner: MinerStatus }) {
  const position = useRpcSwitch('setminerresume', miner.resumeatstart, (atstart) => ({ atstart }))
  return (
    <Switch
      label="Go on after a restart"
      hint="Mining starts with this chain if it was on when the chain was stopped. Otherwise you are asked. The number of cores is always kept."
      {...position}
    />
  )
}

import { Pickaxe } from 'lucide-react'
import { useRpc, useRpcMutation } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { describeError } from '../../parts/describeError.ts'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { formatBytes, plural } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.ts'

/** One block at once. The strip of blocks shows it arrive; only a failure needs words. */
export function MineButton() {
  const mine = useRpcMutation('generate')
  return (
    <Button
      busy={mine.isPending}
      icon={<Pickaxe aria-hidden className="size-4" />}
      onClick={() =>
        mine.mutate(
          { numblocks: 1 },
          {
            onError: (error) => {
              const story = describeError(error)
              toast({ tone: 'bad', title: 'No block was mined', detail: story.title })
            },
          },
        )
      }
    >
      Mine a block
    </Button>
  )
}

export function MiningCard() {
  const status = useRpc('getnodestatus', {})
  const info = useRpc('getmininginfo', {})
  const setAutomatic = useRpcMutation('setautomine')
  const regtest = status.data?.network === 'regtest'
  const { data } = info
  return (
    <Card
      title="Mining"
      source={<CallSource calls={[shownCall('getmininginfo', {}), shownCall('setautomine', { enabled: true })]} />}
    >
      {info.error && !data ? (
        <RpcErrorState error={info.error} compact onRetry={() => void info.refetch()} />
      ) : (
        <div className="flex flex-col gap-3">
          {regtest && status.data ? (
            <Switch
              label="Automatic mining"
              hint="Mines a block whenever a transaction waits."
              checked={setAutomatic.isPending ? setAutomatic.variables.enabled : status.data.automaticMining}
              onChange={(enabled) =>
                setAutomatic.mutate(
                  { enabled },
                  { onError: (error) => toast({ tone: 'bad', title: describeError(error).title }) },
                )
              }
            />
          ) : null}
          <Facts
            className="border-t"
            facts={[
              { label: 'Waiting to be mined', value: data ? plural(data.pooledtx, 'transaction') : <Loading /> },
              {
                label: 'Last block built here',
                value: data ? data.currentblocksize > 0 ? formatBytes(data.currentblocksize) : 'none yet' : <Loading />,
              },
              { label: 'Reward goes to', value: 'the wallet of this node' },
            ]}
          />
        </div>
      )}
    </Card>
  )
}

function Loading() {
  return <Skeleton className="ml-auto h-4 w-20" />
}

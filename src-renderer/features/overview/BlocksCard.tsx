import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { BlockRiver } from '../../parts/river/BlockRiver.tsx'
import { RiverLegend } from '../../parts/river/Legend.tsx'
import { Card } from '../../ui/Card.tsx'

/** More than fit on the widest page. */
const SHOWN = 14

/** A block can be made on demand only where it takes no work. */
function howMined(status: Pick<MethodResult<'getnodestatus'>, 'network' | 'automaticMining'> | undefined): string {
  if (status?.network === 'main') return t('overview:blocks.byMiner')
  return t(status?.automaticMining ? 'overview:blocks.automatic' : 'overview:blocks.onDemand')
}

export interface BlocksCardProps {
  readonly openHash: string | undefined
  onOpen(hash: string): void
}

export function BlocksCard({ openHash, onOpen }: BlocksCardProps) {
  const blocks = useRpc('getrecentblocks', { count: SHOWN })
  const status = useRpc('getnodestatus', {})
  return (
    <Card
      title={t('overview:blocks.title')}
      flush
      source={
        <CallSource calls={[shownCall('getrecentblocks', { count: SHOWN }), shownCall('getmempoolsummary', {})]} />
      }
    >
      {blocks.error && !blocks.data ? (
        <RpcErrorState error={blocks.error} compact className="mx-4 mb-4" onRetry={() => void blocks.refetch()} />
      ) : (
        <>
          <BlockRiver blocks={blocks.data} how={howMined(status.data)} openHash={openHash} onOpen={onOpen} />
          <RiverLegend />
        </>
      )}
    </Card>
  )
}

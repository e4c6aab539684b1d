import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { CallSource, shownCall } from '../CallSource.tsx'
import { RpcErrorState } from '../RpcErrorState.tsx'
import { BlockRiver } from './BlockRiver.tsx'
import { RiverLegend } from './Legend.tsx'

/** As many as the widest page shows. */
const SHOWN = { count: 20 }

export interface RiverCardProps {
  readonly title: string
  /** how the next block is made, below the mempool's */
  readonly how: string
  /** hash of the block whose details are open */
  readonly openHash?: string | undefined
  onOpen(hash: string): void
}

/** The newest blocks and the mempool, with what the colours mean. */
export function RiverCard({ title, how, openHash, onOpen }: RiverCardProps) {
  const blocks = useRpc('getrecentblocks', SHOWN)
  return (
    <Card
      title={title}
      flush
      source={<CallSource calls={[shownCall('getrecentblocks', SHOWN), shownCall('getmempoolsummary', {})]} />}
    >
      {blocks.error && !blocks.data ? (
        <RpcErrorState error={blocks.error} compact className="mx-4 mb-4" onRetry={() => void blocks.refetch()} />
      ) : (
        <>
          <BlockRiver blocks={blocks.data} how={how} openHash={openHash} onOpen={onOpen} />
          <RiverLegend />
        </>
      )}
    </Card>
  )
}

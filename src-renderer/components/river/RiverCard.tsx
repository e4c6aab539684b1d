import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { CallSource, shownCall } from '../CallSource.tsx'
import { type Person, usePerson } from '../people/persons.ts'
import { RpcErrorState } from '../RpcErrorState.tsx'
import { BlockRiver } from './BlockRiver.tsx'
import { RiverLegend } from './Legend.tsx'

/** Number of blocks that fit on the widest page. */
const SHOWN = { count: 20 }

export interface RiverCardProps {
  readonly title: string
  /** Hash of the block whose details are open. */
  readonly openHash?: string | undefined
  /** Use a low strip without legend. */
  readonly low?: boolean
  onOpen(hash: string): void
}

/**
 * Returns how the next block is made on regtest; all components use this text. Returns an empty text on other chains,
 * which only have miners. Also empty for Friend without automatic mining, because Me's node may mine.
 */
function formatNextBlock(status: MethodResult<'getnodestatus'> | undefined, person: Person | undefined): string {
  if (status === undefined || status.network === 'main') return ''
  if (person === 'friend' && !status.automaticMining) return ''
  return t(status.automaticMining ? 'parts:river.automatic' : 'parts:river.onDemand')
}

/** Shows the newest blocks and the mempool, with a legend of the colours. */
export function RiverCard({ title, openHash, low, onOpen }: RiverCardProps) {
  const { data: status } = useRpc('getnodestatus', {})
  const { person } = usePerson()
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
          <BlockRiver
            blocks={blocks.data}
            nextBlockNote={formatNextBlock(status, person)}
            openHash={openHash}
            low={low}
            onOpen={onOpen}
          />
          {low ? null : <RiverLegend />}
        </>
      )}
    </Card>
  )
}

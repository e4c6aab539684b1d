import type { MethodResult } from '#shared/rpc/index.ts'
import { RiverCard } from '../../components/river/RiverCard.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'

/** A block can be made on demand only where it takes no work. */
function howMined(status: Pick<MethodResult<'getnodestatus'>, 'network' | 'automaticMining'> | undefined): string {
  if (status?.network === 'main') return t('overview:blocks.byMiner')
  return t(status?.automaticMining ? 'parts:river.automatic' : 'parts:river.onDemand')
}

export interface BlocksCardProps {
  readonly openHash: string | undefined
  onOpen(hash: string): void
}

export function BlocksCard({ openHash, onOpen }: BlocksCardProps) {
  const { data: status } = useRpc('getnodestatus', {})
  return <RiverCard title={t('overview:blocks.title')} how={howMined(status)} openHash={openHash} onOpen={onOpen} />
}

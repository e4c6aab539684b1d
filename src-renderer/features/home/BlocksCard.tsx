import { RiverCard } from '../../components/river/RiverCard.tsx'
import { t } from '../../i18n/texts.ts'

export interface BlocksCardProps {
  readonly openHash: string | undefined
  onOpen(hash: string): void
}

export function BlocksCard({ openHash, onOpen }: BlocksCardProps) {
  return <RiverCard title={t('home:blocks.title')} openHash={openHash} onOpen={onOpen} />
}

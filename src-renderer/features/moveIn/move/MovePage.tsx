import { Link } from '@tanstack/react-router'
import { HardDriveDownload } from 'lucide-react'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useChains } from '../../../node/chains.ts'
import { useRpc } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { BackLink } from '../BackLink.tsx'
import { MoveProgress } from './MoveProgress.tsx'
import { MoveResult } from './MoveResult.tsx'

/** Polling interval in ms: blocks advance without an event. */
const EVERY_MS = 1500

/** Follows the move into one chain, and shows its result. */
export function MovePage({ id }: { readonly id: string }) {
  const moves = useRpc('getmovein', {}, { every: EVERY_MS })
  const { data: list } = useChains()
  const move = moves.data?.moves.find((each) => each.id === id)
  const name = visibleString(list?.chains.find((chain) => chain.id === id)?.label ?? id, 60)
  return (
    <PageLayout
      form
      title={move ? t(move.state === 'done' ? 'moveIn:move.done' : 'moveIn:move.running', { name }) : t('moveIn:title')}
      actions={<BackLink to="/chains/movein" />}
    >
      {move ? (
        move.state === 'done' ? (
          <MoveResult move={move} />
        ) : (
          <MoveProgress move={move} />
        )
      ) : moves.error ? (
        <RpcErrorState error={moves.error} onRetry={() => void moves.refetch()} className="m-0" />
      ) : moves.data ? (
        <Card>
          <EmptyState
            icon={<HardDriveDownload />}
            title={t('moveIn:move.none')}
            call="getmovein"
            action={
              <Button asChild variant="primary">
                <Link to="/chains/movein">{t('moveIn:move.choose')}</Link>
              </Button>
            }
          >
            {t('moveIn:move.noneHint')}
          </EmptyState>
        </Card>
      ) : (
        <Card title={t('moveIn:move.steps')}>
          <SkeletonLines lines={4} />
        </Card>
      )}
    </PageLayout>
  )
}

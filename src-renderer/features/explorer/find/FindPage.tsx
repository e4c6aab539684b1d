import { Navigate, useParams } from '@tanstack/react-router'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import { NotFoundCard } from '../NotFoundCard.tsx'

/** Resolves a hash and redirects to the page of its block, transaction or token. */
export function FindPage() {
  const { hash } = useParams({ from: '/find/$hash' })
  const fits = isHashShaped(hash)
  const { data, error, refetch } = useRpc('resolvehash', { hash }, { keepPrevious: false, enabled: fits })
  // Replace the history entry: going back must not reach this page, which would redirect forward again.
  if (data?.block) return <Navigate to="/block/$block" params={{ block: hash }} replace />
  if (data?.token) return <Navigate to="/tokens/$tokenid" params={{ tokenid: hash }} replace />
  if (data?.transaction) return <Navigate to="/tx/$txid" params={{ txid: hash }} replace />
  if (!fits || data) {
    return (
      <NotFoundCard page={t('explorer:find.title')} title={t('explorer:find.nothing')} text={hash}>
        {t('explorer:find.nothingHint')}
      </NotFoundCard>
    )
  }
  return (
    <PageLayout title={t('explorer:find.title')}>
      {error ? (
        <RpcErrorState error={error} onRetry={() => void refetch()} className="m-0" />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </PageLayout>
  )
}

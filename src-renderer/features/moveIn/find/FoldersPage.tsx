import { FolderSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Folded } from '../../../ui/Folded.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { BackLink } from '../BackLink.tsx'
import { ChooseFolder } from './ChooseFolder.tsx'
import { FolderRow } from './FolderRow.tsx'

/** Lists the folders of nodes on this computer, and lets the user choose another one. */
export function FoldersPage() {
  const found = useRpc('findnodefolders', {})
  const folders = found.data?.folders
  return (
    <PageLayout form title={t('moveIn:title')} actions={<BackLink to="/chains" />}>
      <p className="text-pretty text-muted">{t('moveIn:find.explanation')}</p>
      <Card flush title={t('moveIn:find.list')} source={<CallSource calls={[shownCall('findnodefolders', {})]} />}>
        {found.error && !folders ? (
          <RpcErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : folders?.length === 0 ? (
          <EmptyState icon={<FolderSearch />} title={t('moveIn:find.none')} call="findnodefolders">
            {t('moveIn:find.noneHint')}
          </EmptyState>
        ) : folders ? (
          <ul aria-label={t('moveIn:find.rows')} className="divide-y border-t">
            {folders.map((folder) => (
              <FolderRow key={folder.folder} folder={folder} />
            ))}
          </ul>
        ) : (
          <LoadingRows />
        )}
      </Card>
      <ChooseFolder first={folders?.length === 0} />
      {found.data ? <SearchedPlaces places={found.data.places} /> : null}
    </PageLayout>
  )
}

/** Placeholder rows, as high as those of folders. */
function LoadingRows(): ReactNode {
  return (
    <div role="status" aria-label={t('ui:loading')} className="divide-y border-t">
      {['first', 'second'].map((row) => (
        <div key={row} className="flex h-20 flex-col justify-center gap-2 px-4">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-9/12" />
          <Skeleton className="h-3 w-6/12" />
        </div>
      ))}
    </div>
  )
}

function SearchedPlaces({ places }: { readonly places: readonly string[] }) {
  return (
    <Folded label={t('moveIn:find.searched')} className="text-12">
      <ul className="mt-1 flex flex-col gap-0.5 pl-5.5 font-mono text-12 text-muted">
        {places.map((place) => (
          <li key={place} className="wrap-anywhere">
            <SafeText text={place} max={300} />
          </li>
        ))}
      </ul>
    </Folded>
  )
}

import { useState } from 'react'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/Skeleton.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { BackLink } from '../BackLink.tsx'
import { MoveInForm } from './MoveInForm.tsx'

/** Shows what a folder contains, and moves it in. */
export function FolderPage({ folder }: { readonly folder: string }) {
  const [text, setText] = useState('')
  // A folder from the address must be found again after a restart of the app.
  const found = useRpc('findnodefolders', {})
  const report = useRpc(
    'inspectnodefolder',
    { folder, ...(text !== '' && { chain: { text } }) },
    { enabled: !found.isPending },
  )
  const name = report.data?.definition.name || report.data?.chain
  const retry = () => void report.refetch()
  return (
    <PageLayout
      narrow
      title={name ? t('moveIn:report.title', { name: visibleString(name, 64) }) : t('moveIn:title')}
      actions={<BackLink to="/chains/movein" />}
    >
      <p className="wrap-anywhere font-mono text-12 text-muted">
        <SafeText text={folder} max={400} />
      </p>
      {report.data ? (
        <MoveInForm report={report.data} query={{ ...report, text, setText, retry }} />
      ) : report.error ? (
        <RpcErrorState error={report.error} onRetry={retry} className="m-0" />
      ) : (
        <Reading />
      )}
    </PageLayout>
  )
}

/** Placeholder in the final layout of the report. */
function Reading() {
  return (
    <>
      <p role="status" className="text-muted">
        {t('moveIn:report.reading')}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(280px,0.62fr)] items-start gap-4 max-[719px]:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          {(['chain', 'wallet', 'settings'] as const).map((part) => (
            <Card key={part} title={t(`moveIn:${part}.title`)}>
              <SkeletonLines lines={4} />
            </Card>
          ))}
        </div>
        <Card title={t('moveIn:take.title')}>
          <SkeletonLines lines={6} />
          <Skeleton className="mt-4 h-10 rounded-md" />
        </Card>
      </div>
    </>
  )
}

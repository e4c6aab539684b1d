import { TriangleAlert } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { useRpc } from '../node/queries.ts'

/** Shown on top while this node cannot follow its chain: the node's explanation. */
export function BlockedChainNotice() {
  const { data: sync } = useRpc('getsyncstate', {})
  if (sync?.state !== 'unsupported') return null
  return (
    <div role="alert" className="flex shrink-0 items-start gap-3 rounded-lg border border-bad/35 bg-bad-soft p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-bad">{t('parts:blocked')}</p>
        <p>{sync.detail}</p>
      </div>
    </div>
  )
}

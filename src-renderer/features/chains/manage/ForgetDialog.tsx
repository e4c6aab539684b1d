import type { ListedChain } from '#shared/chains/index.ts'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { isChainStopped, StopFirst } from './StopFirst.tsx'

export interface LeaveDialogProps {
  readonly chain: ListedChain
  onClose(): void
  onDone(): void
}

/** Removes a chain from the list. Its data stays. */
export function ForgetDialog({ chain, onClose, onDone }: LeaveDialogProps) {
  const label = visibleString(chain.label, 60)
  const forget = useRpcMutation('forgetchain', {
    onSuccess({ directory }) {
      toast({
        tone: 'ok',
        title: t('chains:forget.done', { name: label }),
        detail: t('chains:forget.stays', { directory }),
      })
      onDone()
    },
  })
  return (
    <ReviewSheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('chains:forget.title', { name: label })}
      confirmLabel={t('chains:drawer.forget')}
      busy={forget.isPending}
      blocked={isChainStopped(chain) ? undefined : t('chains:stopFirst')}
      onConfirm={() => forget.mutate({ id: chain.id })}
    >
      <div className="flex flex-col gap-3">
        <p>{t('chains:forget.explanation')}</p>
        <CodeBlock text={chain.directory} label={t('chains:folder')} wrap />
        <StopFirst chain={chain} />
        {forget.error ? (
          <ErrorState compact title={describeError(forget.error).title} safe={t('chains:forget.safe')} />
        ) : null}
      </div>
    </ReviewSheet>
  )
}

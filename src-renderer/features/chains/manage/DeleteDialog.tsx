import { useState } from 'react'
import { describeError } from '../../../components/describeError.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { useChains } from '../../../node/chains.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import type { LeaveDialogProps } from './ForgetDialog.tsx'
import { isChainStopped, StopFirst } from './StopFirst.tsx'

/** Deletes a chain with all its data. Lists what is lost, and requires typing the name. */
export function DeleteDialog({ chain, onClose, onDone }: LeaveDialogProps) {
  const [typed, setTyped] = useState('')
  const label = visibleString(chain.label, 60)
  const { data: list } = useChains()
  const friend = chain.kind === 'sandbox' ? list?.chains.find(({ kind }) => kind === 'friend') : undefined
  const remove = useRpcMutation('deletechain', {
    onSuccess({ directory }) {
      toast({
        tone: 'ok',
        title: t('chains:delete.done', { name: label }),
        detail: t('chains:delete.gone', { directory }),
      })
      onDone()
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('chains:delete.failed', { name: label }), detail: describeError(error).title }),
  })
  const blocked = !isChainStopped(chain)
    ? t('chains:stopFirst')
    : typed.trim() === chain.name
      ? undefined
      : t('start:typeToGoOn', { name: visibleString(chain.name, 40) })
  return (
    <ReviewSheet
      open
      danger
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('chains:delete.title', { name: label })}
      confirmLabel={t('chains:drawer.delete')}
      busy={remove.isPending}
      blocked={blocked}
      onConfirm={() => remove.mutate({ id: chain.id, name: typed.trim() })}
    >
      <div className="flex flex-col gap-3">
        <ErrorState compact title={t('chains:delete.wallet')} advice={t('chains:delete.walletHint')} />
        <p>
          {chain.size === null
            ? t('chains:delete.everything')
            : t('chains:delete.all', { size: formatBytes(chain.size) })}
        </p>
        <CodeBlock text={chain.directory} label={t('chains:folder')} wrap />
        {friend ? (
          <>
            <p>{t('chains:delete.friend')}</p>
            <CodeBlock text={friend.directory} label={t('chains:folder')} wrap />
          </>
        ) : null}
        {chain.kept ? (
          <>
            <p>{t('chains:delete.kept')}</p>
            <CodeBlock text={chain.kept.folder} label={t('chains:folder')} wrap />
          </>
        ) : null}
        <StopFirst chain={chain} />
        <Field
          label={
            <Trans
              i18nKey="start:typeName"
              components={{ name: <SafeText text={chain.name} max={64} className="font-mono" /> }}
            />
          }
        >
          <Input mono value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
      </div>
    </ReviewSheet>
  )
}

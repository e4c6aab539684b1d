import type { ListedChain } from '#shared/chains/index.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { visibleString } from '../../../ui/visibleText.ts'

export function RenameDialog({ chain, onClose }: { readonly chain: ListedChain; onClose(): void }) {
  const rename = useRpcMutation('renamechain', { onSuccess: onClose })
  const { register, problem, busy, onSubmit } = useForm({ defaultValues: { label: chain.label } })
  const submit = onSubmit(({ label }) => rename.mutateAsync({ id: chain.id, label: label.trim() }), 'label')
  return (
    <Dialog open onOpenChange={onClose} title={t('chains:drawer.rename')} description={t('chains:rename.description')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('chains:form.label')}
          hint={t('chains:rename.empty', { name: visibleString(chain.name, 64) })}
          error={problem('label')}
        >
          <Input {...register('label')} maxLength={60} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('chains:rename.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('chains:drawer.rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

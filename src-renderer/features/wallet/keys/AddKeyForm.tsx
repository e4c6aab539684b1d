import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Failure } from './Failure.tsx'
import { LongCallProgress } from './LongCallProgress.tsx'
import type { useLongCall } from './useLongCall.ts'

interface AddKeyFormProps {
  readonly call: Pick<ReturnType<typeof useLongCall>, 'busy' | 'progress' | 'error' | 'cancel'>
  /** name, reference and handlers of the field for the label */
  readonly label: ComponentProps<typeof Input>
  readonly rescan: boolean
  /** text of the button */
  readonly action: string
  /** the field or the notice for the secret */
  readonly children: ReactNode
  readonly onSubmit: FormEventHandler
  onRescan(rescan: boolean): void
  onClose(): void
}

/** Form that imports keys under a label, and searches old blocks for their coins. */
export function AddKeyForm(props: AddKeyFormProps) {
  const { call, label, rescan, action, children, onSubmit, onRescan, onClose } = props
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4 pt-1">
      {children}
      <Field label={t('wallet:label')} optional>
        <Input {...label} />
      </Field>
      <Switch label={t('wallet:key.scan')} hint={t('wallet:key.scanHint')} checked={rescan} onChange={onRescan} />
      {call.busy ? (
        <LongCallProgress label={t('wallet:key.scanning')} progress={call.progress} onCancel={call.cancel} />
      ) : null}
      <Failure error={call.error} safe={t('wallet:key.notAdded')} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('wallet:cancel')}</Button>
        <Button type="submit" variant="primary" busy={call.busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

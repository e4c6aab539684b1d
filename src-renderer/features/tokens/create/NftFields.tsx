import { Info } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { MAX_NFT_DATA } from '#shared/protocol/moduleRules.ts'
import type { TokenDraft } from '../../../app/uiStore.ts'
import { cn } from '../../../ui/cn.ts'
import { Field, Input, Textarea } from '../../../ui/Field.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { draftData, movability } from '../draft.ts'
import { ByteCounter } from './ByteCounter.tsx'
import type { DraftForm } from './draftForm.ts'

export interface NftFieldsProps {
  readonly form: DraftForm
  readonly draft: TokenDraft
}

/** The data of a non-fungible token, and what its first byte means for it. */
export function NftFields({ form, draft }: NftFieldsProps) {
  const { errors } = form.formState
  const data = draftData(draft)
  const fate = movability(data ?? draft.evalCode)
  return (
    <>
      <Field
        label="Data"
        optional
        hint="Stored in the chain for ever and readable by everybody: a name of a file, a hash, a text."
        error={errors.data?.message}
        aside={<ByteCounter used={(data?.length ?? 0) / 2} limit={MAX_NFT_DATA} />}
      >
        <Textarea
          {...form.register('data')}
          rows={3}
          mono={draft.dataFormat === 'hex'}
          placeholder={draft.dataFormat === 'hex' ? '0a1b2c …' : 'Certificate no. 17'}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        <div className="flex flex-col gap-1">
          <span className="font-medium">Data is written as</span>
          <Controller
            control={form.control}
            name="dataFormat"
            render={({ field }) => (
              <Segmented
                label="Data is written as"
                value={field.value}
                onChange={field.onChange}
                segments={[
                  { id: 'text', label: 'Text' },
                  { id: 'hex', label: 'Hex' },
                ]}
                className="self-start"
              />
            )}
          />
        </div>
        <Field
          label="First byte"
          hint="Names the module that judges transfers; f7 is the usual choice."
          error={errors.evalCode?.message}
        >
          <Input {...form.register('evalCode', { deps: 'data' })} mono maxLength={2} />
        </Field>
      </div>
      <p
        className={cn(
          'flex gap-2 rounded-md border p-3 text-12',
          fate.countsAsNothing ? 'border-bad/35 bg-bad-soft text-bad' : 'border-warn/35 bg-warn-soft text-warn',
        )}
      >
        <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          <strong className="font-medium">This NFT cannot be moved or burned.</strong> {fate.reason}
        </span>
      </p>
    </>
  )
}

import { Info } from 'lucide-react'
import { MAX_NFT_DATA } from '#shared/protocol/moduleRules.ts'
import type { TokenDraft } from '../../../app/uiStore.ts'
import type { Form } from '../../../parts/useForm.ts'
import { cn } from '../../../ui/cn.ts'
import { Field, Input, Textarea } from '../../../ui/Field.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { draftData, movability } from '../draft.ts'
import { ByteCounter } from './ByteCounter.tsx'

export interface NftFieldsProps {
  readonly form: Form<TokenDraft>
  readonly draft: TokenDraft
}

/** The data of a non-fungible token, and what its first byte means for it. */
export function NftFields({ form, draft }: NftFieldsProps) {
  const data = draftData(draft)
  const fate = movability(data ?? draft.evalCode)
  return (
    <>
      <Field
        label="Data"
        optional
        hint="Stored on the chain for ever and public: a file name, a hash, a text."
        error={form.problem('data')}
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
          <Segmented
            label="Data is written as"
            value={draft.dataFormat}
            onChange={(format) => form.set('dataFormat', format)}
            segments={[
              { id: 'text', label: 'Text' },
              { id: 'hex', label: 'Hex' },
            ]}
            className="self-start"
          />
        </div>
        <Field
          label="First byte"
          hint="Names the module that judges transfers; f7 is the usual choice."
          error={form.problem('evalCode')}
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

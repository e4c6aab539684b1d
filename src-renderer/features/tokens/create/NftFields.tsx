import { Info } from 'lucide-react'
import { MAX_NFT_DATA } from '#shared/protocol/contractRules.ts'
import { MAX_NFT_LINK } from '#shared/protocol/nftData.ts'
import type { TokenDraft } from '../../../components/uiStore.ts'
import type { Form } from '../../../components/useForm.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/texts.ts'
import { cn } from '../../../ui/cn.ts'
import { Field, Input, Textarea } from '../../../ui/Field.tsx'
import { utf8Length } from '../../../ui/format.ts'
import { optionNames } from '../../../ui/optionNames.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { draftData, movability } from '../draft.ts'
import { ByteCounter } from './ByteCounter.tsx'

export interface NftFieldsProps {
  readonly form: Form<TokenDraft>
  readonly draft: TokenDraft
}

/** Fields for the data of an NFT, and the meaning of the first byte. */
export function NftFields({ form, draft }: NftFieldsProps) {
  const data = draftData(draft)
  const fate = movability(data ?? draft.evalCode)
  return (
    <>
      <Field
        label={t('tokens:form.link')}
        optional
        hint={t('tokens:form.linkHint')}
        error={form.problem('link')}
        aside={<ByteCounter used={utf8Length(draft.link.trim())} limit={MAX_NFT_LINK} />}
      >
        <Input
          {...form.register('link', { deps: 'data' })}
          inputMode="url"
          placeholder={t('tokens:form.linkPlaceholder')}
        />
      </Field>
      <Field
        label={t('tokens:form.data')}
        optional
        hint={t('tokens:form.dataHint')}
        error={form.problem('data')}
        aside={<ByteCounter used={(data?.length ?? 0) / 2} limit={MAX_NFT_DATA} />}
      >
        <Textarea
          {...form.register('data')}
          rows={3}
          mono={draft.dataFormat === 'hex'}
          placeholder={draft.dataFormat === 'hex' ? '0a1b2c …' : t('tokens:form.dataPlaceholder')}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-3 max-[719px]:grid-cols-1">
        <div className="flex flex-col gap-1">
          <span className="font-medium">{t('tokens:form.format')}</span>
          <Segmented
            label={t('tokens:form.format')}
            value={draft.dataFormat}
            onChange={(format) => form.set('dataFormat', format)}
            segments={[
              { id: 'text', label: t('tokens:form.text') },
              { id: 'hex', label: t('tokens:form.hex') },
            ]}
            className="self-start"
          />
        </div>
        <Field label={t('tokens:form.code')} hint={t('tokens:form.codeHint')} error={form.problem('evalCode')}>
          <Input {...form.register('evalCode', { deps: 'data' })} mono maxLength={2} />
        </Field>
      </div>
      {fate.movable ? (
        <p className="flex gap-2 text-12 text-muted">
          <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span>{optionNames(t('tokens:form.moves', { code: (data ?? draft.evalCode).slice(0, 2) }))}</span>
        </p>
      ) : (
        <p
          className={cn(
            'flex gap-2 rounded-md border p-3 text-12',
            fate.countsAsNothing ? 'border-bad/35 bg-bad-soft text-bad' : 'border-warn/35 bg-warn-soft text-warn',
          )}
        >
          <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span>
            <Trans
              i18nKey="tokens:form.fixed"
              components={{ strong: <strong className="font-medium" />, reason: <span>{fate.reason}</span> }}
            />
          </span>
        </p>
      )}
    </>
  )
}

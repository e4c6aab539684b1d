import type { ReactNode } from 'react'
import { readTypedWhole } from '#shared/figures.ts'
import { t } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { longDuration } from './amountText.ts'
import { emptyEra } from './draft.ts'
import type { ChainFormPart } from './useChainForm.ts'

/** Fields for the chain's name and its coins. */
export function EssentialFields({
  register,
  draft,
  problem,
  children,
}: ChainFormPart & { readonly children?: ReactNode }) {
  return (
    <Card bodyClassName="flex flex-col gap-4">
      <Field label={t('chains:form.name')} error={problem('name')} hint={t('chains:form.nameHint')}>
        <Input {...register('name')} maxLength={64} placeholder={t('chains:form.namePlaceholder')} autoFocus />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4 max-[719px]:grid-cols-1">
        <Field label={t('chains:form.supply')} error={problem('supply')} hint={t('chains:form.supplyHint')}>
          <Input {...register('supply')} inputMode="numeric" placeholder="10" />
        </Field>
        <Field
          label={draft.eras.length > 1 ? t('chains:form.rewardFirst') : t('chains:form.reward')}
          error={problem('reward.0')}
          hint={t('chains:form.rewardHint')}
        >
          <Input {...register('eras.0.reward')} inputMode="decimal" placeholder="0" />
        </Field>
      </div>
      {children}
    </Card>
  )
}

/** Returns the seconds that a number of blocks take, or undefined while unknown. */
function computeSeconds(blocks: string, blocktime: string): number | undefined {
  const count = Number(readTypedWhole(blocks) ?? '')
  const each = Number(readTypedWhole(blocktime.trim() === '' ? '60' : blocktime) ?? '')
  return count > 0 && each > 0 ? count * each : undefined
}

/** Fields for the label in the list, the block time, and the blocks between two reward cuts. */
export function PaceFields({ register, draft, problem }: ChainFormPart) {
  const [era = emptyEra, ...later] = draft.eras
  const halving = computeSeconds(era.halving, draft.blocktime)
  return (
    <div className="grid grid-cols-2 items-start gap-4 max-[719px]:grid-cols-1">
      <Field
        label={later.length > 0 ? t('chains:form.halvingFirst') : t('chains:form.halving')}
        optional
        error={problem('halving.0')}
        hint={
          halving === undefined
            ? t('chains:form.halvingNever')
            : t('chains:form.halvingEvery', { duration: longDuration(halving) })
        }
      >
        <Input {...register('eras.0.halving')} inputMode="numeric" placeholder={t('chains:form.never')} />
      </Field>
      <Field label={t('chains:form.blocktime')} error={problem('blocktime')} hint={t('chains:form.blocktimeHint')}>
        <Input {...register('blocktime')} inputMode="numeric" placeholder="60" />
      </Field>
      <Field label={t('chains:form.label')} optional error={problem('label')} hint={t('chains:form.labelHint')}>
        <Input
          {...register('label')}
          maxLength={60}
          placeholder={draft.name.trim() || t('chains:form.labelPlaceholder')}
        />
      </Field>
    </div>
  )
}

/** Switches for tokens, faucet and public amounts. */
export function AbilityFields({ set, draft, problem }: ChainFormPart) {
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={t('chains:form.cc')}
        hint={t('chains:form.ccHint')}
        checked={draft.cc}
        onChange={(cc) => set('cc', cc)}
      />
      <Switch
        label={t('chains:form.publicOnly')}
        hint={t('chains:form.publicOnlyHint')}
        checked={draft.publiconly}
        onChange={(publiconly) => set('publiconly', publiconly)}
      />
      {draft.publiconly ? null : <Note>{t('chains:form.publicOnlyNote')}</Note>}
      {problem('cc') || problem('publiconly') ? <Note>{problem('cc') ?? problem('publiconly')}</Note> : null}
    </div>
  )
}
